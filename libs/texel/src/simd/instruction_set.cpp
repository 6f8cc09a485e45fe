#include "simd/instruction_set.h"

namespace galley::texel {

std::string_view instruction_set_name(InstructionSet set) {
    switch (set) {
    case InstructionSet::baseline: return "baseline";
    case InstructionSet::avx2: return "avx2";
    case InstructionSet::avx512: return "avx512";
    case InstructionSet::avx512_vbmi: return "avx512_vbmi";
    }
    return {};
}

bool instruction_set_available(InstructionSet set) {
    if (set == InstructionSet::baseline) return true;
#ifdef GALLEY_SIMD_X86
    // These builtins also ask whether the system saves the wide registers.
    const bool avx512 =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2") != 0;
    if (set == InstructionSet::avx512) return avx512;
    return avx512 && __builtin_cpu_supports("avx512vbmi") != 0 &&
           __builtin_cpu_supports("avx512vnni") != 0;
#else
    return false;
#endif
}

InstructionSet best_instruction_set() {
    static const InstructionSet kBest = [] {
        InstructionSet best = InstructionSet::baseline;
        for (const InstructionSet set : kInstructionSets)
            if (instruction_set_available(set)) best = set;
        return best;
    }();
    return kBest;
}

}  // namespace galley::texel
