#include "simd/instruction_set.h"

#include <gtest/gtest.h>

namespace galley::texel {
namespace {

TEST(InstructionSet, BaselineIsAlwaysThere) {
    EXPECT_TRUE(instruction_set_available(InstructionSet::baseline));
}

TEST(InstructionSet, BestIsAvailableAndNoneAboveItIs) {
    EXPECT_TRUE(instruction_set_available(best_instruction_set()));
    for (const InstructionSet set : kInstructionSets) {
        if (set > best_instruction_set()) {
            EXPECT_FALSE(instruction_set_available(set)) << instruction_set_name(set);
        }
    }
}

}  // namespace
}  // namespace galley::texel
