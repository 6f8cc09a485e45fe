#include "galley/vda/model.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/model_fields.h"

namespace galley::vda {

Result<Model> decode_model(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<Model>(payload, base);
}

Result<Bytes> encode_model(const Model& model) { return FieldWriter::encode(model); }

}  // namespace galley::vda
