#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "galley/base/pixel_format.h"
#include "galley/vda/fields.h"
#include "galley/vda/texture.h"

namespace galley::vda {

template <class A, Like<TextureLevel> T, class Tex>
void fields(A& a, T& level, std::size_t index, Tex& texture) {
    const auto i = static_cast<std::uint32_t>(index);
    const Mark w = a("w", level.w);
    const std::uint32_t width = mip_size(texture.width, i);
    a.check(level.w == width, "TX4", w, "{} is not {}, the width of level {}", level.w, width, i);
    const Mark h = a("h", level.h);
    const std::uint32_t height = mip_size(texture.height, i);
    a.check(level.h == height, "TX4", h, "{} is not {}, the height of level {}", level.h, height,
            i);
    a.rows("pixels", level.pixels, level.w, level.h, "TX5");
}

template <class A, Like<TextureClip> T, class Tex>
void fields(A& a, T& clip, std::size_t index, Tex& texture) {
    const Mark name = a("name", clip.name);
    a.check(index == 0 || texture.clips[index - 1].name < clip.name, "TX7", name,
            "clips are not in the order of their names, or two have one");
    const Mark frames = a.array("frames", clip.frames);
    a.check(!clip.frames.empty(), "TX8", frames, "a clip without frames");
    const std::uint64_t most = std::uint64_t{texture.grid.columns} * texture.grid.rows;
    a.check_below("TX8", frames, clip.frames, std::max(most, std::uint64_t{1}), "frames");
    a("fps", clip.fps, above("TX9", 0));
    a("loop", clip.loop);
    a("next", clip.next);
}

template <class A, Like<TextureEdge> T>
void fields(A& a, T& edge) {
    a("priority", edge.priority, Within{.rule = "TX10", .min = 1});
    a("width", edge.width, above("TX11", 0));
    a("roughness", edge.roughness, Between{"TX12", 0, 1});
    a("seed", edge.seed);
}

template <class A, Like<Texture> T>
void fields(A& a, T& texture) {
    constexpr std::uint32_t kMostPixels = 16777216;
    a("name", texture.name);
    a("tiling", texture.tiling);
    a("layers", texture.layers);
    const Mark width = a("width", texture.width);
    const Mark height = a("height", texture.height);
    auto count = static_cast<std::uint32_t>(texture.levels.size());
    const Mark levels = a.count("levels", texture.levels, count);
    const std::uint32_t least = count > 0 ? 1 : 0;
    const std::uint32_t most = count > 0 ? kMostPixels : 0;
    a.check(texture.width >= least && texture.width <= most, "TX2", width,
            "{} is not {}..{}, with {} levels", texture.width, least, most, count);
    a.check(texture.height >= least && texture.height <= most, "TX2", height,
            "{} is not {}..{}, with {} levels", texture.height, least, most, count);
    const auto chain =
        static_cast<std::uint32_t>(std::bit_width(std::max(texture.width, texture.height)));
    a.check(count <= chain, "TX3", levels, "{} levels, a whole chain has {}", count, chain);
    a("wrap", texture.wrap, Within{"TX1", 0, 1});
    a.items("levels", texture.levels, count,
            [&](auto& in, auto& level, std::size_t i) { fields(in, level, i, texture); });
    a("grid", texture.grid, GridLimit{"TX6"});
    a.list("clips", texture.clips,
           [&](auto& in, auto& clip, std::size_t i) { fields(in, clip, i, texture); });
    a("play", texture.play);
    a.optional("edge", texture.edge, [](auto& in, auto& edge) { fields(in, edge); });
    a("autotile", texture.autotile);
}

}  // namespace galley::vda
