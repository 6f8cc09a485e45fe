#pragma once

#include <string>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/ledger.h"
#include "gltf/document.h"
#include "gltf/json_reader.h"

namespace galley::gltf {

struct ReadOptions {
    std::uint64_t glb_binary = 0;  ///< bytes of the binary chunk
    bool has_glb_binary = false;
    bool refuse_required = true;  ///< fail on a required extension that is not read
};

/// Parses and checks the JSON of a file. `json` may be followed in memory by `padding` readable
/// bytes, which saves a copy when there are enough.
[[nodiscard]] Result<Document> read_document(ByteSpan json, std::size_t padding,
                                             const std::string& file, const ReadOptions& options,
                                             Ledger& ledger);

// The parts, one file each. They leave what is wrong in the reader.

void read_buffers(JsonReader& reader, Element value, const At& at, Document& document);
void read_views(JsonReader& reader, Element value, const At& at, Document& document);
void read_accessors(JsonReader& reader, Element value, const At& at, Document& document);
/// Every view inside its buffer, every accessor inside its views.
void check_ranges(JsonReader& reader, const At& root, const Document& document,
                  const ReadOptions& options);

void read_samplers(JsonReader& reader, Element value, const At& at, Document& document);
void read_images(JsonReader& reader, Element value, const At& at, Document& document);
void read_textures(JsonReader& reader, Element value, const At& at, Document& document);
/// Needs textures and samplers.
void read_materials(JsonReader& reader, Element value, const At& at, Document& document);

/// Needs accessors, materials and variants.
void read_meshes(JsonReader& reader, Element value, const At& at, Document& document);

void read_cameras(JsonReader& reader, Element value, const At& at, Document& document);
void read_lights(JsonReader& reader, Element value, const At& at, Document& document);
/// Needs meshes, cameras and lights; skins are checked by `link_nodes`.
void read_nodes(JsonReader& reader, Element value, const At& at, Document& document);
void read_scenes(JsonReader& reader, Element value, const At& at, Document& document);
void read_skins(JsonReader& reader, Element value, const At& at, Document& document);
void read_animations(JsonReader& reader, Element value, const At& at, Document& document);
/// Gives nodes their parents and refuses what is no forest of strict trees (section 3.5.2).
void link_nodes(JsonReader& reader, const At& root, Document& document);

/// Fails unless `index` is below `size`.
bool check_index(JsonReader& reader, std::int32_t index, std::size_t size, std::string_view what,
                 const At& at);
/// Reads an index and checks it at once.
[[nodiscard]] std::int32_t read_index(JsonReader& reader, Element value, const At& at,
                                      std::size_t size, std::string_view what);

}  // namespace galley::gltf
