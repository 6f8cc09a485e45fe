#include "galley/import/importer.h"

#include <gtest/gtest.h>

#include "galley/core/memory_file_system.h"
#include "galley/import/errors.h"

namespace galley {
namespace {

TEST(Importers, BuiltinOnesClaimEachFormatOnce) {
    ImporterRegistry registry;
    register_builtin_importers(registry);
    EXPECT_EQ(registry.all().size(), 5U);
    for (const std::string_view extension : {"gltf", "glb"}) {
        ASSERT_NE(registry.find(extension), nullptr);
        EXPECT_EQ(registry.find(extension)->name, "gltf");
    }
    for (const std::string_view extension :
         {"png", "jpg", "jpeg", "tga", "bmp", "hdr", "dds", "ktx2", "webp"}) {
        ASSERT_NE(registry.find(extension), nullptr);
        EXPECT_EQ(registry.find(extension)->name, "image");
    }
    EXPECT_EQ(registry.find("fbx"), nullptr);
    EXPECT_EQ(registry.find("PNG"), nullptr);  // callers give lower case
}

TEST(Importers, AFileIsClaimedByTheLongestExtensionInEitherCase) {
    ImporterRegistry registry;
    register_builtin_importers(registry);
    const auto name = [&](std::string_view path) {
        const Importer* importer = registry.find_for(path);
        return importer == nullptr ? std::string_view("none") : importer->name;
    };
    EXPECT_EQ(name("assets/a.world.json"), "world");
    EXPECT_EQ(name("assets/A.Tilemap.JSON"), "tilemap");
    EXPECT_EQ(name("assets/bark.material.json"), "material");
    EXPECT_EQ(name("assets/world.json/rock.v2.PNG"), "image");
    EXPECT_EQ(name("assets/a.json"), "none");
    EXPECT_EQ(name("assets/world.json"), "none");
    EXPECT_EQ(name("assets/png"), "none");
}

TEST(Importers, SecondClaimOnAnExtensionNamesBoth) {
    ImporterRegistry registry;
    register_builtin_importers(registry);
    const auto added = registry.add(
        {.name = "other", .extensions = {"obj", "glb"}, .import = {}, .memory_estimate = {}});
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, kImporterClaim);
    EXPECT_EQ(added.error().message, "importers 'gltf' and 'other' both claim .glb");
    EXPECT_EQ(registry.find("obj"), nullptr);
}

TEST(Importers, ImagesAreProbedAndErrorsNameTheFile) {
    MemoryFileSystem fs;
    fs.put("/p/a.png", "this is no picture");
    SourceFiles files(fs, "/p", 1 << 20);
    ImporterRegistry registry;
    register_builtin_importers(registry);
    const auto imported =
        registry.find("png")->import(files, VirtualPath::parse("a.png").value(), {});
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().place.file, "a.png");
}

TEST(Importers, EstimatesGrowWithTheFileAndDoNotOverflow) {
    ImporterRegistry registry;
    register_builtin_importers(registry);
    for (const Importer& importer : registry.all()) {
        std::uint64_t before = 0;
        for (const std::uint64_t size : {0ULL, 1ULL << 20, 1ULL << 30, 1ULL << 40}) {
            const std::uint64_t estimate = importer.memory_estimate(size);
            EXPECT_GE(estimate, size);
            EXPECT_GE(estimate, before);
            before = estimate;
        }
    }
}

}  // namespace
}  // namespace galley
