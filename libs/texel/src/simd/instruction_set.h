#pragma once

#include <array>
#include <string_view>

namespace galley::texel {

/// The instruction sets that the `*.simd.cpp` files are compiled for. Each gives the same bytes.
enum class InstructionSet {
    baseline,  ///< what the whole program is compiled for: SSE2 on x86-64
    avx2,
    avx512,       ///< F, BW, DQ and VL: Skylake servers
    avx512_vbmi,  ///< VBMI and VNNI as well: Ice Lake, Zen 4 and later
};

inline constexpr std::array kInstructionSets{InstructionSet::baseline, InstructionSet::avx2,
                                             InstructionSet::avx512, InstructionSet::avx512_vbmi};

std::string_view instruction_set_name(InstructionSet set);

/// Whether this build holds code for the set and this processor and system run it.
bool instruction_set_available(InstructionSet set);

/// The widest one that is available; found once, any thread.
InstructionSet best_instruction_set();

}  // namespace galley::texel

/// Declares a function of a `*.simd.cpp` file in the namespace of each instruction set.
#define GALLEY_SIMD_DECLARE(...)                                                                   \
    namespace galley::texel {                                                                      \
    namespace simd_baseline {                                                                      \
    __VA_ARGS__;                                                                                   \
    }                                                                                              \
    namespace simd_avx2 {                                                                          \
    __VA_ARGS__;                                                                                   \
    }                                                                                              \
    namespace simd_avx512 {                                                                        \
    __VA_ARGS__;                                                                                   \
    }                                                                                              \
    namespace simd_avx512_vbmi {                                                                   \
    __VA_ARGS__;                                                                                   \
    }                                                                                              \
    }

/// The function of that name, compiled for `set`, which must be available. Used within
/// galley::texel.
#ifdef GALLEY_SIMD_X86
#define GALLEY_SIMD_CHOOSE(set, function)                                                          \
    ((set) == ::galley::texel::InstructionSet::avx512_vbmi ? simd_avx512_vbmi::function            \
     : (set) == ::galley::texel::InstructionSet::avx512    ? simd_avx512::function                 \
     : (set) == ::galley::texel::InstructionSet::avx2      ? simd_avx2::function                   \
                                                           : simd_baseline::function)
#else
#define GALLEY_SIMD_CHOOSE(set, function) (static_cast<void>(set), simd_baseline::function)
#endif
