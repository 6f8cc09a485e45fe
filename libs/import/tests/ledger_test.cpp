#include "galley/import/ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Ledger, EqualEntriesAreCountedAndKeepTheFirstPlace) {
    Ledger ledger;
    ledger.add(Verdict::dropped, "extras", "/nodes/0", "not kept");
    ledger.add(Verdict::dropped, "extras", "/nodes/9", "not kept", 3);
    ledger.add(Verdict::dropped, "extras", "/nodes/1", "another reason");
    ASSERT_EQ(ledger.entries().size(), 2U);
    EXPECT_EQ(ledger.entries()[0],
              (LedgerEntry{Verdict::dropped, "extras", "/nodes/0", "not kept", 4}));
    EXPECT_EQ(ledger.entries()[1].count, 1U);
}

TEST(Ledger, VerdictsAreTold) {
    Ledger ledger;
    EXPECT_FALSE(ledger.lossy());
    ledger.add(Verdict::kept, "a", "", "");
    ledger.add(Verdict::converted, "b", "", "");
    EXPECT_FALSE(ledger.lossy());
    Ledger dropped = ledger, approximated = ledger;
    dropped.add(Verdict::dropped, "c", "", "");
    approximated.add(Verdict::approximated, "c", "", "");
    EXPECT_TRUE(dropped.lossy());
    EXPECT_TRUE(approximated.lossy());
    EXPECT_EQ(verdict_word(Verdict::approximated), "approximated");
}

TEST(Ledger, PartialIsLossyAndKeepsTheFirstReason) {
    Ledger ledger;
    ledger.set_partial("the file ends early");
    ledger.set_partial("and more");
    EXPECT_TRUE(ledger.partial());
    EXPECT_TRUE(ledger.lossy());
    EXPECT_EQ(ledger.partial_reason(), "the file ends early");
}

TEST(Ledger, HundredThousandDifferentEntriesAreNoBurden) {
    Ledger ledger;
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 100000; ++i) {
            ledger.add(Verdict::dropped, fmt::format("extension X{}", i), "", "");
        }
    }
    EXPECT_EQ(ledger.entries().size(), 100000U);
    EXPECT_EQ(ledger.entries()[99999].count, 2U);
}

}  // namespace
}  // namespace galley
