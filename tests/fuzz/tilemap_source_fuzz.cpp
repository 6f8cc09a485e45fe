// Sources of tilemaps, *.tilemap.json.
#include "map_source_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return galley::fuzz::check_map_source(galley::Kind::tilemap, "galley-tilemap",
                                          {reinterpret_cast<const char*>(data), size});
}
