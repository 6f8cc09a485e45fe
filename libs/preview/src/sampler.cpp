#include "sampler.h"

#include <algorithm>
#include <cmath>

#include "galley/texel/srgb.h"

namespace galley::preview {
namespace {

std::uint32_t wrap(std::int64_t i, std::uint32_t size, WrapMode mode) {
    const auto n = static_cast<std::int64_t>(size);
    switch (mode) {
    case WrapMode::clamp: return static_cast<std::uint32_t>(std::clamp<std::int64_t>(i, 0, n - 1));
    case WrapMode::mirror: {
        std::int64_t m = i % (2 * n);
        if (m < 0) m += 2 * n;
        return static_cast<std::uint32_t>(m < n ? m : 2 * n - 1 - m);
    }
    case WrapMode::repeat: break;
    }
    const std::int64_t m = i % n;
    return static_cast<std::uint32_t>(m < 0 ? m + n : m);
}

class LevelSampler {
public:
    LevelSampler(const Texture& texture, const TextureSlot& slot, std::size_t level)
        : level_(texture.levels[level]), slot_(slot), srgb_(texture.srgb) {}

    [[nodiscard]] Vec4 nearest(Vec2 uv) const {
        return texel(floor_of(scaled(uv.x, level_.width)), floor_of(scaled(uv.y, level_.height)));
    }

    [[nodiscard]] Vec4 linear(Vec2 uv) const {
        const float x = scaled(uv.x, level_.width) - 0.5F;
        const float y = scaled(uv.y, level_.height) - 0.5F;
        const std::int64_t ix = floor_of(x);
        const std::int64_t iy = floor_of(y);
        const float fx = x - static_cast<float>(ix);
        const float fy = y - static_cast<float>(iy);
        return mix(mix(texel(ix, iy), texel(ix + 1, iy), fx),
                   mix(texel(ix, iy + 1), texel(ix + 1, iy + 1), fx), fy);
    }

    static Vec4 mix(const Vec4& a, const Vec4& b, float t) {
        return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t,
                a.w + (b.w - a.w) * t};
    }

private:
    /// Far from 0 there are no fractions left; what is not finite is the origin.
    static float scaled(float uv, std::uint32_t size) {
        const float at = uv * static_cast<float>(size);
        return std::abs(at) < 1e9F ? at : 0;
    }
    static std::int64_t floor_of(float v) { return static_cast<std::int64_t>(std::floor(v)); }

    [[nodiscard]] Vec4 texel(std::int64_t x, std::int64_t y) const {
        const std::size_t column = wrap(x, level_.width, slot_.wrap_u);
        const std::size_t row = wrap(y, level_.height, slot_.wrap_v);
        const std::uint8_t* p = level_.rgba.data() + (row * level_.width + column) * 4;
        constexpr float scale = 1.0F / 255.0F;
        const float alpha = static_cast<float>(p[3]) * scale;
        if (srgb_) {
            static const float* const table = texel::srgb8_to_linear_table();
            return {table[p[0]], table[p[1]], table[p[2]], alpha};
        }
        return {static_cast<float>(p[0]) * scale, static_cast<float>(p[1]) * scale,
                static_cast<float>(p[2]) * scale, alpha};
    }

    const Texture::Level& level_;
    const TextureSlot& slot_;
    bool srgb_;
};

/// log2 of how many texels of level 0 the footprint's longer axis covers.
float level_of_detail(const Texture::Level& base, const Footprint& f) {
    const auto w = static_cast<float>(base.width);
    const auto h = static_cast<float>(base.height);
    const float across = f.dx.x * f.dx.x * w * w + f.dx.y * f.dx.y * h * h;
    const float down = f.dy.x * f.dy.x * w * w + f.dy.y * f.dy.y * h * h;
    const float longest = std::max(across, down);
    if (!(longest > 1)) return 0;
    return std::isfinite(longest) ? 0.5F * std::log2(longest) : 0;
}

}  // namespace

Footprint transformed(const TextureSlot& slot, const Footprint& f) {
    if (slot.scale == Vec2{1, 1} && slot.rotation == 0) {
        return {{f.uv.x + slot.offset.x, f.uv.y + slot.offset.y}, f.dx, f.dy};
    }
    const float c = std::cos(slot.rotation);
    const float s = std::sin(slot.rotation);
    const auto turn = [&](Vec2 v) {
        const float x = v.x * slot.scale.x;
        const float y = v.y * slot.scale.y;
        return Vec2{c * x + s * y, c * y - s * x};
    };
    const Vec2 uv = turn(f.uv);
    return {{uv.x + slot.offset.x, uv.y + slot.offset.y}, turn(f.dx), turn(f.dy)};
}

Vec4 sample(const Texture& texture, const TextureSlot& slot, const Footprint& footprint) {
    const float lod = level_of_detail(texture.levels.front(), footprint);
    const FilterMode filter = lod > 0 ? slot.min_filter : slot.mag_filter;
    const auto at = [&](std::size_t level) {
        const LevelSampler sampler(texture, slot, level);
        return filter == FilterMode::nearest ? sampler.nearest(footprint.uv)
                                             : sampler.linear(footprint.uv);
    };
    const auto last = static_cast<float>(texture.levels.size() - 1);
    if (slot.mip_filter == FilterMode::nearest) {
        return at(static_cast<std::size_t>(std::min(std::floor(lod + 0.5F), last)));
    }
    const float lower = std::min(std::floor(lod), last);
    const float t = std::min(lod, last) - lower;
    const auto level = static_cast<std::size_t>(lower);
    return t > 0 ? LevelSampler::mix(at(level), at(level + 1), t) : at(level);
}

}  // namespace galley::preview
