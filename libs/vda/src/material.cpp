#include "galley/vda/material.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/material_fields.h"

namespace galley::vda {

Result<Material> decode_material(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<Material>(payload, base);
}

Result<Bytes> encode_material(const Material& material) { return FieldWriter::encode(material); }

}  // namespace galley::vda
