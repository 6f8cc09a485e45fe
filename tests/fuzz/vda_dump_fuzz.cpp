// Dumps. A file that can be dumped is encoded again byte for byte, through text; JSON that can be
// encoded makes a file that is dumped again.
#include <cstdint>
#include <cstdlib>

#include "galley/vda_json/dump.h"
#include "vda_kind_fuzz.h"

namespace {

using namespace galley;

Bytes encoded(const std::string& text) {
    const auto document = parse_json(text, "dump");
    if (!document) std::abort();
    auto file = encode_vda_dump(*document);
    if (!file) std::abort();
    return *std::move(file);
}

void check_file(ByteSpan file) {
    const auto dump = dump_vda(file);
    if (dump && !std::ranges::equal(encoded(write_json(*dump)), file)) std::abort();
}

void check_text(std::string_view text) {
    const auto document = parse_json(text, "dump");
    if (!document) return;
    const auto file = encode_vda_dump(*document);
    if (!file) return;
    if (!dump_vda(*file)) std::abort();
    check_file(*file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteSpan input = fuzz::span_of(data, size);
    if (as_text(input).starts_with('{')) {
        check_text(as_text(input));
        return 0;
    }
    Bytes file(input.begin(), input.end());
    test::repair_crcs(file);
    check_file(file);
    return 0;
}
