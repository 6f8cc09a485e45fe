// Any text is an error with a place, or a material that its rules accept.
#include "galley/import/material_source.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const galley::VirtualPath path =
        galley::VirtualPath::parse("assets/a.material.json").value();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto model = galley::read_material_source(text, path);
    if (!model) {
        if (model.error().place.file != path.text()) std::abort();
        return 0;
    }
    if (!galley::encode_material(model->materials.front().material)) std::abort();
    return 0;
}
