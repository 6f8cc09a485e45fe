#include "galley/vda/tilemap.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/tilemap_fields.h"

namespace galley::vda {

Result<Tilemap> decode_tilemap(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<Tilemap>(payload, base);
}

Result<Bytes> encode_tilemap(const Tilemap& tilemap) { return FieldWriter::encode(tilemap); }

}  // namespace galley::vda
