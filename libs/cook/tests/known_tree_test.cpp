#include <gmock/gmock.h>

#include "cook_fixture.h"

namespace galley::test {
namespace {

/// A project that was cooked so often that nothing is left to note.
class KnownTrees : public CookTest {
protected:
    KnownTrees() {
        put("assets/props/tri.bin", triangle_buffer(1));
        put("assets/props/a.gltf", triangle_gltf({{"baseColorTexture", "../skins/red.tga"},
                                                  {"normalTexture", "../skins/late.tga"}}));
        put("assets/skins/red.tga", tga(4, 4, 255));
        put("assets/top.tga", tga(4, 4, 9));
        fs.make_directories("p/assets/empty").value();
        for (int i = 0; i < 3; ++i) {
            cook_all();
        }
        (void)fs.take_log();
    }

    bool listed(const std::vector<MemoryFileSystem::Access>& log) {
        return std::any_of(log.begin(), log.end(), [](const auto& access) {
            return access.operation == MemoryFileSystem::Operation::list &&
                   access.path.find("assets") != std::string::npos;
        });
    }
};

TEST_F(KnownTrees, lists_no_directory_and_writes_nothing_when_nothing_changed) {
    const CookReport report = cook_all();
    EXPECT_EQ(report.sources, 3U);
    EXPECT_EQ(report.unclaimed, 1U);
    EXPECT_EQ(report.fresh, report.assets);
    const auto log = fs.take_log();
    EXPECT_FALSE(listed(log));
    for (const auto& access : log) {
        EXPECT_NE(access.operation, MemoryFileSystem::Operation::write) << access.path;
    }
}

TEST_F(KnownTrees, that_are_cut_or_damaged_cost_a_survey_and_are_written_anew) {
    const std::string path = "p/cooked/state/desktop.tree";
    const Bytes whole = fs.read(path).value();
    const auto expect_survey = [&](const Bytes& bytes, std::size_t at) {
        fs.put(path, ByteSpan(bytes));
        fs.advance(10'000'000'000);
        (void)fs.take_log();
        const CookReport report = cook_all();
        EXPECT_EQ(report.sources, 3U) << at;
        EXPECT_EQ(report.fresh, report.assets) << at;
        EXPECT_TRUE(listed(fs.take_log())) << at;
        EXPECT_EQ(fs.read(path).value(), whole) << at;
    };
    for (std::size_t size = 0; size < whole.size(); ++size) {
        expect_survey(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)),
                      size);
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        Bytes flipped = whole;
        flipped[at] ^= std::byte{1};
        expect_survey(flipped, at);
    }
}

TEST_F(KnownTrees, of_another_log_do_not_count) {
    const std::string path = "p/cooked/state/desktop.tree";
    const Bytes before = fs.read(path).value();
    put("assets/top.tga", tga(4, 4, 8));
    EXPECT_EQ(cook_all().cooked, 1U);
    fs.put(path, ByteSpan(before));
    (void)fs.take_log();
    EXPECT_EQ(cook_all().fresh, 4U);
    EXPECT_TRUE(listed(fs.take_log()));
}

TEST_F(KnownTrees, tell_again_what_failed) {
    put("assets/broken.tga", "no picture");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(cook_all().failed_sources, 1U);
    }
    (void)fs.take_log();
    EXPECT_EQ(cook_all().failed_sources, 1U);
    EXPECT_FALSE(listed(fs.take_log()));
}

TEST_F(KnownTrees, tell_a_strict_cook_what_was_lost) {
    std::string gltf = triangle_gltf();
    gltf.insert(gltf.size() - 1,
                R"(,"images":[{"uri":"data:image/png;base64,bm90IGEgcGljdHVyZQ=="}])");
    put("assets/props/lossy.gltf", gltf);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(cook_all().failed_sources, 0U);
    }
    options.strict = true;
    EXPECT_EQ(cook_all().failed_sources, 2U) << "with a.gltf, which misses a texture";
}

TEST_F(KnownTrees, list_no_directory_for_files_that_changed_where_they_lie) {
    struct Case {
        const char* path;
        std::string bytes;
        std::uint64_t imported, cooked;
    };
    const Case cases[] = {
        {"p/assets/top.tga", tga(4, 4, 7), 1, 1},
        {"p/assets/props/tri.bin", triangle_buffer(3), 1, 1},
        {"p/library/assets/top.tga.json", R"({"version": 1, "settings": {"mipmaps": false}})", 0,
         1},
    };
    for (const Case& edit : cases) {
        fs.put(edit.path, std::string_view(edit.bytes));
        fs.advance(10'000'000'000);
        (void)fs.take_log();
        const CookReport report = cook_all();
        EXPECT_FALSE(listed(fs.take_log())) << edit.path;
        EXPECT_EQ(report.imported, edit.imported) << edit.path;
        EXPECT_EQ(report.cooked, edit.cooked) << edit.path;
        EXPECT_EQ(report.sources, 3U) << edit.path;
        EXPECT_EQ(report.unclaimed, 1U) << edit.path;
        for (int i = 0; i < 2; ++i) {  // the recipe was written, so its folder has to be listed
            fs.advance(10'000'000'000);
            EXPECT_EQ(cook_all().fresh, 4U) << edit.path;
        }
    }
}

struct Edit {
    const char* name;
    void (*make)(MemoryFileSystem& fs);
    /// imported sources, cooked and removed assets
    std::uint64_t imported, cooked, removed;
};

/// What a list of tests shows: the bytes of an Edit differ with every run.
void PrintTo(const Edit& edit, std::ostream* out) { *out << edit.name; }

class KnownTreeEdits : public KnownTrees, public ::testing::WithParamInterface<Edit> {};

TEST_P(KnownTreeEdits, are_noticed) {
    GetParam().make(fs);
    fs.advance(10'000'000'000);
    const CookReport report = cook_all();
    EXPECT_EQ(report.imported, GetParam().imported);
    EXPECT_EQ(report.cooked, GetParam().cooked);
    EXPECT_EQ(report.removed, GetParam().removed);
}

INSTANTIATE_TEST_SUITE_P(
    Every, KnownTreeEdits,
    ::testing::Values(
        Edit{"other_bytes_of_the_same_size",
             [](auto& fs) { fs.put("p/assets/top.tga", std::string_view(tga(4, 4, 8))); }, 1, 1, 0},
        Edit{"other_bytes_with_size_and_time_set_back",
             [](auto& fs) {
                 const auto before = fs.stat("p/assets/top.tga").value();
                 fs.put("p/assets/top.tga", std::string_view(tga(4, 4, 8)));
                 fs.set_mtime("p/assets/top.tga", before.mtime_ns);
             },
             1, 1, 0},
        Edit{"a_new_file_beside_others",
             [](auto& fs) { fs.put("p/assets/skins/b.tga", std::string_view(tga(2, 2, 1))); }, 1, 1,
             0},
        Edit{"a_new_file_in_an_empty_folder",
             [](auto& fs) { fs.put("p/assets/empty/b.tga", std::string_view(tga(2, 2, 1))); }, 1, 1,
             0},
        Edit{"a_new_folder",
             [](auto& fs) { fs.put("p/assets/x/y/b.tga", std::string_view(tga(2, 2, 1))); }, 1, 1,
             0},
        Edit{"a_file_gone", [](auto& fs) { (void)fs.remove_file("p/assets/top.tga"); }, 0, 0, 1},
        Edit{"a_rename", [](auto& fs) { (void)fs.rename("p/assets/top.tga", "p/assets/zap.tga"); },
             1, 0, 1},
        Edit{"a_buffer",
             [](auto& fs) {
                 fs.put("p/assets/props/tri.bin", std::string_view(triangle_buffer(2)));
             },
             1, 1, 0},
        Edit{"a_missing_texture_that_came",
             [](auto& fs) {
                 fs.put("p/assets/skins/late.tga", std::string_view(tga(2, 2, 128, 128, 255)));
             },
             2, 2, 0},
        Edit{"an_edited_recipe",
             [](auto& fs) {
                 fs.put("p/library/assets/top.tga.json",
                        std::string_view("{\"version\": 1, \"settings\": {\"mipmaps\": false}}"));
             },
             0, 1, 0},
        Edit{"import_rules",
             [](auto& fs) {
                 fs.put(
                     "p/project.json",
                     std::string_view(
                         R"({"import": [{"match": "top.*", "settings": {"filter": "nearest"}}]})"));
             },
             0, 1, 0},
        Edit{"a_file_of_the_store",
             [](auto& fs) {
                 const auto files = fs.scan("p/cooked/store", 1).value();
                 (void)fs.remove_file("p/cooked/store/" + std::string(files[0].path));
             },
             0, 1, 0}),
    [](const auto& edit) { return std::string(edit.param.name); });

}  // namespace
}  // namespace galley::test
