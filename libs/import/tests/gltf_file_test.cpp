// Containers, versions, required extensions, buffers and images.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galley/core/sha256.h"
#include "gltf/data_uri.h"
#include "gltf_test_support.h"

namespace galley {
namespace {

using test::failure;
using test::GltfProject;
using test::import_text;
using testing::ElementsAre;
using testing::HasSubstr;

std::string with_buffer(std::string_view uri, int length = 4) {
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{},"uri":"{}"}}]}})", length,
        uri);
}

std::string with_image(std::string_view members) {
    return fmt::format(R"({{"asset":{{"version":"2.0"}},"images":[{{{}}}]}})", members);
}

TEST(GltfFile, SyntaxErrorsHaveLineAndColumn) {
    const auto imported = import_text("{\n  \"asset\": {,}\n}");
    EXPECT_EQ(failure(imported), "G2001 ");
    EXPECT_EQ(imported.error().place.line, 2U);
    EXPECT_EQ(imported.error().place.column, 13U);
    EXPECT_EQ(imported.error().place.file, "model.gltf");
}

TEST(GltfFile, TextThatIsNoObjectIsRefused) {
    for (const std::string_view text : {"[]", "3", "\"glTF\"", "null"}) {
        EXPECT_EQ(failure(import_text(text)), "G2002 ") << text;
    }
    EXPECT_EQ(failure(import_text("{}")), "G2004 ");
    EXPECT_EQ(failure(import_text("")), "G2001 ");
}

TEST(GltfFile, ByteOrderMarkIsTolerated) {
    EXPECT_TRUE(import_text("\xEF\xBB\xBF{\"asset\":{\"version\":\"2.0\"}}"));
}

TEST(GltfFile, NestingIsBounded) {
    const std::string deep = std::string(100000, '[') + std::string(100000, ']');
    EXPECT_EQ(failure(import_text("{\"asset\":" + deep + "}")), "G2001 ");
}

TEST(GltfFile, LoneSurrogatesAndBadUtf8AreRefused) {
    EXPECT_EQ(failure(import_text(R"({"asset":{"version":"2.0","generator":"\ud800"}})")),
              "G2001 ");
    EXPECT_EQ(failure(import_text("{\"asset\":{\"version\":\"2.0\",\"generator\":\"\xC3\"}}")),
              "G2001 ");
}

TEST(GltfFile, OfAKeyWrittenTwiceTheLastCounts) {
    const auto imported = import_text(
        R"({"asset":{"version":"2.0"},"nodes":[{"name":"a"},{}],"nodes":[{"name":"b"}]})");
    const Model model = test::model_of(imported);
    ASSERT_EQ(model.nodes.size(), 1U);
    EXPECT_EQ(model.nodes[0].name, "b");
}

TEST(GltfFile, VersionsAreChecked) {
    const auto versioned = [](std::string_view asset) {
        return import_text(fmt::format(R"({{"asset":{{{}}}}})", asset));
    };
    EXPECT_TRUE(versioned(R"("version":"2.0")"));
    EXPECT_TRUE(versioned(R"("version":"2.1","minVersion":"2.0")"));
    EXPECT_EQ(failure(versioned(R"("version":"2.1","minVersion":"2.1")")),
              "G2005 /asset/minVersion");
    EXPECT_EQ(failure(versioned(R"("version":"1.0")")), "G2005 /asset/version");
    EXPECT_EQ(failure(versioned(R"("version":"3.0")")), "G2005 /asset/version");
    EXPECT_EQ(failure(versioned(R"("version":"two")")), "G2005 /asset/version");
    EXPECT_EQ(failure(versioned(R"("version":"2.")")), "G2005 /asset/version");
    EXPECT_EQ(failure(versioned("")), "G2004 /asset");
}

TEST(GltfFile, RequiredExtensionsAreReadOrNamed) {
    const auto requiring = [](std::string_view name) {
        return import_text(
            fmt::format(R"({{"asset":{{"version":"2.0"}},"extensionsRequired":["{}"]}})", name));
    };
    EXPECT_TRUE(requiring("KHR_mesh_quantization"));
    EXPECT_TRUE(requiring("KHR_materials_unlit"));
    for (const std::string_view unread :
         {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"}) {
        const auto imported = requiring(unread);
        EXPECT_EQ(failure(imported), "G2011 /extensionsRequired/0");
        EXPECT_THAT(imported.error().message, HasSubstr(std::string(unread)));
    }
    const auto unknown = requiring("ACME_nope");
    EXPECT_EQ(failure(unknown), "G2010 /extensionsRequired/0");
    EXPECT_THAT(unknown.error().message, HasSubstr("ACME_nope"));
}

TEST(GltfFile, BuffersBesideTheModelAreReadAndRecorded) {
    GltfProject project;
    project.put("dir/model.gltf", with_buffer("sub/../My%20Data.bin"))
        .put("dir/My Data.bin", "1234");
    EXPECT_TRUE(project.import("dir/model.gltf"));
    ASSERT_EQ(project.files().size(), 2U);
    EXPECT_EQ(project.files()[1].path, "dir/My Data.bin");
    EXPECT_EQ(project.files()[1].digest, sha256(as_byte_span("1234")));
}

TEST(GltfFile, MissingBufferIsAnErrorAndAnAbsence) {
    GltfProject project;
    const auto imported = project.put("model.gltf", with_buffer("none.bin")).import("model.gltf");
    EXPECT_EQ(failure(imported), "G2008 /buffers/0/uri");
    EXPECT_THAT(project.absent(), ElementsAre("none.bin"));
}

TEST(GltfFile, BufferShorterThanStatedIsAnError) {
    GltfProject project;
    project.put("model.gltf", with_buffer("a.bin", 5)).put("a.bin", "1234");
    EXPECT_EQ(failure(project.import("model.gltf")), "G2008 /buffers/0/uri");
}

TEST(GltfFile, UrisThatLeaveTheProjectAreRefusedUnopened) {
    for (const std::string_view uri :
         {"/etc/passwd", "../../etc/passwd", "%2e%2e/secret", "..%2fsecret", "%2Fetc%2Fpasswd",
          "C:\\\\a.bin", "C:/a.bin", "\\\\\\\\host\\\\share", "file:///etc/passwd",
          "http://host/a.bin", "a\\u0000b.bin", "a%00b.bin", "%zz", "", "..\\\\secret"}) {
        GltfProject project;
        project.put("model.gltf", with_buffer(uri));
        EXPECT_EQ(failure(project.import("model.gltf")), "G2007 /buffers/0/uri") << uri;
        EXPECT_EQ(project.files().size(), 1U);
        EXPECT_TRUE(project.absent().empty());
        GltfProject image;
        image.put("model.gltf", with_image(fmt::format(R"("uri":"{}")", uri)));
        EXPECT_EQ(failure(image.import("model.gltf")), "G2007 /images/0/uri") << uri;
    }
}

TEST(GltfFile, DataUrisAreDecodedStrictly) {
    const auto text = [](std::string_view uri) {
        const auto decoded = gltf::decode_data_uri(uri);
        return decoded ? std::string(as_text(decoded->bytes)) : decoded.error().message;
    };
    // RFC 4648 section 10.
    EXPECT_EQ(text("data:;base64,"), "");
    EXPECT_EQ(text("data:a/b;base64,Zg=="), "f");
    EXPECT_EQ(text("data:a/b;base64,Zm8="), "fo");
    EXPECT_EQ(text("data:a/b;base64,Zm9v"), "foo");
    EXPECT_EQ(text("data:a/b;base64,Zm9vYg=="), "foob");
    EXPECT_EQ(text("DATA:a/b;charset=x;base64,Zm9vYmFy"), "foobar");
    EXPECT_EQ(gltf::decode_data_uri("data:image/png;base64,Zg==")->media_type, "image/png");
    for (const std::string_view bad :
         {"data:a/b;base64,Zg=", "data:a/b;base64,Zg", "data:a/b;base64,Z===",
          "data:a/b;base64,Zg==Zg==", "data:a/b;base64,Zm 9", "data:a/b;base64,Zm9-",
          "data:a/b;base64,====", "data:a/b,Zg==", "data:a/b;;base64,Zg==", "data:"}) {
        EXPECT_FALSE(gltf::decode_data_uri(bad)) << bad;
    }
    EXPECT_EQ(failure(import_text(with_buffer("data:a/b;base64,Z*=="))), "G2015 /buffers/0/uri");
    EXPECT_EQ(failure(import_text(with_buffer("data:a/b;base64,AAA="))), "G2008 /buffers/0/uri");
}

TEST(GltfFile, ImagesAreEmbeddedOrBesideOrMissing) {
    GltfProject project;
    project.put("m/model.gltf", R"({"asset":{"version":"2.0"},"images":[
        {"uri":"../tex/a.png","name":"A"},{"uri":"none.png"},
        {"uri":"data:image/png;base64,Zm9v"},
        {"bufferView":0,"mimeType":"image/jpeg","name":"E"}],
        "buffers":[{"byteLength":3,"uri":"data:;base64,YmFy"}],
        "bufferViews":[{"buffer":0,"byteOffset":1,"byteLength":2}]})");
    project.put("tex/a.png", "PNG");
    const auto imported = project.import("m/model.gltf");
    const Model model = test::model_of(imported);
    ASSERT_EQ(model.images.size(), 4U);
    EXPECT_EQ(model.images[0].path, "tex/a.png");
    EXPECT_FALSE(model.images[0].missing);
    EXPECT_FALSE(model.images[0].embedded());
    EXPECT_TRUE(model.images[1].missing);
    EXPECT_EQ(test::entry_of(imported, "image file m/none.png").verdict, Verdict::dropped);
    EXPECT_THAT(project.absent(), ElementsAre("m/none.png"));
    EXPECT_TRUE(model.images[2].embedded());
    EXPECT_EQ(as_text(model.images[2].encoded), "foo");
    EXPECT_EQ(model.images[2].media_type, "image/png");
    EXPECT_EQ(model.images[2].digest, sha256(as_byte_span("foo")));
    EXPECT_EQ(as_text(model.images[3].encoded), "ar");
    EXPECT_EQ(model.images[3].media_type, "image/jpeg");
    EXPECT_EQ(model.counts.images, 4U);
}

TEST(GltfFile, ImageNeedsExactlyOneSource) {
    EXPECT_EQ(failure(import_text(with_image(R"("name":"x")"))), "G2004 /images/0");
    EXPECT_EQ(failure(import_text(with_image(R"("bufferView":0)"))), "G2003 /images/0/bufferView");
}

/// A GLB of these chunks, lengths as they are.
Bytes glb(const std::vector<std::pair<std::string, std::string>>& chunks, std::uint32_t version = 2,
          std::int64_t length_error = 0) {
    std::string out = "glTF";
    const auto u32 = [](std::uint64_t value) {
        std::string bytes;
        for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift);
        return bytes;
    };
    std::string body;
    for (const auto& [type, bytes] : chunks) body += u32(bytes.size()) + type + bytes;
    const auto length = static_cast<std::int64_t>(12 + body.size()) + length_error;
    out += u32(version) + u32(static_cast<std::uint64_t>(length)) + body;
    const ByteSpan bytes = as_byte_span(out);
    return {bytes.begin(), bytes.end()};
}

const std::string kEmptyJson = R"({"asset":{"version":"2.0"}} )";
const std::string kBin = std::string("BIN\0", 4);

std::string glb_failure(const Bytes& bytes) {
    const auto imported = test::import_bytes(bytes);
    return imported ? "imported"
                    : fmt::format("{} {}", imported.error().code.id, imported.error().place.offset);
}

TEST(GltfFile, GlbContainersAreCheckedWithByteOffsets) {
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}})), "imported");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}, {kBin, "1234"}})), "imported");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}, {kBin, ""}})), "imported");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}}, 1)), "G2005 4");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}}, 2, 1)), "G2006 8");
    EXPECT_EQ(glb_failure(glb({})), "G2006 12");
    EXPECT_EQ(glb_failure(glb({{kBin, "1234"}})), "G2006 12");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}, {"JSON", kEmptyJson}})), "G2006 48");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}, {kBin, "1234"}, {kBin, "1234"}})), "G2006 60");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}, {kBin, "123"}})), "G2006 48");
    EXPECT_EQ(glb_failure(glb({{"JSON", kEmptyJson}, {"TEST", ""}, {kBin, "1234"}})), "G2006 56");
}

TEST(GltfFile, UnknownChunksAndTrailingBytesAreInTheLedger) {
    const auto chunk = test::import_bytes(glb({{"JSON", kEmptyJson}, {"TEST", "1234"}}));
    EXPECT_EQ(test::entry_of(chunk, "GLB chunk").where, "byte 48");
    Bytes trailing = glb({{"JSON", kEmptyJson}});
    trailing.resize(trailing.size() + 5);
    EXPECT_EQ(test::entry_of(test::import_bytes(trailing), "bytes after the GLB").count, 5U);
}

TEST(GltfFile, BinaryChunkIsTheFirstBufferAndMayBePadded) {
    const auto json = [](int length) {
        std::string text = fmt::format(
            R"({{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{}}}],)"
            R"("bufferViews":[{{"buffer":0,"byteLength":{}}}],"images":[{{"bufferView":0}}]}})",
            length, length);
        while (text.size() % 4 != 0) text += ' ';
        return text;
    };
    const auto imported =
        test::import_bytes(glb({{"JSON", json(3)}, {kBin, std::string("abc\0", 4)}}));
    EXPECT_EQ(as_text(test::model_of(imported).images[0].encoded), "abc");
    EXPECT_EQ(failure(test::import_bytes(glb({{"JSON", json(5)}, {kBin, "1234"}}))),
              "G2008 /buffers/0");
}

TEST(GltfFile, BufferWithoutBytesIsFineUntilItIsNeeded) {
    const auto imported = import_text(R"({"asset":{"version":"2.0"},
        "buffers":[{"byteLength":36,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}],
        "bufferViews":[{"buffer":0,"byteLength":36,"extensions":{"EXT_meshopt_compression":{}}}],
        "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]})");
    EXPECT_EQ(test::model_of(imported).meshes[0].primitives[0].skipped,
              "its buffer is not in the file");
    EXPECT_TRUE(imported->ledger.lossy());
}

TEST(GltfFile, CountsAreReadWithoutBuffersAndInSpiteOfRequiredExtensions) {
    MemoryFileSystem fs;
    fs.put("/p/m.gltf", R"({"asset":{"version":"2.0"},"extensionsRequired":["ACME_nope"],
        "buffers":[{"byteLength":36,"uri":"none.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]})");
    SourceFiles files(fs, "/p", 1 << 20);
    const auto counts = read_gltf_counts(files, VirtualPath::parse("m.gltf").value());
    ASSERT_TRUE(counts) << counts.error().to_string();
    EXPECT_EQ(counts->triangles, 1U);
    EXPECT_EQ(counts->vertices, 3U);
}

}  // namespace
}  // namespace galley
