#pragma once

#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
#include "galley/import/ledger.h"

namespace galley {

void put_ledger(ByteWriter& writer, const Ledger& ledger);
[[nodiscard]] Ledger get_ledger(ByteReader& reader);

}  // namespace galley
