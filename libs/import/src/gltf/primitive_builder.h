#pragma once

#include <string>

#include "galley/base/result.h"
#include "galley/import/ledger.h"
#include "galley/import/model.h"
#include "gltf/accessor_reader.h"
#include "gltf/document.h"

namespace galley::gltf {

/// What building parts needs; borrowed for one import.
struct BuildContext {
    const Document& document;
    const AccessorReader& accessors;
    Ledger& ledger;
    Budget& budget;
    const std::string& file;
};

/// A triangle mesh of one primitive, holding only the vertices that its triangles use. Points,
/// lines and what is only there in an encoding that is not read give no mesh; the ledger and
/// `ModelPrimitive::skipped` say why. `pointer` is the primitive's place.
[[nodiscard]] Result<ModelPrimitive> build_primitive(const BuildContext& context,
                                                     const Primitive& primitive,
                                                     const std::string& pointer);

}  // namespace galley::gltf
