#include <gtest/gtest.h>

#include "cook_fixture.h"
#include "galley/asset/cooked_file.h"
#include "galley/cook/errors.h"

namespace galley::test {
namespace {

/// Changes a picture once the next one is being imported.
class Editor final : public CookObserver {
public:
    explicit Editor(MemoryFileSystem& fs) : fs_(fs) {}
    void progress(std::uint64_t /*done*/, std::uint64_t /*total*/,
                  std::string_view current) override {
        if (current == "assets/b.tga") {
            fs_.put("p/assets/a.tga", std::string_view(tga(8, 8, 20)));
        }
    }

private:
    MemoryFileSystem& fs_;
};

class KeptPictures : public CookTest {
protected:
    KeptPictures() {
        put("assets/a.tga", tga(8, 8, 10));  // the first by name and size is imported first
        put("assets/b.tga", tga(4, 4, 10));
        (void)fs.take_log();
    }

    std::size_t reads_of(const std::string& path) {
        std::size_t reads = 0;
        for (const auto& access : fs.take_log()) {
            reads += access.operation == MemoryFileSystem::Operation::read && access.path == path;
        }
        return reads;
    }

    CookReport cook_while_edited() {
        Editor editor(fs);
        return cook_with(fs, project(), importers, cookers, options, editor).value();
    }
};

TEST_F(KeptPictures, are_read_once_and_again_where_memory_is_short) {
    EXPECT_TRUE(cook_all().ok());
    const auto rows = manifest().rows();
    EXPECT_EQ(reads_of("p/assets/a.tga"), 1U);
    options.memory = 1;
    options.force = true;
    EXPECT_TRUE(cook_all().ok());
    EXPECT_EQ(reads_of("p/assets/a.tga"), 2U);
    EXPECT_EQ(manifest().rows(), rows);
}

TEST_F(KeptPictures, are_cooked_as_they_were_imported_and_the_next_cook_sees_the_edit) {
    EXPECT_TRUE(cook_while_edited().ok());
    const auto rows = manifest().rows();
    EXPECT_EQ(cook_all().cooked, 1U);
    EXPECT_NE(manifest().rows(), rows);
    put("assets/a.tga", tga(8, 8, 10));
    EXPECT_EQ(cook_all().restored, 1U);
    EXPECT_EQ(manifest().rows(), rows);
}

TEST_F(KeptPictures, that_are_not_kept_fail_when_they_changed_meanwhile) {
    options.memory = 1;
    const CookReport report = cook_while_edited();
    ASSERT_EQ(report.failures.size(), 1U);
    EXPECT_EQ(report.failures.front().diagnostics.front().error.code, kSourceChanged);
    EXPECT_TRUE(cook_all().ok());
}

TEST_F(KeptPictures, go_when_a_cook_may_use_all_that_there_is) {
    // Both may stay, being small, but a cook takes more than all.
    options.memory = 140 << 10;
    EXPECT_TRUE(cook_all().ok());
    EXPECT_EQ(reads_of("p/assets/a.tga"), 2U);
}

}  // namespace
}  // namespace galley::test
