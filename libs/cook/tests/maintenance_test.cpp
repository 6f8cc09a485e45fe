#include "galley/cook/maintenance.h"

#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/base/errors.h"

namespace galley::test {
namespace {

class MaintenanceTest : public CookTest {
protected:
    std::size_t store_files() { return fs.scan("p/cooked/store", 1).value().size(); }
    std::string first_file() { return "p/cooked/" + store_path(manifest().rows().front().key); }
    std::size_t bad(const std::vector<VerifyItem>& items) {
        return static_cast<std::size_t>(std::count_if(
            items.begin(), items.end(), [](const VerifyItem& item) { return !item.good; }));
    }
};

TEST_F(MaintenanceTest, garbage_is_what_no_manifest_names) {
    put("assets/red.tga", tga(4, 4, 255));
    put("assets/blue.tga", tga(4, 4, 0, 0, 255));
    cook_all();
    put("assets/red.tga", tga(4, 4, 254));
    cook_all();
    ASSERT_EQ(store_files(), 3U);
    const GcReport dry = collect_garbage(fs, project(), 0, true).value();
    EXPECT_EQ(dry.removed_files, 1U);
    EXPECT_EQ(store_files(), 3U);
    const GcReport report = collect_garbage(fs, project(), 0, false).value();
    EXPECT_EQ(report.removed_files, 1U);
    EXPECT_EQ(report.kept_files, 2U);
    EXPECT_EQ(store_files(), 2U);
    const CookReport after = cook_all();
    EXPECT_EQ(after.fresh, 2U);
}

TEST_F(MaintenanceTest, a_budget_keeps_the_youngest_garbage) {
    for (const auto red : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
        put("assets/red.tga", tga(4, 4, red));
        cook_all();
    }
    const std::uint64_t one_file = fs.stat(first_file()).value().size;
    const GcReport report = collect_garbage(fs, project(), one_file, false).value();
    EXPECT_EQ(report.removed_files, 1U);
    put("assets/red.tga", tga(4, 4, 2));
    EXPECT_EQ(cook_all().restored, 1U);
}

TEST_F(MaintenanceTest, a_budget_keeps_what_was_used_last_whenever_it_was_written) {
    for (const auto red : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{1}, std::uint8_t{3}}) {
        put("assets/red.tga", tga(4, 4, red));
        cook_all();
    }
    const std::uint64_t one_file = fs.stat(first_file()).value().size;
    EXPECT_EQ(collect_garbage(fs, project(), one_file, false).value().removed_files, 1U);
    put("assets/red.tga", tga(4, 4, 1));
    EXPECT_EQ(cook_all().restored, 1U) << "written first, left last";
    put("assets/red.tga", tga(4, 4, 2));
    EXPECT_EQ(cook_all().cooked, 1U);
}

TEST_F(MaintenanceTest, without_its_log_the_time_of_writing_is_the_last_use) {
    for (const auto red : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
        put("assets/red.tga", tga(4, 4, red));
        cook_all();
    }
    ASSERT_TRUE(fs.remove_file("p/cooked/state/last-use.log"));
    const std::uint64_t one_file = fs.stat(first_file()).value().size;
    EXPECT_EQ(collect_garbage(fs, project(), one_file, false).value().removed_files, 1U);
    put("assets/red.tga", tga(4, 4, 2));
    EXPECT_EQ(cook_all().restored, 1U);
}

TEST_F(MaintenanceTest, nothing_is_removed_while_a_manifest_cannot_be_read) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    fs.put("p/cooked/other.manifest", std::string_view("not a manifest, whatever it was before"));
    EXPECT_FALSE(collect_garbage(fs, project(), 0, false));
    EXPECT_EQ(store_files(), 1U);
}

TEST_F(MaintenanceTest, nothing_is_removed_while_a_manifest_is_torn) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    put("assets/blue.tga", tga(4, 4, 0, 0, 255));
    cook_all();
    const Bytes whole = fs.read("p/cooked/desktop.manifest").value();
    fs.truncate("p/cooked/desktop.manifest", whole.size() - 1).value();
    EXPECT_FALSE(collect_garbage(fs, project(), 0, false));
    EXPECT_EQ(store_files(), 2U);
    EXPECT_TRUE(cook_all().ok());
    EXPECT_EQ(collect_garbage(fs, project(), 0, false).value().removed_files, 0U);
}

TEST_F(MaintenanceTest, leftovers_of_a_killed_cook_are_removed) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    fs.put("p/cooked/staging/7", std::string_view("half a body"));
    EXPECT_EQ(collect_garbage(fs, project(), 0, false).value().removed_files, 1U);
    EXPECT_FALSE(fs.exists("p/cooked/staging/7"));
}

TEST_F(MaintenanceTest, a_cooked_project_verifies) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/red.tga", tga(4, 4, 255));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "red.tga"}}));
    cook_all();
    const auto items = verify_path(fs, "p");
    EXPECT_EQ(items.size(), 4U);  // three bodies and the manifest
    EXPECT_EQ(bad(items), 0U);
}

TEST_F(MaintenanceTest, every_flipped_byte_of_a_store_file_is_found) {
    put("assets/red.tga", tga(2, 2, 255));
    cook_all();
    const std::string path = first_file();
    const Bytes whole = fs.read(path, 1 << 20).value();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        Bytes damaged = whole;
        damaged[i] ^= std::byte{0x10};
        fs.put(path, damaged);
        EXPECT_EQ(bad(verify_path(fs, path)), 1U) << "byte " << i;
    }
}

TEST_F(MaintenanceTest, a_missing_or_swapped_body_is_found_through_the_manifest) {
    put("assets/red.tga", tga(2, 2, 255));
    put("assets/blue.tga", tga(2, 2, 0, 0, 255));
    cook_all();
    const auto rows = manifest().rows();
    const std::string one = "p/cooked/" + store_path(rows[0].key);
    const std::string two = "p/cooked/" + store_path(rows[1].key);
    const Bytes body = fs.read(one, 1 << 20).value();
    fs.put(one, fs.read(two, 1 << 20).value());
    EXPECT_EQ(bad(verify_path(fs, "p/cooked/desktop.manifest")), 1U);
    EXPECT_EQ(bad(verify_path(fs, one)), 1U);  // named after another key
    fs.remove_file(one).value();
    EXPECT_EQ(bad(verify_path(fs, "p/cooked/desktop.manifest")), 1U);
    fs.put(one, body);
    EXPECT_EQ(bad(verify_path(fs, "p")), 0U);
}

TEST_F(MaintenanceTest, what_cannot_be_verified_says_so) {
    const auto none = verify_path(fs, "p/assets");
    ASSERT_EQ(none.size(), 1U);
    EXPECT_EQ(none.front().error.code.id, "G3010");
    const auto missing = verify_path(fs, "p/absent.vda");
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing.front().error.code, kFileNotFound);
}

}  // namespace
}  // namespace galley::test
