// The corpus's hostile glTF files: the outcome that each one's `must` row states, and for the
// others an error with a code and a place, or a result whose ledger or counts are given here.

#include <gtest/gtest.h>

#include "galley/base/file_system.h"
#include "galley/test/corpus.h"
#include "gltf_test_support.h"

namespace galley {
namespace {

/// What is expected: an error code, `imports`, or `drops` and an entry of the ledger.
const std::map<std::string, std::string> kExpected = {
    {"made/animation_nan_times.glb", "drops animations"},
    {"made/bufferview_oob.glb", "G2009"},
    {"made/byteoffset_overflow.glb", "G2002"},
    {"made/chunk_len_ffffffff.glb", "G2006"},
    {"made/componenttype_0.glb", "G2002"},
    {"made/control_good.glb", "imports"},
    {"made/count_2e31.glb", "G2009"},
    {"made/count_2e53.glb", "G2009"},
    {"made/count_float.glb", "G2002"},
    {"made/count_negative.glb", "G2002"},
    {"made/cycle_3.gltf", "G2014"},
    {"made/datauri_badchars.gltf", "G2015"},
    {"made/datauri_truncated.gltf", "G2015"},
    {"made/deep_20000.gltf", "imports"},
    {"made/empty.glb", "G2001"},
    {"made/empty.gltf", "G2001"},
    {"made/exponential_dag.gltf", "G2014"},
    {"made/garbage.glb", "G2001"},
    {"made/index_oob.glb", "G2012"},
    {"made/json_bad_utf8.gltf", "G2001"},
    {"made/json_dupkeys.gltf", "imports"},
    {"made/json_nesting_100k.gltf", "G2001"},
    {"made/length_ffffffff.glb", "G2006"},
    {"made/many_nodes_100k.gltf", "imports"},
    {"made/nan_positions.glb", "G2013"},
    {"made/required_unknown.gltf", "G2010"},
    {"made/same_names.gltf", "imports"},
    {"made/self_child.gltf", "G2014"},
    {"made/skin_joint_oob.gltf", "G2003"},
    {"made/sparse_huge.glb", "G2009"},
    {"made/stride_255.glb", "G2009"},
    {"made/truncated_11.glb", "G2006"},
    {"made/truncated_19.glb", "G2006"},
    {"made/truncated_40.glb", "G2006"},
    {"made/truncated_445.glb", "G2006"},
    {"made/two_parents.gltf", "G2014"},
    {"made/type_unknown.glb", "G2002"},
    {"made/uri_abs.gltf", "G2007"},
    {"made/uri_dev.gltf", "G2007"},
    {"made/uri_drive.gltf", "G2007"},
    {"made/uri_file_url.gltf", "G2007"},
    {"made/uri_http.gltf", "G2007"},
    {"made/uri_nul.gltf", "G2007"},
    {"made/uri_traversal.gltf", "G2007"},
    {"made/uri_traversal_enc.gltf", "G2007"},
    {"made/uri_unc.gltf", "G2007"},
    {"made/zero_scale_matrix.gltf", "imports"},
    {"meshoptimizer/fuzz.glb", "imports"},
    {"tinygltf/integer-out-of-bounds.gltf", "G2002"},
    {"tinygltf/invalid-buffer-index.gltf", "G2003"},
    {"tinygltf/invalid-buffer-view-index.gltf", "G2003"},
    {"tinygltf/invalid-primitive-indices.gltf", "G2003"},
    {"validator_accessor/invalid_sparse_count_and_stride.gltf", "G2009"},
    {"validator_accessor/unresolved_bufferviews.gltf", "G2003"},
    {"validator_accessor_data/invalid_elements_float.gltf", "imports"},
    {"validator_animation/sampler_output_count_invalid.gltf", "drops animations"},
    {"validator_animation/unresolved_sampler_input.gltf", "G2003"},
    {"validator_asset/2_1_version.gltf", "imports"},
    {"validator_buffer/invalid_uri_data.gltf", "G2015"},
    {"validator_buffer/non_relative_uri.gltf", "G2007"},
    {"validator_glb/chunk_too_big.glb", "G2006"},
    {"validator_glb/invalid_json_chunk.glb", "G2001"},
    {"validator_glb/length_mismatch.glb", "G2006"},
    {"validator_glb/only_header.glb", "G2006"},
    {"validator_glb/truncated_chunk_data.glb", "G2006"},
    {"validator_glb/two_bin_chunks.glb", "G2006"},
    {"validator_glb/unaligned_chunk.glb", "G2006"},
    {"validator_image/invalid_image_data.gltf", "imports"},
    {"validator_json/bom.gltf", "imports"},
    {"validator_json/invalid_syntax.gltf", "G2001"},
    {"validator_mesh/accessor_unequal_count.gltf", "G2016"},
    {"validator_mesh/unresolved_indices.gltf", "G2003"},
    {"validator_mesh_data/index_buffer_oob.gltf", "G2012"},
    {"validator_node/infinite_transform.gltf", "G2001"},
    {"validator_node/matrix_indecomposable.gltf", "imports"},
    {"validator_node/node_loop.gltf", "G2014"},
    {"validator_node/node_loop_scene.gltf", "G2014"},
    {"validator_node/node_parent_override.gltf", "G2014"},
    {"validator_root/invalid_collection_type.gltf", "G2002"},
    {"validator_skin/ibm_invalid_count.gltf", "G2017"},
    {"validator_skin/no_common_root.gltf", "drops skins"},
};

Result<Imported> import_hostile(const std::string& file, SourceFiles& files) {
    return import_gltf(files, VirtualPath::parse(file).value(), {});
}

SourceFiles hostile_files() {
    return {real_file_system(), (test::corpus_dir() / "hostile" / "gltf").string(),
            std::uint64_t{1} << 30};
}

std::vector<std::string> hostile_models() {
    std::vector<std::string> out;
    const auto root = test::corpus_dir() / "hostile" / "gltf";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        const auto extension = entry.path().extension();
        if (extension != ".gltf" && extension != ".glb") continue;
        out.push_back(std::filesystem::relative(entry.path(), root).generic_string());
    }
    return out;
}

TEST(GltfHostile, EveryFileHasItsStatedOutcome) {
    GALLEY_NEEDS_CORPUS();
    const std::vector<std::string> models = hostile_models();
    EXPECT_EQ(models.size(), kExpected.size());
    for (const std::string& file : models) {
        const auto expected = kExpected.find(file);
        ASSERT_NE(expected, kExpected.end()) << file;
        SourceFiles files = hostile_files();
        const auto imported = import_hostile(file, files);
        if (expected->second.starts_with("G")) {
            ASSERT_FALSE(imported) << file;
            EXPECT_EQ(imported.error().code.id, expected->second) << imported.error().to_string();
            EXPECT_EQ(imported.error().place.file, file);
        } else {
            ASSERT_TRUE(imported) << imported.error().to_string();
            if (expected->second.starts_with("drops ")) {
                const LedgerEntry entry = test::entry_of(imported, expected->second.substr(6));
                EXPECT_EQ(entry.verdict, Verdict::dropped) << file;
            }
        }
    }
}

TEST(GltfHostile, MustRowsOfTheCorpusAgreeWithTheTable) {
    GALLEY_NEEDS_CORPUS();
    for (const auto& [file, facts] : test::expected_facts("hostile/gltf/")) {
        const auto made = facts.find("made-for-this-set");
        if (made == facts.end()) continue;
        const std::string& must = made->second.at("must");
        const auto expected = kExpected.find(file.substr(std::string("hostile/gltf/").size()));
        ASSERT_NE(expected, kExpected.end()) << file;
        const bool fails = expected->second.starts_with("G");
        if (must.starts_with("must import")) {
            EXPECT_FALSE(fails) << file << ": " << must;
        } else if (must.find("must fail") != std::string::npos) {
            EXPECT_TRUE(fails || (must.find("drop") != std::string::npos &&
                                  expected->second.starts_with("drops")))
                << file << ": " << must;
        }
    }
}

TEST(GltfHostile, FilesOutsideTheRootAreNeverOpened) {
    GALLEY_NEEDS_CORPUS();
    for (const std::string& file : hostile_models()) {
        if (file.find("/uri_") == std::string::npos) continue;
        SourceFiles files = hostile_files();
        EXPECT_FALSE(import_hostile(file, files)) << file;
        ASSERT_EQ(files.files().size(), 1U) << file;  // the model itself
        EXPECT_TRUE(files.absent().empty()) << file;
    }
}

TEST(GltfHostile, ControlFileHasOneTriangle) {
    GALLEY_NEEDS_CORPUS();
    SourceFiles files = hostile_files();
    const Model model = test::model_of(import_hostile("made/control_good.glb", files));
    EXPECT_EQ(model.counts.triangles, 1U);
    ASSERT_EQ(model.meshes.size(), 1U);
    EXPECT_EQ(model.meshes[0].primitives[0].mesh.indices, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(GltfHostile, RequiredExtensionIsNamed) {
    GALLEY_NEEDS_CORPUS();
    SourceFiles files = hostile_files();
    const auto imported = import_hostile("made/required_unknown.gltf", files);
    ASSERT_FALSE(imported);
    EXPECT_NE(imported.error().message.find("EXT_nope"), std::string::npos);
}

}  // namespace
}  // namespace galley
