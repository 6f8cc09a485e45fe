#include "galley/vda/texture.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/texture_fields.h"

namespace galley::vda {

Result<Texture> decode_texture(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<Texture>(payload, base);
}

Result<Bytes> encode_texture(const Texture& texture) { return FieldWriter::encode(texture); }

}  // namespace galley::vda
