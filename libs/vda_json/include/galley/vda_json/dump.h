#pragma once

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/core/json.h"

namespace galley {

/// A `.vda` file as JSON, chunk by chunk in their order: META and the bodies of Veduta's kinds with
/// every field, other chunks as hex. Refuses a file that breaks a rule of the container, of META or
/// of a body. The form, `docs/formats/vda-json.md`, loses nothing.
[[nodiscard]] Result<Json> dump_vda(ByteSpan file);

/// The file that `dump_vda` was given, byte for byte. Everything that a dump holds must be there
/// and nothing else; errors in the form (`G1319`) have line and column, those of a body's rules the
/// offset in its payload.
[[nodiscard]] Result<Bytes> encode_vda_dump(const JsonDocument& dump);

}  // namespace galley
