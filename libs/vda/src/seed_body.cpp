#include "galley/vda/seed_body.h"

#include <algorithm>

#include <fmt/format.h>

#include "galley/base/assert.h"
#include "galley/base/try.h"

namespace galley::vda {

namespace {

template <class T>
Result<SeedBody> widen(Result<T> body) {
    if (!body) return std::unexpected(std::move(body).error());
    return SeedBody(*std::move(body));
}

// Letters, then digits.
bool is_rule(std::string_view text) {
    const auto is_letter = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto digits = std::ranges::find_if_not(text, is_letter);
    return digits != text.begin() && digits != text.end() &&
           std::all_of(digits, text.end(), is_digit);
}

}  // namespace

bool is_seed_body_type(std::string_view chunk) {
    return chunk == Model::kChunk || chunk == Texture::kChunk || chunk == Material::kChunk ||
           chunk == Scene::kChunk || chunk == Prefab::kChunk || chunk == World::kChunk ||
           chunk == Tilemap::kChunk;
}

std::string_view chunk_of(const SeedBody& body) {
    return std::visit([](const auto& kind) { return kind.kChunk; }, body);
}

Result<SeedBody> decode_seed_body(std::string_view chunk, ByteSpan payload, std::uint64_t base) {
    GALLEY_ASSERT(is_seed_body_type(chunk));
    if (chunk == Model::kChunk) return widen(decode_model(payload, base));
    if (chunk == Texture::kChunk) return widen(decode_texture(payload, base));
    if (chunk == Material::kChunk) return widen(decode_material(payload, base));
    if (chunk == Scene::kChunk) return widen(decode_scene(payload, base));
    if (chunk == Prefab::kChunk) return widen(decode_prefab(payload, base));
    if (chunk == World::kChunk) return widen(decode_world(payload, base));
    return widen(decode_tilemap(payload, base));
}

Result<SeedBody> decode_seed_body(const AssetFile& file) {
    auto body = decode_seed_body(file.body.type, file.body.payload, file.body.payload_offset());
    if (body || file.meta.compiler == kSeedCompiler ||
        !file.meta.compiler.starts_with(kSeedCompiler.substr(0, kSeedCompiler.find('/') + 1))) {
        return body;
    }
    Error error = std::move(body).error();
    error.hint = fmt::format("{} wrote it, and the bodies of {} are read: cook it again there",
                             file.meta.compiler, kSeedCompiler);
    return std::unexpected(std::move(error));
}

Result<Bytes> encode_seed_body(const SeedBody& body) {
    struct Encode {
        Result<Bytes> operator()(const Model& kind) const { return encode_model(kind); }
        Result<Bytes> operator()(const Texture& kind) const { return encode_texture(kind); }
        Result<Bytes> operator()(const Material& kind) const { return encode_material(kind); }
        Result<Bytes> operator()(const Scene& kind) const { return encode_scene(kind); }
        Result<Bytes> operator()(const Prefab& kind) const { return encode_prefab(kind); }
        Result<Bytes> operator()(const World& kind) const { return encode_world(kind); }
        Result<Bytes> operator()(const Tilemap& kind) const { return encode_tilemap(kind); }
    };
    return std::visit(Encode{}, body);
}

std::string_view rule_of(const Error& error) {
    const std::string_view text = error.message;
    if (const std::string_view start = text.substr(0, text.find(": ")); is_rule(start)) {
        return start;
    }
    const std::size_t open = text.rfind('(');
    if (open == text.npos || !text.ends_with(')')) return {};
    const std::string_view end = text.substr(open + 1, text.size() - open - 2);
    return is_rule(end) ? end : std::string_view{};
}

}  // namespace galley::vda
