#include "galley/vda/world.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/world_fields.h"

namespace galley::vda {

Result<World> decode_world(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<World>(payload, base);
}

Result<Bytes> encode_world(const World& world) { return FieldWriter::encode(world); }

}  // namespace galley::vda
