#include "galley/core/virtual_path.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

// The promises of the header.
void check(const galley::VirtualPath& path) {
    const std::string& text = path.text();
    if (text.empty() || text.size() > 1024 || text.front() == '/' || text.back() == '/') {
        std::abort();
    }
    if (galley::find_invalid_utf8(text) != std::string_view::npos) std::abort();
    for (const char* part : {"//", "/./", "/../", "\\", "\n"}) {
        if (("/" + text + "/").find(part) != std::string::npos) std::abort();
    }
    const auto again = galley::VirtualPath::parse(text);
    if (!again || *again != path) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto path = galley::VirtualPath::parse(text)) check(*path);
    if (const auto decoded = galley::percent_decode(text)) {
        const auto encoded = galley::percent_encode(*decoded, "/:~");
        if (galley::percent_decode(encoded) != *decoded) std::abort();
    }
    const std::size_t half = size / 2;
    if (const auto base = galley::VirtualPath::parse(text.substr(0, half))) {
        if (const auto path = galley::VirtualPath::resolve(*base, text.substr(half))) check(*path);
    }
    return 0;
}
