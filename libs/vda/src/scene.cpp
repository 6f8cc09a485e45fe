#include "galley/vda/scene.h"

#include "field_reader.h"
#include "field_writer.h"
#include "galley/vda/scene_fields.h"

namespace galley::vda {

Result<Scene> decode_scene(ByteSpan payload, std::uint64_t base) {
    return FieldReader::decode<Scene>(payload, base);
}

Result<Bytes> encode_scene(const Scene& scene) { return FieldWriter::encode(scene); }

}  // namespace galley::vda
