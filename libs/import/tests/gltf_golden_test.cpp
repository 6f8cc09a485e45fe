// tests/golden/gltf: files that must go on importing to the same parts, and files that must go on
// failing with the same words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galley/base/file_system.h"
#include "galley/test/corpus.h"
#include "gltf_test_support.h"

namespace galley {
namespace {

Result<Imported> import_golden(std::string_view file) {
    SourceFiles files(real_file_system(), (test::source_dir() / "tests/golden/gltf").string(),
                      1 << 20);
    return import_gltf(files, VirtualPath::parse(file).value(), {});
}

TEST(GltfGolden, TextAndBinaryFormGiveTheSameQuad) {
    for (const std::string_view file : {"quad.gltf", "quad.glb"}) {
        const auto imported = import_golden(file);
        const Model model = test::model_of(imported);
        ASSERT_EQ(model.meshes.size(), 1U);
        EXPECT_EQ(model.meshes[0].name, "Quad");
        const TriangleMesh& mesh = model.meshes[0].primitives[0].mesh;
        EXPECT_THAT(mesh.positions, testing::ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0},
                                                         Vec3{1, 1, 0}, Vec3{0, 1, 0}));
        EXPECT_THAT(mesh.normals, testing::Each(Vec3{0, 0, 1}));
        // The strip 0 1 3 2 by section 3.7.2.1.
        EXPECT_THAT(mesh.indices, testing::ElementsAre(0, 1, 3, 1, 2, 3));
        EXPECT_EQ(model.materials[0].material.base_color, (Vec4{1, 0, 0, 1}));
        EXPECT_EQ(model.nodes[0].translation, (Vec3{0, 1, 0}));
        EXPECT_EQ(model.generator, "Galley golden file");
        EXPECT_EQ(model.counts.triangles, 2U);
        EXPECT_FALSE(imported->ledger.lossy());
    }
}

TEST(GltfGolden, BadFilesFailWithTheirWords) {
    const std::map<std::string, std::string> expected = {
        {"bad_count.gltf",
         "bad_count.gltf, field /accessors/0: error G2009: 5 elements of 12 bytes from 0 do not "
         "fit into the 48 bytes of buffer view 0"},
        {"bad_reference.gltf", "bad_reference.gltf, field /nodes/0/mesh: error G2003: there is no "
                               "mesh 1; the file has 1"},
        {"bad_required.gltf",
         "bad_required.gltf, field /extensionsRequired/0: error G2011: the file requires the "
         "extension KHR_draco_mesh_compression, which is not read by this version (export the "
         "model without it)"},
        {"bad_cycle.gltf",
         "bad_cycle.gltf, field /nodes/0: error G2014: node 0 is its own ancestor"},
        {"bad_cut.glb",
         "bad_cut.glb, byte 8: error G2006: the header states 1008 bytes; the file has 1007"},
    };
    for (const auto& [file, words] : expected) {
        const auto imported = import_golden(file);
        ASSERT_FALSE(imported) << file;
        EXPECT_EQ(imported.error().to_string(), words);
    }
    const auto uri = import_golden("bad_uri.gltf");
    ASSERT_FALSE(uri);
    EXPECT_EQ(uri.error().code.id, "G2007");
    EXPECT_EQ(uri.error().place.field, "/buffers/0/uri");
    const auto syntax = import_golden("bad_syntax.gltf");
    ASSERT_FALSE(syntax);
    EXPECT_EQ(syntax.error().code.id, "G2001");
    EXPECT_EQ(syntax.error().place.line, 6U);
    EXPECT_EQ(syntax.error().place.column, 13U);
}

}  // namespace
}  // namespace galley
