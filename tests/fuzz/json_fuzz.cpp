#include "galley/core/json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

// What parses is written, and what was written parses to the same value and the same text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto document = galley::parse_json(text, "fuzz.json");
    if (!document) {
        if (document.error().place.line == 0 || document.error().place.column == 0) std::abort();
        return 0;
    }
    for (const std::string& written :
         {galley::write_json(document->root), galley::write_json_compact(document->root)}) {
        const auto again = galley::parse_json(written, "written.json");
        if (!again || !(again->root == document->root)) std::abort();
    }
    const std::string pretty = galley::write_json(document->root);
    if (galley::write_json(galley::parse_json(pretty, "")->root) != pretty) std::abort();
    return 0;
}
