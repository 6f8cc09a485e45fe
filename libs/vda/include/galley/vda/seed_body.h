#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/material.h"
#include "galley/vda/model.h"
#include "galley/vda/prefab.h"
#include "galley/vda/scene.h"
#include "galley/vda/texture.h"
#include "galley/vda/tilemap.h"
#include "galley/vda/world.h"

namespace galley::vda {

/// The body of a file of one of Veduta's kinds.
using SeedBody = std::variant<Model, Texture, Material, Scene, Prefab, World, Tilemap>;

/// The version of Veduta's compiler whose bodies these are.
inline constexpr std::string_view kSeedCompiler = "veduta-asset/0.8.0";

[[nodiscard]] bool is_seed_body_type(std::string_view chunk);  ///< `MESH` ... `TMAP`
[[nodiscard]] std::string_view chunk_of(const SeedBody& body);

/// By the chunk's type, which must be one of those; `base` as in `decode_model`.
[[nodiscard]] Result<SeedBody> decode_seed_body(std::string_view chunk, ByteSpan payload,
                                                std::uint64_t base = 0);
/// Of an opened file of one of Veduta's kinds. Where the body is refused, a hint says that another
/// version of Veduta's compiler wrote it, if one did.
[[nodiscard]] Result<SeedBody> decode_seed_body(const AssetFile& file);
[[nodiscard]] Result<Bytes> encode_seed_body(const SeedBody& body);

/// The rule that an error of this library names, `MS2` or `V4`; empty when it names none.
[[nodiscard]] std::string_view rule_of(const Error& error);

}  // namespace galley::vda
