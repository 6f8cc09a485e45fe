// A file that is cut or changed anywhere gives an error or a result; nothing crashes (I12).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "galley/test/bytes.h"
#include "gltf_test_support.h"

namespace galley {
namespace {

/// A little of everything.
test::GltfBuilder rich_model() {
    test::GltfBuilder builder;
    const int p = builder.data(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
                               test::kF32, "VEC3", 4);
    const int uv = builder.data(std::vector<std::uint16_t>{0, 0, 65535, 0, 0, 65535, 9, 9},
                                test::kU16, "VEC2", 4, R"("normalized":true)");
    const int i = builder.data(std::vector<std::uint8_t>{0, 1, 2, 3}, test::kU8, "SCALAR", 4);
    const int at = builder.view(std::vector<std::uint8_t>{1, 2});
    const int values = builder.view(std::vector<Vec3>(2));
    const int sparse = builder.accessor(fmt::format(
        R"("componentType":5126,"type":"VEC3","count":4,"sparse":{{"count":2,"indices":)"
        R"({{"bufferView":{},"componentType":5121}},"values":{{"bufferView":{}}}}})",
        at, values));
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":{},"TEXCOORD_0":{}}},"indices":{},)"
                             R"("mode":5,"material":0,"targets":[{{"POSITION":{}}}])",
                             p, uv, i, sparse));
    builder.root(R"("nodes":[{"mesh":0,"children":[1]},{"camera":0}],"scenes":[{"nodes":[0]}])");
    builder.root(R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}])");
    builder.root(fmt::format(R"("images":[{{"bufferView":{}}}],"textures":[{{"source":0}}])", at));
    builder.root(R"("materials":[{"normalTexture":{"index":0},"extensions":{"KHR_materials_ior":)"
                 R"({"ior":1.5}}}])");
    return builder;
}

void expect_error_or_result(const Result<Imported>& imported) {
    if (imported) return;
    EXPECT_TRUE(imported.error().code.id.starts_with("G"));
    EXPECT_EQ(imported.error().place.file.rfind("model.", 0), 0U) << imported.error().to_string();
}

TEST(GltfDamage, TextCutAnywhereIsAnError) {
    const std::string text = rich_model().text();
    ASSERT_TRUE(test::import_text(text));
    test::for_each_truncation(as_byte_span(text), [](ByteSpan bytes, std::size_t at) {
        EXPECT_FALSE(test::import_text(as_text(bytes))) << at;
    });
}

TEST(GltfDamage, GlbCutAnywhereIsAnError) {
    const Bytes bytes = rich_model().glb();
    ASSERT_TRUE(test::import_bytes(bytes));
    test::for_each_truncation(
        bytes, [](ByteSpan cut, std::size_t at) { EXPECT_FALSE(test::import_bytes(cut)) << at; });
}

TEST(GltfDamage, BufferCutAnywhereIsAnError) {
    const std::string binary(36, 'x');
    const std::string model = R"({"asset":{"version":"2.0"},
        "buffers":[{"byteLength":36,"uri":"model.bin"}]})";
    for (std::size_t size = 0; size < binary.size(); ++size) {
        test::GltfProject project;
        project.put("model.gltf", model).put("model.bin", binary.substr(0, size));
        EXPECT_FALSE(project.import("model.gltf")) << size;
    }
}

TEST(GltfDamage, TextWithAByteChangedNeverCrashes) {
    const std::string text = rich_model().text();
    test::for_each_byte_flip(as_byte_span(text), [](ByteSpan bytes, std::size_t) {
        expect_error_or_result(test::import_text(as_text(bytes)));
    });
}

TEST(GltfDamage, GlbWithAByteChangedNeverCrashes) {
    test::for_each_byte_flip(rich_model().glb(), [](ByteSpan bytes, std::size_t) {
        expect_error_or_result(test::import_bytes(bytes));
    });
}

TEST(GltfDamage, DeepAndWideTreesEnd) {
    std::string nodes = "{\"children\":[1]}";
    for (int i = 2; i <= 50000; ++i) nodes += fmt::format(",{{\"children\":[{}]}}", i);
    nodes += ",{}";
    const auto deep = test::import_text(fmt::format(
        R"({{"asset":{{"version":"2.0"}},"nodes":[{}],"scenes":[{{"nodes":[0]}}]}})", nodes));
    EXPECT_EQ(test::model_of(deep).nodes.size(), 50001U);
}

}  // namespace
}  // namespace galley
