#include "material/import_material.h"

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/material_source.h"

namespace galley {

Result<Imported> import_material(SourceFiles& files, const VirtualPath& path,
                                 const ImportLimits& /*limits*/) {
    TRY_ASSIGN(const ByteSpan bytes, files.read(path));
    TRY_ASSIGN(Model model, read_material_source(as_text(bytes), path));
    Imported imported;
    for (ModelImage& image : model.images) {
        TRY_ASSIGN(const VirtualPath target, VirtualPath::parse(image.path));
        image.missing = !files.exists(target);
        if (image.missing) {
            imported.ledger.add(Verdict::dropped, fmt::format("image file {}", image.path), "/maps",
                                "there is no such file");
        }
    }
    imported.content = std::move(model);
    return imported;
}

}  // namespace galley
