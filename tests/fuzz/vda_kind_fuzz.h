// What the fuzz targets of Veduta's seven kinds share. Inputs are whole files; the mutator changes
// the body's payload and makes lengths and checksums right again, so that what it tries gets past
// the container to the rules behind.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "../support/include/galley/test/vda_repair.h"
#include "galley/vda/seed_body.h"

namespace galley::fuzz {

inline ByteSpan span_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const std::byte*>(data), size};
}

/// What is accepted is encoded again to the same bytes; what is refused names a rule.
inline void check_seed_file(ByteSpan file) {
    const auto asset = vda::read_asset_file(file);
    if (!asset) {
        if (vda::rule_of(asset.error()).empty()) std::abort();
        return;
    }
    if (!vda::is_seed_body_type(asset->body.type)) return;
    const auto body = vda::decode_seed_body(*asset);
    if (!body) {
        if (vda::rule_of(body.error()).empty()) std::abort();
        return;
    }
    const auto again = vda::encode_seed_body(*body);
    if (!again || !std::ranges::equal(*again, asset->body.payload)) std::abort();
}

/// As it is, and with every CRC made right.
inline int check_seed_input(const std::uint8_t* data, std::size_t size) {
    const ByteSpan input = span_of(data, size);
    check_seed_file(input);
    Bytes file(input.begin(), input.end());
    test::repair_crcs(file);
    check_seed_file(file);
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// A file of `kind` around another payload. One in sixteen mutations is of the file as a whole.
inline std::size_t mutate_seed_file(std::string_view kind, std::uint8_t* data, std::size_t size,
                                    std::size_t most, unsigned seed) {
    const vda::Meta meta{.compiler = std::string(vda::kSeedCompiler),
                         .deps = {},
                         .kind = std::string(kind),
                         .name = "a",
                         .source = "a",
                         .source_hash = std::string(64, '0')};
    Bytes file;
    if (seed % 16 == 0) {
        size = LLVMFuzzerMutate(data, size, most);
        const ByteSpan mutated = span_of(data, size);
        file.assign(mutated.begin(), mutated.end());
        test::repair_crcs(file);
    } else {
        const auto asset = vda::read_asset_file(span_of(data, size));
        Bytes payload =
            asset ? Bytes(asset->body.payload.begin(), asset->body.payload.end()) : Bytes{};
        const std::size_t used = payload.size();
        payload.resize(std::max(most, used));
        payload.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(payload.data()), used,
                                        payload.size()));
        file = vda::write_asset_file(meta, payload).value();
    }
    if (file.size() > most) return size;
    std::copy_n(reinterpret_cast<const std::uint8_t*>(file.data()), file.size(), data);
    return file.size();
}

#endif

}  // namespace galley::fuzz

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define GALLEY_FUZZ_SEED_KIND(kind)                                                                \
    extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,           \
                                                   std::size_t most, unsigned seed) {              \
        return galley::fuzz::mutate_seed_file(kind, data, size, most, seed);                       \
    }                                                                                              \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {            \
        return galley::fuzz::check_seed_input(data, size);                                         \
    }
#else
#define GALLEY_FUZZ_SEED_KIND(kind)                                                                \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {            \
        return galley::fuzz::check_seed_input(data, size);                                         \
    }
#endif
