#include "galley/vda/prefab.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/prefab_fields.h"

namespace galley::vda {

Result<Prefab> decode_prefab(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<Prefab>(payload, base);
}

Result<Bytes> encode_prefab(const Prefab& prefab) { return FieldWriter::encode(prefab); }

}  // namespace galley::vda
