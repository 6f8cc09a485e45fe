#include <gtest/gtest.h>

#include "cook_fixture.h"
#include "galley/base/errors.h"
#include "galley/core/fault_file_system.h"

namespace galley::test {
namespace {

/// Everything that counts when two cooks are compared: the store's files and the manifest's rows.
struct Cooked {
    std::map<std::string, Bytes> store;
    std::vector<ManifestRow> rows;
    friend bool operator==(const Cooked&, const Cooked&) = default;
};

Cooked cooked_of(FileSystem& fs) {
    Cooked cooked;
    const auto files = fs.scan("p/cooked/store", 1).value();
    for (const ScannedFile& file : files) {
        const std::string path(file.path);
        cooked.store[path] = fs.read("p/cooked/store/" + path).value();
    }
    if (const auto bytes = fs.read("p/cooked/desktop.manifest")) {
        cooked.rows = Manifest::read(*bytes).value().rows();
    }
    return cooked;
}

void put_project(MemoryFileSystem& fs) {
    fs.put("p/project.json", std::string_view("{}"));
    fs.put("p/assets/tri.bin", std::string_view(triangle_buffer(1)));
    fs.put("p/assets/red.tga", std::string_view(tga(4, 4, 255)));
    fs.put("p/assets/bumps.tga", std::string_view(tga(4, 4, 128, 128, 255)));
    fs.put("p/assets/a.gltf", std::string_view(triangle_gltf({{"baseColorTexture", "red.tga"},
                                                              {"normalTexture", "bumps.tga"}})));
    fs.put("p/assets/bad.gltf", std::string_view("not a model"));
    fs.advance(10'000'000'000);
}

Result<CookReport> cook_in(FileSystem& fs) {
    ImporterRegistry importers;
    register_builtin_importers(importers);
    Diagnostics diagnostics;
    auto project = open_project(fs, "p", "", diagnostics);
    if (!project) {
        return std::unexpected(project.error());
    }
    CookOptions options;
    options.jobs = 1;
    options.memory = std::uint64_t{1} << 30;
    CookObserver observer;
    return cook(fs, *project, importers, options, observer);
}

Cooked clean_cook() {
    MemoryFileSystem fs;
    put_project(fs);
    EXPECT_TRUE(cook_in(fs));
    return cooked_of(fs);
}

std::uint64_t write_points_of_a_cook() {
    MemoryFileSystem fs;
    put_project(fs);
    FaultFileSystem counting(fs);
    EXPECT_TRUE(cook_in(counting));
    return counting.write_points();
}

TEST(CookFaults, a_full_disk_at_any_write_leaves_a_project_that_the_next_cook_completes) {
    const Cooked clean = clean_cook();
    ASSERT_EQ(clean.rows.size(), 4U);
    const std::uint64_t points = write_points_of_a_cook();
    ASSERT_GT(points, 20U);
    for (const bool forever : {false, true}) {
        for (std::uint64_t point = 0; point < points; ++point) {
            MemoryFileSystem fs;
            put_project(fs);
            FaultFileSystem faulty(fs);
            faulty.fail_write(point, kDiskFull, forever);
            const auto report = cook_in(faulty);
            EXPECT_FALSE(report && report->ok()) << "write point " << point << " was not noticed";
            fs.advance(10'000'000'000);
            ASSERT_TRUE(cook_in(fs)) << "after write point " << point;
            EXPECT_EQ(cooked_of(fs), clean) << "after write point " << point;
        }
    }
}

TEST(CookFaults, a_power_cut_at_any_write_leaves_a_project_that_the_next_cook_completes) {
    const Cooked clean = clean_cook();
    const std::uint64_t points = write_points_of_a_cook();
    for (std::uint64_t point = 0; point < points; ++point) {
        for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{0x9e3779b97f4a7c15},
                                         std::uint64_t{0x5555555555555555}, ~std::uint64_t{0}}) {
            MemoryFileSystem fs;
            put_project(fs);
            FaultFileSystem dying(fs);
            dying.fail_write(point, kFileWrite, true);
            (void)cook_in(dying);
            const auto after = fs.crash(seed);
            after->advance(10'000'000'000);
            ASSERT_TRUE(cook_in(*after)) << "after write point " << point << " seed " << seed;
            EXPECT_EQ(cooked_of(*after), clean)
                << "after write point " << point << " seed " << seed;
        }
    }
}

TEST(CookFaults, the_derived_files_may_be_on_another_file_system_than_the_recipes) {
    MemoryFileSystem fs;
    put_project(fs);
    FaultFileSystem mounted(fs);
    mounted.mount("p/cooked");
    const auto report = cook_in(mounted);
    ASSERT_TRUE(report) << report.error().to_string();
    EXPECT_EQ(cooked_of(fs), clean_cook());
    EXPECT_TRUE(fs.stat("p/library/assets/red.tga.json"));
    EXPECT_TRUE(fs.list("p/cooked/staging").value().empty());
}

TEST(CookFaults, an_unreadable_source_fails_alone_and_is_tried_again) {
    MemoryFileSystem fs;
    put_project(fs);
    FaultFileSystem faulty(fs);
    faulty.fail_reads([](std::string_view path) { return path == "p/assets/red.tga"; });
    const auto first = cook_in(faulty);
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->ok());
    EXPECT_GT(first->cooked, 0U);
    fs.advance(10'000'000'000);
    ASSERT_TRUE(cook_in(fs));
    EXPECT_EQ(cooked_of(fs), clean_cook());
}

}  // namespace
}  // namespace galley::test
