#pragma once

#include <string>
#include <string_view>

#include "galley/base/result.h"
#include "galley/core/json.h"
#include "galley/vda/errors.h"
#include "galley/vda/seed_body.h"

namespace galley {

/// How strict the JSON of a body is read.
struct BodyForm {
    ErrorCode code = vda::kDumpShape;  ///< of what has another form
    /// Fields that are missing keep the defaults of their struct (rows of cells excepted), and the
    /// type of a prop is that of its value; else every field must be there.
    bool defaults = false;
};

/// The body of a dump (`docs/formats/vda-json.md`): `json`, a value of `document` at `pointer`, as
/// the kind whose chunk is `type`, which must be one of Veduta's. Errors of form have line and
/// column; the kind's rules are not looked at, encoding does that.
[[nodiscard]] Result<vda::SeedBody> read_seed_body(const JsonDocument& document,
                                                   std::string_view type, const Json& json,
                                                   std::string pointer, const BodyForm& form = {});

/// Where the field `path` of a body stands in its JSON (`biomes/2/weight`, as errors of `vda` name
/// fields), or the nearest value around it when it was left out. A cell's index gives its row.
[[nodiscard]] Place body_place(const JsonDocument& document, const Json& body, std::string pointer,
                               std::string_view path);

}  // namespace galley
