#include "galley/import/material_source.h"

#include <gmock/gmock.h>

#include "galley/asset/errors.h"
#include "galley/core/memory_file_system.h"
#include "galley/import/importer.h"

namespace galley {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Model> read(std::string_view text) {
    return read_material_source(text, VirtualPath::parse("assets/bark/bark.material.json").value());
}

const std::string kEverything = R"({
  "version": 1, "alpha": "mask", "alpha_cutoff": 0.25, "unlit": true, "double_sided": true,
  "base_color": [0.1, 0.2, 0.3, 0.4], "metallic": 0.5, "roughness": 0.6, "normal_scale": 2,
  "occlusion_strength": 0.7, "emissive": [0.5, 0.25, 1], "emissive_strength": 4, "ior": 1.4,
  "dispersion": 0.1, "transmission": 0.2,
  "clearcoat": {"factor": 0.3, "roughness": 0.4, "normal_scale": 0.5},
  "sheen": {"color": [0.1, 0.2, 0.3], "roughness": 0.4},
  "volume": {"thickness": 1, "attenuation_distance": 2, "attenuation_color": [0.5, 0.6, 0.7]},
  "specular": {"factor": 0.5, "color": [1, 0.5, 0.25]},
  "anisotropy": {"strength": 0.5, "rotation_radians": 0.25},
  "iridescence": {"factor": 1, "ior": 1.2, "thickness_min": 50, "thickness_max": 60},
  "diffuse_transmission": {"factor": 0.5, "color": [0.1, 0.2, 0.3]},
  "maps": {
    "occlusion": "orm.png",
    "base_color": "color.png",
    "metallic_roughness": {"texture": "orm.png"},
    "normal": {"texture": "../shared/n.png", "uv_set": 3, "wrap": "mirror", "filter": "nearest",
               "offset": [0.5, 0.25], "scale": [2, 3], "rotation_radians": 1.5}
  }
})";

TEST(MaterialSource, ReadsEveryMember) {
    const Result<Model> model = read(kEverything);
    ASSERT_TRUE(model) << model.error().to_string();
    ASSERT_EQ(model->materials.size(), 1U);
    EXPECT_EQ(model->materials[0].name, "bark");
    const Material& m = model->materials[0].material;
    EXPECT_EQ(m.type, MaterialType::mask);
    EXPECT_EQ(m.alpha_cutoff, 0.25F);
    EXPECT_TRUE(m.unlit && m.double_sided);
    EXPECT_EQ(m.base_color, (Vec4{0.1F, 0.2F, 0.3F, 0.4F}));
    EXPECT_EQ(m.metallic, 0.5F);
    EXPECT_EQ(m.roughness, 0.6F);
    EXPECT_EQ(m.normal_scale, 2);
    EXPECT_EQ(m.occlusion_strength, 0.7F);
    EXPECT_EQ(m.emissive, (Vec3{0.5F, 0.25F, 1}));
    EXPECT_EQ(m.emissive_strength, 4);
    EXPECT_EQ(m.ior, 1.4F);
    EXPECT_EQ(m.dispersion, 0.1F);
    EXPECT_EQ(m.transmission, 0.2F);
    EXPECT_EQ(m.clearcoat, (Clearcoat{0.3F, 0.4F, 0.5F}));
    EXPECT_EQ(m.sheen, (Sheen{{0.1F, 0.2F, 0.3F}, 0.4F}));
    EXPECT_EQ(m.volume, (Volume{1, 2, {0.5F, 0.6F, 0.7F}}));
    EXPECT_EQ(m.specular, (Specular{0.5F, {1, 0.5F, 0.25F}}));
    EXPECT_EQ(m.anisotropy, (Anisotropy{0.5F, 0.25F}));
    EXPECT_EQ(m.iridescence, (Iridescence{1, 1.2F, 50, 60}));
    EXPECT_EQ(m.diffuse_transmission, (DiffuseTransmission{0.5F, {0.1F, 0.2F, 0.3F}}));

    std::vector<std::string> paths;
    for (const ModelImage& image : model->images) paths.push_back(image.path);
    EXPECT_THAT(paths,
                ElementsAre("assets/bark/color.png", "assets/bark/orm.png", "assets/shared/n.png"));
    ASSERT_EQ(m.slots.size(), 4U);
    EXPECT_EQ(m.find(MaterialMap::occlusion)->texture, 1U);
    EXPECT_EQ(m.find(MaterialMap::metallic_roughness)->texture, 1U);
    const TextureSlot& normal = *m.find(MaterialMap::normal);
    EXPECT_EQ(normal.uv_set, 3);
    EXPECT_EQ(normal.wrap_u, WrapMode::mirror);
    EXPECT_EQ(normal.wrap_v, WrapMode::mirror);
    EXPECT_EQ(normal.mag_filter, FilterMode::nearest);
    EXPECT_EQ(normal.mip_filter, FilterMode::nearest);
    EXPECT_EQ(normal.offset, (Vec2{0.5F, 0.25F}));
    EXPECT_EQ(normal.scale, (Vec2{2, 3}));
    EXPECT_EQ(normal.rotation, 1.5F);
}

TEST(MaterialSource, TheLeastIsTheDefaultMaterial) {
    const Result<Model> model = read(R"({"version": 1})");
    ASSERT_TRUE(model);
    EXPECT_EQ(model->materials[0].material, Material());
}

TEST(MaterialSource, WhatIsNotOfTheFormIsRefusedWithItsPlace) {
    struct Case {
        const char* text;
        const char* field;
        const char* message;
    };
    for (const Case& bad : {
             Case{"[]", "", "this is to be an object"},
             Case{"{}", "/version", "'version' is to be 1"},
             Case{R"({"version": 2})", "/version", "'version' 2 is newer than 1"},
             Case{R"({"version": 1, "metalic": 1})", "/metalic", "'metalic' is not known"},
             Case{R"({"version": 1, "metallic": "1"})", "/metallic", "is to be a number"},
             Case{R"({"version": 1, "emissive": [1, 2]})", "/emissive", "is to be 3 numbers"},
             Case{R"({"version": 1, "unlit": 1})", "/unlit", "is to be true or false"},
             Case{R"({"version": 1, "alpha": "cut"})", "/alpha",
                  "is to be one of opaque, mask, blend"},
             Case{R"({"version": 1, "sheen": 1})", "/sheen", "is to be an object"},
             Case{R"({"version": 1, "sheen": {"factor": 1}})", "/sheen/factor", "is not known"},
             Case{R"({"version": 1, "maps": {"albedo": "a.png"}})", "/maps/albedo",
                  "'albedo' is not known; known are base_color, metallic_roughness"},
             Case{R"({"version": 1, "maps": {"normal": 1}})", "/maps/normal",
                  "is to be a picture's path, or an object"},
             Case{R"({"version": 1, "maps": {"normal": {}}})", "/maps/normal/texture",
                  "is to be a picture's path"},
             Case{R"({"version": 1, "maps": {"normal": {"texture": "n", "uv_set": 8}}})",
                  "/maps/normal/uv_set", "is to be a whole number from 0 to 7"},
             Case{R"({"version": 1, "maps": {"normal": {"texture": "n", "uv_set": 0.5}}})",
                  "/maps/normal/uv_set", "is to be a whole number from 0 to 7"},
             Case{R"({"version": 1, "maps": {"normal": {"texture": "n", "wrap": "tile"}}})",
                  "/maps/normal/wrap", "is to be one of repeat, mirror, clamp"},
         }) {
        const Result<Model> model = read(bad.text);
        ASSERT_FALSE(model) << bad.text;
        EXPECT_EQ(model.error().code, kMaterialForm) << bad.text;
        EXPECT_EQ(model.error().place.field, bad.field) << bad.text;
        EXPECT_EQ(model.error().place.file, "assets/bark/bark.material.json");
        EXPECT_EQ(model.error().place.line, 1U);
        EXPECT_THAT(model.error().message, HasSubstr(bad.message));
    }
}

TEST(MaterialSource, RangesAndPathsAreChecked) {
    const Result<Model> range = read(R"({"version": 1, "roughness": 1.5})");
    ASSERT_FALSE(range);
    EXPECT_EQ(range.error().code, kMaterialInvalid);
    EXPECT_EQ(range.error().place.file, "assets/bark/bark.material.json");
    const Result<Model> path = read(R"({"version": 1, "maps": {"normal": "../../../n.png"}})");
    ASSERT_FALSE(path);
    EXPECT_EQ(path.error().place.field, "/maps/normal");
    EXPECT_FALSE(read(R"({"version": 1, "maps": {"normal": "https://x/n.png"}})"));
}

TEST(MaterialSource, CutAnywhereIsAnError) {
    for (std::size_t size = 0; size + 1 < kEverything.size(); ++size) {
        EXPECT_FALSE(read(std::string_view(kEverything).substr(0, size))) << size;
    }
}

TEST(MaterialSource, AnImportLooksForThePicturesAndTellsWhatIsMissing) {
    MemoryFileSystem fs;
    fs.put("p/assets/a.material.json",
           std::string_view(
               R"({"version": 1, "maps": {"base_color": "there.png", "normal": "gone.png"}})"));
    fs.put("p/assets/there.png", std::string_view("png"));
    ImporterRegistry registry;
    register_builtin_importers(registry);
    const Importer* importer = registry.find_for("assets/a.material.json");
    ASSERT_NE(importer, nullptr);
    SourceFiles files(fs, "p", 1 << 20);
    const auto imported =
        importer->import(files, VirtualPath::parse("assets/a.material.json").value(), {});
    ASSERT_TRUE(imported) << imported.error().to_string();
    const auto& model = std::get<Model>(imported->content);
    EXPECT_FALSE(model.images[0].missing);
    EXPECT_TRUE(model.images[1].missing);
    EXPECT_THAT(files.absent(), ElementsAre("assets/gone.png"));
    ASSERT_EQ(imported->ledger.entries().size(), 1U);
    EXPECT_EQ(imported->ledger.entries()[0].verdict, Verdict::dropped);
}

}  // namespace
}  // namespace galley
