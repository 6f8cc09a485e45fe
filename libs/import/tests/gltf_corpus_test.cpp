// Every glTF file of the corpus against what gltf-transform and glTF-Validator say of it
// (expected.tsv). docs/formats/gltf-import.md has the rules D1 to D4 that explain where the two
// differ from an import; nothing else may.

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "galley/base/file_system.h"
#include "galley/test/corpus.h"
#include "gltf/accessor_reader.h"
#include "gltf/buffers.h"
#include "gltf/document_reader.h"
#include "gltf/glb.h"
#include "gltf_test_support.h"

namespace galley {
namespace {

/// Files that require an extension which is not read.
const std::map<std::string, std::string> kUnread = {
    {"gltf/Box-glTF-Draco/Box.gltf", "KHR_draco_mesh_compression"},
    {"gltf/BoxMeshopt/BoxMeshopt.glb", "EXT_meshopt_compression"},
    {"gltf/CesiumBalloonKTX2/CesiumBalloonKTX2.glb", "KHR_texture_basisu"},
    {"gltf/DracoSparseMesh/DracoSparseMesh.gltf", "KHR_draco_mesh_compression"},
    {"gltf/MeshoptCubeTest/MeshoptCubeTest.gltf", "KHR_meshopt_compression"},
    {"gltf/MorphPrimitivesTest-glTF-Draco/MorphPrimitivesTest.gltf", "KHR_draco_mesh_compression"},
    {"gltf/RiggedFigure-glTF-Draco/RiggedFigure.gltf", "KHR_draco_mesh_compression"},
    {"gltf/pirate-meshopt/pirate.glb", "EXT_meshopt_compression"},
};

/// What the rules explain.
const std::set<std::string> kExplained = {
    // D2: instances of EXT_mesh_gpu_instancing are not in the model.
    "gltf/SimpleInstancing-glTF-Binary/SimpleInstancing.glb render_vertices",
    // D3: points and lines are not in the model.
    "gltf/MeshPrimitiveModes-glTF-Embedded/MeshPrimitiveModes.gltf scene_bounds",
    // D4: rotations are scaled to length one; two nodes of this file have (0, 0, 0.707, 0.707).
    "gltf/TextureEncodingTest-glTF/TextureEncodingTest.gltf scene_bounds",
};

SourceFiles corpus_files() {
    return {real_file_system(), test::corpus_dir().string(), std::uint64_t{1} << 30};
}

VirtualPath path_of(const std::string& file) { return VirtualPath::parse(file).value(); }

/// The document as it is, whatever it requires.
gltf::Document document_of(SourceFiles& files, const std::string& file) {
    Ledger ledger;
    const ByteSpan bytes = files.read(path_of(file)).value();
    const gltf::Container parts = gltf::split_container(bytes, file, ledger).value();
    const gltf::ReadOptions options{.glb_binary = parts.binary ? parts.binary->size() : 0,
                                    .has_glb_binary = parts.binary.has_value(),
                                    .refuse_required = false};
    return gltf::read_document(parts.json, parts.readable_after_json, file, options, ledger)
        .value();
}

std::uint64_t corners(const gltf::Document& document, const gltf::Primitive& primitive) {
    const std::int32_t counted =
        primitive.indices >= 0 ? primitive.indices : primitive.find("POSITION");
    return document.accessors[static_cast<std::size_t>(counted)].count;
}

/// Calls `fn(node, world matrix)` for each node of the default scene, or of the first.
template <class Fn>
void for_each_node(const std::vector<ModelNode>& nodes, const std::vector<ModelScene>& scenes,
                   std::int32_t default_scene, Fn&& fn) {
    if (scenes.empty()) return;
    std::vector<std::pair<std::uint32_t, Mat4>> pending;
    for (const std::uint32_t root :
         scenes[static_cast<std::size_t>(std::max(default_scene, 0))].roots) {
        pending.emplace_back(root, Mat4{});
    }
    while (!pending.empty()) {
        const auto [index, parent] = pending.back();
        pending.pop_back();
        const ModelNode& node = nodes[index];
        const Mat4 world = parent * node.matrix;
        fn(node, world);
        for (const std::uint32_t child : node.children) pending.emplace_back(child, world);
    }
}

using Bounds = std::array<double, 6>;

Bounds scene_bounds(const Model& model) {
    constexpr double kFar = 1e30;
    Bounds bounds = {kFar, kFar, kFar, -kFar, -kFar, -kFar};
    for_each_node(model.nodes, model.scenes, model.default_scene,
                  [&](const ModelNode& node, const Mat4& world) {
                      if (node.mesh < 0) return;
                      for (const auto& primitive :
                           model.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
                          for (const Vec3& position : primitive.mesh.positions) {
                              const Vec3 p = transform_point(world, position);
                              const std::array<double, 3> at = {p.x, p.y, p.z};
                              for (std::size_t i = 0; i < 3; ++i) {
                                  bounds[i] = std::min(bounds[i], at[i]);
                                  bounds[i + 3] = std::max(bounds[i + 3], at[i]);
                              }
                          }
                      }
                  });
    return bounds;
}

Bounds parse_bounds(const std::string& text) {
    Bounds b = {};
    EXPECT_EQ(std::sscanf(text.c_str(), "%lf %lf %lf .. %lf %lf %lf", &b[0], &b[1], &b[2], &b[3],
                          &b[4], &b[5]),
              6)
        << text;
    return b;
}

std::string joined(const auto& values) { return fmt::format("{}", fmt::join(values, ",")); }

/// The facts of gltf-transform that the JSON alone gives.
std::map<std::string, std::string> json_facts(const gltf::Document& d) {
    std::vector<std::size_t> joints, targets;
    std::set<std::string> attributes;
    std::set<std::int32_t> uploaded;
    std::uint64_t rendered = 0, upload = 0;
    for (const gltf::Skin& skin : d.skins) joints.push_back(skin.joints.size());
    for (const gltf::Mesh& mesh : d.meshes) {
        std::size_t most = 0;
        for (const gltf::Primitive& primitive : mesh.primitives) {
            most = std::max(most, primitive.targets.size());
            for (const gltf::Attribute& attribute : primitive.attributes) {
                attributes.emplace(attribute.name);
            }
        }
        targets.push_back(most);
    }
    for_each_node(d.nodes, d.scenes, d.default_scene, [&](const ModelNode& node, const Mat4&) {
        if (node.mesh < 0) return;
        for (const auto& primitive : d.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
            rendered += corners(d, primitive);
            const std::int32_t positions = primitive.find("POSITION");
            if (uploaded.insert(positions).second) {
                upload += d.accessors[static_cast<std::size_t>(positions)].count;
            }
        }
    });
    return {{"accessors", std::to_string(d.accessors.size())},
            {"joints", joined(joints)},
            {"morph_targets_per_mesh", joined(targets)},
            {"attributes", joined(attributes)},
            {"render_vertices", std::to_string(rendered)},
            {"upload_vertices", std::to_string(upload)}};
}

std::map<std::string, std::string> count_facts(const gltf::Document& d, const ModelCounts& counts) {
    return {{"scenes", std::to_string(d.scenes.size())},
            {"nodes", std::to_string(counts.nodes)},
            {"meshes", std::to_string(counts.meshes)},
            {"materials", std::to_string(counts.materials)},
            {"textures", std::to_string(counts.images)},  // rule D1
            {"skins", std::to_string(counts.skins)},
            {"animations", std::to_string(counts.animations)},
            {"cameras", std::to_string(counts.cameras)},
            {"primitives", std::to_string(counts.primitives)}};
}

std::map<std::string, std::string> validator_facts(const gltf::Document& d,
                                                   const ModelCounts& counts) {
    return {{"animationCount", std::to_string(counts.animations)},
            {"materialCount", std::to_string(counts.materials)},
            {"drawCallCount", std::to_string(counts.primitives)},
            {"totalVertexCount", std::to_string(counts.vertices)},
            {"totalTriangleCount", std::to_string(counts.triangles)},
            {"hasMorphTargets", counts.morph_targets > 0 ? "true" : "false"},
            {"hasSkins", counts.skins > 0 ? "true" : "false"},
            {"hasTextures", counts.textures > 0 ? "true" : "false"},
            {"hasDefaultScene", d.default_scene >= 0 ? "true" : "false"}};
}

/// Each fact that `ours` has and the peer states must be the same, but for `explained`.
void compare(const std::string& file, const std::map<std::string, std::string>& theirs,
             const std::map<std::string, std::string>& ours,
             const std::set<std::string>& explained = {}) {
    for (const auto& [fact, value] : ours) {
        const auto found = theirs.find(fact);
        if (found == theirs.end() || explained.contains(file + " " + fact)) continue;
        EXPECT_EQ(value, found->second) << file << ": " << fact;
    }
}

TEST(GltfCorpus, CountsEqualThoseOfGltfTransformAndTheValidator) {
    GALLEY_NEEDS_CORPUS();
    std::size_t compared = 0;
    for (const auto& [file, facts] : test::expected_facts("gltf/")) {
        const auto transform = facts.find("gltf-transform");
        const auto validator = facts.find("gltf-validator");
        if (transform == facts.end() || transform->second.contains("exception")) continue;
        SourceFiles files = corpus_files();
        const auto counts = read_gltf_counts(files, path_of(file));
        ASSERT_TRUE(counts) << counts.error().to_string();
        const gltf::Document document = document_of(files, file);
        compare(file, transform->second, count_facts(document, *counts), kExplained);
        compare(file, transform->second, json_facts(document), kExplained);
        compare(file, validator->second, validator_facts(document, *counts));
        ++compared;
    }
    EXPECT_EQ(compared, 72U);
}

TEST(GltfCorpus, EveryFileImportsButThoseThatRequireWhatIsNotRead) {
    GALLEY_NEEDS_CORPUS();
    std::size_t imported_files = 0;
    for (const auto& [file, facts] : test::expected_facts("gltf/")) {
        if (!facts.contains("gltf-transform")) continue;
        SourceFiles files = corpus_files();
        const auto imported = import_gltf(files, path_of(file), {});
        if (file == "gltf/v1_Box/Box.glb") {
            ASSERT_FALSE(imported);
            EXPECT_EQ(imported.error().code.id, "G2005");
            continue;
        }
        if (const auto unread = kUnread.find(file); unread != kUnread.end()) {
            ASSERT_FALSE(imported) << file;
            EXPECT_EQ(imported.error().code.id, "G2011");
            EXPECT_NE(imported.error().message.find(unread->second), std::string::npos);
            continue;
        }
        ASSERT_TRUE(imported) << imported.error().to_string();
        EXPECT_FALSE(imported->ledger.partial());
        const Model& model = std::get<Model>(imported->content);
        SourceFiles again = corpus_files();
        EXPECT_EQ(model.counts, read_gltf_counts(again, path_of(file)).value());
        ++imported_files;
    }
    EXPECT_EQ(imported_files, 75U - 9U);
}

TEST(GltfCorpus, SceneBoundsAreThoseOfGltfTransform) {
    GALLEY_NEEDS_CORPUS();
    std::size_t compared = 0;
    for (const auto& [file, facts] : test::expected_facts("gltf/")) {
        const auto transform = facts.find("gltf-transform");
        if (transform == facts.end() || kUnread.contains(file)) continue;
        const auto expected = transform->second.find("scene_bounds");
        if (expected == transform->second.end() || kExplained.contains(file + " scene_bounds")) {
            continue;
        }
        SourceFiles files = corpus_files();
        const auto imported = import_gltf(files, path_of(file), {});
        ASSERT_TRUE(imported) << imported.error().to_string();
        const Bounds ours = scene_bounds(std::get<Model>(imported->content));
        const Bounds theirs = parse_bounds(expected->second);
        double size = 0;
        for (std::size_t i = 0; i < 3; ++i) size = std::max(size, theirs[i + 3] - theirs[i]);
        for (std::size_t i = 0; i < 6; ++i) {
            // They print five digits after the point.
            EXPECT_NEAR(ours[i], theirs[i], 1e-5 + size * 1e-6) << file << " component " << i;
        }
        ++compared;
    }
    EXPECT_EQ(compared, 61U);
}

TEST(GltfCorpus, SkinsAndAnimationsAreUnderstoodAsGltfTransformDoes) {
    GALLEY_NEEDS_CORPUS();
    for (const auto& [file, facts] : test::expected_facts("gltf/")) {
        const auto transform = facts.find("gltf-transform");
        if (transform == facts.end() || kUnread.contains(file)) continue;
        if (transform->second.contains("exception")) continue;
        SourceFiles files = corpus_files();
        const gltf::Document document = document_of(files, file);
        Ledger ledger;
        const auto parts =
            gltf::split_container(files.read(path_of(file)).value(), file, ledger).value();
        const auto buffers =
            gltf::load_buffers(document, parts.binary, files, path_of(file)).value();
        const gltf::AccessorReader accessors(document, buffers);
        for (std::size_t i = 0; i < document.animations.size(); ++i) {
            const gltf::Animation& animation = document.animations[i];
            float end = 0;
            std::set<std::string> interpolations;
            for (const gltf::Animation::Sampler& sampler : animation.samplers) {
                std::vector<float> times(accessors.accessor(sampler.input).count);
                ASSERT_TRUE(accessors.read_floats(sampler.input, {}, times.data()));
                end = std::max(end, *std::ranges::max_element(times));
                interpolations.emplace(sampler.interpolation);
            }
            const auto expected = transform->second.find(fmt::format("animation[{}]", i));
            ASSERT_NE(expected, transform->second.end()) << file;
            const std::string ours = fmt::format(
                "\"{}\" channels={} end={} interp={}", animation.name, animation.channels.size(),
                std::round(double{end} * 1e5) / 1e5, joined(interpolations));
            EXPECT_EQ(ours, expected->second) << file;
        }
    }
}

TEST(GltfCorpus, MissingPicturesAreNamedAndTheModelIsThere) {
    GALLEY_NEEDS_CORPUS();
    SourceFiles files = corpus_files();
    const auto imported = import_gltf(files, path_of("gltf/SciFiHelmet/SciFiHelmet.gltf"), {});
    ASSERT_TRUE(imported) << imported.error().to_string();
    const Model& model = std::get<Model>(imported->content);
    ASSERT_FALSE(model.images.empty());
    for (const ModelImage& image : model.images) EXPECT_TRUE(image.missing) << image.path;
    EXPECT_EQ(files.absent().size(), model.images.size());
    EXPECT_FALSE(model.meshes[0].primitives[0].mesh.indices.empty());
    EXPECT_TRUE(imported->ledger.lossy());
}

}  // namespace
}  // namespace galley
