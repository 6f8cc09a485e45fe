#include "cook_fixture.h"
#include "galley/import/image_errors.h"

namespace galley::test {
namespace {

/// A DDS file of 2 x 2 pixels of DXGI_FORMAT_R8_UNORM, whose second level is missing.
std::string cut_dds() {
    const std::pair<std::size_t, std::uint32_t> words[] = {
        {0, 0x20534444}, {4, 124}, {8, 0x20000},     {12, 2},   {16, 2},  {28, 2},
        {76, 32},        {80, 4},  {84, 0x30315844}, {128, 61}, {132, 3}, {140, 1}};
    std::string file(148 + 4, '\0');
    for (const auto& [at, word] : words) {
        for (unsigned i = 0; i < 4; ++i) file[at + i] = static_cast<char>(word >> (8 * i) & 255U);
    }
    return file;
}

class DamagedPictures : public CookTest {
protected:
    void expect_warning(const std::string& name) {
        ASSERT_TRUE(told.assets.contains(name)) << name;
        const AssetOutcome& outcome = told.assets[name];
        ASSERT_EQ(outcome.diagnostics.size(), 1U) << name;
        EXPECT_EQ(outcome.diagnostics[0].severity, Severity::warning);
        EXPECT_EQ(outcome.diagnostics[0].error.code, kImageDamaged);
        EXPECT_EQ(outcome.diagnostics[0].error.place.file, name);
    }
};

TEST_F(DamagedPictures, are_a_warning_of_the_cook_that_makes_them_and_of_no_later_one) {
    put("assets/cut.dds", cut_dds());
    const CookReport first = cook_all();
    EXPECT_TRUE(first.ok());
    EXPECT_EQ(first.cooked, 1U);
    expect_warning("assets/cut.dds");
    EXPECT_TRUE(told.assets["assets/cut.dds"].ledger.partial());
    EXPECT_EQ(cook_all().fresh, 1U);
    EXPECT_TRUE(told.assets.empty());
}

TEST_F(DamagedPictures, are_a_warning_where_the_store_has_their_bodies_already) {
    put("assets/cut.dds", cut_dds());
    cook_all();
    put("assets/twin.dds", cut_dds());
    const CookReport report = cook_all();
    EXPECT_EQ(report.restored, 1U);
    EXPECT_EQ(report.fresh, 1U);
    expect_warning("assets/twin.dds");
}

TEST_F(DamagedPictures, of_equal_bytes_in_one_cook_are_a_warning_each) {
    put("assets/cut.dds", cut_dds());
    put("assets/twin.dds", cut_dds());
    cook_all();
    expect_warning("assets/cut.dds");
    expect_warning("assets/twin.dds");
}

}  // namespace
}  // namespace galley::test
