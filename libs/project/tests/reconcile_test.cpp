#include <algorithm>

#include <gtest/gtest.h>

#include "galley/project/asset_name.h"
#include "galley/project/recipe.h"

namespace galley {
namespace {

const Uuid kFile = default_file_id("assets/crate.glb", false);

Digest content(std::uint8_t byte) {
    Digest digest;
    digest.bytes[0] = byte;
    return digest;
}

RecipePart known(std::string part, std::uint32_t index, std::uint8_t digest) {
    RecipePart row;
    row.part = std::move(part);
    row.index = index;
    row.content = content(digest);
    return row;
}

FoundPart found(std::string part, std::uint32_t index, std::uint8_t digest) {
    return {std::move(part), index, content(digest)};
}

const RecipePart& row_of(const Reconciled& result, std::string_view part) {
    const auto row = std::ranges::find(result.parts, part, &RecipePart::part);
    if (row == result.parts.end()) {
        ADD_FAILURE() << part;
        static const RecipePart kNothing;
        return kNothing;
    }
    return *row;
}

Uuid id_of(const Reconciled& result, std::string_view part) {
    const RecipePart& row = row_of(result, part);
    return row.id ? *row.id : default_part_id(kFile, part);
}

Uuid first_id(std::string_view part) { return default_part_id(kFile, part); }

using Renames = std::vector<std::pair<std::string, std::string>>;

TEST(ReconcileParts, FirstImportTakesEverythingWithDefaultIds) {
    const auto result =
        reconcile_parts(kFile, {}, {found("mesh/Lid", 0, 1), found("material/Wood", 0, 2)});
    EXPECT_EQ(result.parts, (std::vector{known("material/Wood", 0, 2), known("mesh/Lid", 0, 1)}));
    EXPECT_TRUE(result.renamed.empty());
}

TEST(ReconcileParts, NothingNewChangesNothing) {
    std::vector<RecipePart> parts{known("mesh/Body", 1, 2), known("mesh/Lid", 0, 1)};
    parts[0].settings = Json::object();
    parts[0].settings.set("keep_colors", false);
    parts[1].id = default_file_id("assets/other.glb", false);
    const auto result =
        reconcile_parts(kFile, parts, {found("mesh/Lid", 0, 1), found("mesh/Body", 1, 2)});
    EXPECT_EQ(result.parts, parts);
    EXPECT_TRUE(result.renamed.empty());
}

TEST(ReconcileParts, InsertionInTheMiddleShiftsNobody) {
    const auto result = reconcile_parts(
        kFile, {known("mesh/Body", 1, 2), known("mesh/Lid", 0, 1)},
        {found("mesh/Lid", 0, 1), found("mesh/Handle", 1, 3), found("mesh/Body", 2, 2)});
    for (const std::string_view part : {"mesh/Lid", "mesh/Handle", "mesh/Body"}) {
        EXPECT_EQ(id_of(result, part), first_id(part));
    }
    EXPECT_EQ(row_of(result, "mesh/Body").index, 2U);
    EXPECT_TRUE(result.renamed.empty());
}

TEST(ReconcileParts, RenamedPartIsFoundByItsContent) {
    std::vector<RecipePart> parts{known("mesh/Lid", 0, 1)};
    parts[0].settings = Json::object();
    const auto result =
        reconcile_parts(kFile, parts, {found("mesh/New", 0, 3), found("mesh/Cover", 1, 1)});
    EXPECT_EQ(id_of(result, "mesh/Cover"), first_id("mesh/Lid"));
    EXPECT_EQ(row_of(result, "mesh/Cover").settings, Json::object());
    EXPECT_EQ(id_of(result, "mesh/New"), first_id("mesh/New"));
    EXPECT_EQ(result.renamed, (Renames{{"mesh/Lid", "mesh/Cover"}}));
}

TEST(ReconcileParts, RenamedAndChangedPartIsFoundByItsIndexWhenItIsTheOnlyOne) {
    const auto result = reconcile_parts(kFile, {known("mesh/Body", 1, 2), known("mesh/Lid", 0, 1)},
                                        {found("mesh/Cover", 0, 9), found("mesh/Body", 1, 2)});
    EXPECT_EQ(id_of(result, "mesh/Cover"), first_id("mesh/Lid"));
    EXPECT_EQ(result.renamed, (Renames{{"mesh/Lid", "mesh/Cover"}}));
}

TEST(ReconcileParts, TwoRenamedAndChangedPartsAreNotGuessedAt) {
    const auto result = reconcile_parts(kFile, {known("mesh/A", 0, 1), known("mesh/B", 1, 2)},
                                        {found("mesh/C", 0, 8), found("mesh/D", 1, 9)});
    EXPECT_EQ(id_of(result, "mesh/C"), first_id("mesh/C"));
    EXPECT_EQ(id_of(result, "mesh/D"), first_id("mesh/D"));
    EXPECT_TRUE(result.renamed.empty());
}

TEST(ReconcileParts, OneThatVanishedElsewhereIsNotTheOneThatAppeared) {
    const auto result =
        reconcile_parts(kFile, {known("mesh/A", 0, 1), known("mesh/B", 1, 2)},
                        {found("mesh/A", 0, 1), found("mesh/B", 1, 2), found("mesh/C", 2, 9)});
    EXPECT_EQ(id_of(result, "mesh/C"), first_id("mesh/C"));
    const auto other = reconcile_parts(kFile, {known("mesh/A", 0, 1), known("mesh/B", 1, 2)},
                                       {found("mesh/B", 0, 2), found("mesh/C", 1, 9)});
    EXPECT_EQ(id_of(other, "mesh/C"), first_id("mesh/C"));
}

TEST(ReconcileParts, AllPrimitivesFollowTheirMeshsNewName) {
    const auto result = reconcile_parts(
        kFile, {known("mesh/Lid", 0, 1), known("mesh/Lid/1", 0, 2), known("mesh/Lid/2", 0, 3)},
        {found("mesh/Cover", 0, 1), found("mesh/Cover/1", 0, 8), found("mesh/Cover/2", 0, 9)});
    EXPECT_EQ(id_of(result, "mesh/Cover"), first_id("mesh/Lid"));
    EXPECT_EQ(id_of(result, "mesh/Cover/1"), first_id("mesh/Lid/1"));
    EXPECT_EQ(id_of(result, "mesh/Cover/2"), first_id("mesh/Lid/2"));
}

TEST(ReconcileParts, SwappedPartsKeepTheirNames) {
    const auto result = reconcile_parts(kFile, {known("mesh/A", 0, 1), known("mesh/B", 1, 2)},
                                        {found("mesh/B", 0, 2), found("mesh/A", 1, 1)});
    EXPECT_EQ(result.parts, (std::vector{known("mesh/A", 1, 1), known("mesh/B", 0, 2)}));
    // Named by the artist: the name counts more than what it names.
    const auto contents = reconcile_parts(kFile, {known("mesh/A", 0, 1), known("mesh/B", 1, 2)},
                                          {found("mesh/A", 0, 2), found("mesh/B", 1, 1)});
    EXPECT_EQ(contents.parts, (std::vector{known("mesh/A", 0, 2), known("mesh/B", 1, 1)}));
}

TEST(ReconcileParts, DeletedPartLeavesTheTable) {
    const auto result = reconcile_parts(kFile, {known("mesh/A", 0, 1), known("mesh/B", 1, 2)},
                                        {found("mesh/B", 0, 2)});
    EXPECT_EQ(result.parts, std::vector{known("mesh/B", 0, 2)});
}

TEST(ReconcileParts, WhatWasDecidedForADeletedPartComesBackWithIt) {
    std::vector<RecipePart> parts{known("mesh/A", 0, 1), known("mesh/B", 1, 2)};
    parts[0].settings = Json::object();
    parts[0].settings.set("max_uv_sets", 1);
    const auto without = reconcile_parts(kFile, parts, {found("mesh/B", 0, 2)});
    ASSERT_EQ(without.parts.size(), 2U);
    EXPECT_TRUE(row_of(without, "mesh/A").gone);
    EXPECT_EQ(reconcile_parts(kFile, without.parts, {found("mesh/B", 0, 2)}).parts, without.parts);
    const auto again =
        reconcile_parts(kFile, without.parts, {found("mesh/A", 0, 1), found("mesh/B", 1, 2)});
    EXPECT_EQ(again.parts, parts);
}

TEST(ReconcileParts, UnnamedPartsAreFollowedByContent) {
    const auto result = reconcile_parts(
        kFile, {known("mesh/~0", 0, 1), known("mesh/~1", 1, 2), known("mesh/~2", 2, 3)},
        {found("mesh/~0", 0, 1), found("mesh/~1", 1, 9), found("mesh/~2", 2, 2),
         found("mesh/~3", 3, 3)});
    EXPECT_EQ(id_of(result, "mesh/~0"), first_id("mesh/~0"));
    EXPECT_EQ(id_of(result, "mesh/~2"), first_id("mesh/~1"));
    EXPECT_EQ(id_of(result, "mesh/~3"), first_id("mesh/~2"));
    // The new one can't have the id that its name would give: another part has it.
    EXPECT_EQ(id_of(result, "mesh/~1"), default_part_id(kFile, "mesh/~1", 1));
    EXPECT_EQ(result.renamed, (Renames{{"mesh/~1", "mesh/~2"}, {"mesh/~2", "mesh/~3"}}));
}

TEST(ReconcileParts, UnnamedPartsThatChangedKeepTheirPlace) {
    const auto result = reconcile_parts(kFile, {known("mesh/~0", 0, 1), known("mesh/~1", 1, 2)},
                                        {found("mesh/~0", 0, 8), found("mesh/~1", 1, 9)});
    EXPECT_EQ(result.parts, (std::vector{known("mesh/~0", 0, 8), known("mesh/~1", 1, 9)}));
}

TEST(ReconcileParts, FirstOfTwoEquallyNamedOnesIsDeleted) {
    const auto result = reconcile_parts(kFile, {known("mesh/Lid", 0, 1), known("mesh/Lid~2", 1, 2)},
                                        {found("mesh/Lid", 0, 2)});
    EXPECT_EQ(id_of(result, "mesh/Lid"), first_id("mesh/Lid~2"));
    EXPECT_EQ(result.parts.size(), 1U);
}

TEST(ReconcileParts, EquallyNamedOnesChangePlaces) {
    const auto result = reconcile_parts(kFile, {known("mesh/Lid", 0, 1), known("mesh/Lid~2", 1, 2)},
                                        {found("mesh/Lid", 0, 2), found("mesh/Lid~2", 1, 1)});
    EXPECT_EQ(id_of(result, "mesh/Lid"), first_id("mesh/Lid~2"));
    EXPECT_EQ(id_of(result, "mesh/Lid~2"), first_id("mesh/Lid"));
}

TEST(ReconcileParts, EqualContentsKeepTheirNamesAndOrder) {
    const std::vector parts{known("mesh/~0", 0, 1), known("mesh/~1", 1, 1), known("mesh/~2", 2, 1)};
    const auto same = reconcile_parts(
        kFile, parts, {found("mesh/~0", 0, 1), found("mesh/~1", 1, 1), found("mesh/~2", 2, 1)});
    EXPECT_EQ(same.parts, parts);
    const auto renamed = reconcile_parts(
        kFile, parts, {found("mesh/A", 0, 1), found("mesh/B", 1, 1), found("mesh/C", 2, 1)});
    EXPECT_EQ(renamed.renamed,
              (Renames{{"mesh/~0", "mesh/A"}, {"mesh/~1", "mesh/B"}, {"mesh/~2", "mesh/C"}}));
}

TEST(ReconcileParts, KindsDoNotMix) {
    const auto result =
        reconcile_parts(kFile, {known("mesh/A", 0, 1)}, {found("material/B", 0, 1)});
    EXPECT_EQ(result.parts, std::vector{known("material/B", 0, 1)});
    EXPECT_TRUE(result.renamed.empty());
}

TEST(ReconcileParts, UnknownContentMatchesNothing) {
    const auto result = reconcile_parts(kFile, {known("mesh/A", 0, 0), known("mesh/B", 1, 0)},
                                        {found("mesh/C", 1, 0), found("mesh/D", 0, 0)});
    EXPECT_TRUE(result.renamed.empty());
}

TEST(ReconcileParts, NameTakenAgainGetsAnIdOfItsOwn) {
    const auto renamed =
        reconcile_parts(kFile, {known("mesh/Lid", 0, 1)}, {found("mesh/Cover", 0, 1)});
    const auto result =
        reconcile_parts(kFile, renamed.parts, {found("mesh/Cover", 0, 1), found("mesh/Lid", 1, 2)});
    EXPECT_EQ(id_of(result, "mesh/Cover"), first_id("mesh/Lid"));
    EXPECT_EQ(id_of(result, "mesh/Lid"), default_part_id(kFile, "mesh/Lid", 1));
    const auto again =
        reconcile_parts(kFile, result.parts, {found("mesh/Cover", 0, 1), found("mesh/Lid", 1, 2)});
    EXPECT_EQ(again.parts, result.parts);
}

TEST(ReconcileParts, NameGivenBackIsTheDefaultIdAgain) {
    const auto renamed =
        reconcile_parts(kFile, {known("mesh/Lid", 0, 1)}, {found("mesh/Cover", 0, 1)});
    const auto result = reconcile_parts(kFile, renamed.parts, {found("mesh/Lid", 0, 1)});
    EXPECT_EQ(result.parts, std::vector{known("mesh/Lid", 0, 1)});
}

TEST(ReconcileParts, RenamedPartKeepsItsUnknownKeys) {
    std::vector<RecipePart> parts{known("mesh/Lid", 0, 1)};
    parts[0].record = Json::object();
    parts[0].record.set("note", "by hand");
    const auto result = reconcile_parts(kFile, parts, {found("mesh/Cover", 0, 1)});
    ASSERT_NE(row_of(result, "mesh/Cover").record.find("note"), nullptr);
}

TEST(ReconcileParts, ManyEqualPartsTakeNoLongerThanTheyMust) {
    std::vector<RecipePart> before;
    std::vector<FoundPart> after;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        before.push_back(known("mesh/a" + std::to_string(i), i, 1));
        after.push_back(found("mesh/b" + std::to_string(i), i, 1));
    }
    EXPECT_EQ(reconcile_parts(kFile, before, after).renamed.size(), 20'000U);
}

}  // namespace
}  // namespace galley
