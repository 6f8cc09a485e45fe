#include "galley/texel/channels.h"

#include <algorithm>
#include <cstring>

#include "galley/base/assert.h"

namespace galley::texel {
namespace {

template <class Sample>
constexpr Sample kFull = static_cast<Sample>(~Sample{0});
template <>
constexpr float kFull<float> = 1.0F;

template <class Sample>
Sample load(const std::byte* at) {
    Sample sample;
    std::memcpy(&sample, at, sizeof(sample));
    return sample;
}

/// One sample in the combined picture's type.
template <class To>
To widened(const std::byte* at, SampleType from) {
    if constexpr (sizeof(To) == 1) {
        return load<std::uint8_t>(at);
    } else if constexpr (sizeof(To) == 2) {
        return from == SampleType::unorm8 ? static_cast<To>(load<std::uint8_t>(at) * 257U)
                                          : load<std::uint16_t>(at);
    } else {
        if (from == SampleType::unorm8) return static_cast<float>(load<std::uint8_t>(at)) / 255.0F;
        if (from == SampleType::unorm16)
            return static_cast<float>(load<std::uint16_t>(at)) / 65535.0F;
        return load<float>(at);
    }
}

/// Where a picture keeps a channel as it is sampled; the number of its channels for a full alpha.
unsigned stored_channel(const Image& image, unsigned channel) {
    const bool grey = image.channels <= 2;
    if (channel == 3) return image.channels % 2 == 0 ? image.channels - 1U : image.channels;
    return grey ? 0 : channel;
}

template <class Sample>
void put_channel(const ChannelSource& source, std::size_t pixels, Sample* out, std::size_t step) {
    const auto value = [&](Sample sample) {
        return source.inverted ? static_cast<Sample>(kFull<Sample> - sample) : sample;
    };
    const unsigned channel = source.image ? stored_channel(*source.image, source.channel) : 0;
    if (source.image == nullptr || channel == source.image->channels) {
        const bool full = source.image != nullptr || source.channel != 0;
        const Sample constant = value(full ? kFull<Sample> : Sample{0});
        for (std::size_t i = 0; i < pixels; ++i) out[i * step] = constant;
        return;
    }
    const Image& image = *source.image;
    const std::byte* in = image.pixels.data() + channel * Image::sample_bytes(image.type);
    const std::size_t in_step = image.pixel_bytes();
    for (std::size_t i = 0; i < pixels; ++i) {
        out[i * step] = value(widened<Sample>(in + i * in_step, image.type));
    }
}

template <class Sample>
void combine(std::span<const ChannelSource> sources, Image& out) {
    const std::size_t pixels = std::size_t{out.width} * out.height;
    auto* samples = reinterpret_cast<Sample*>(out.pixels.data());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        put_channel<Sample>(sources[i], pixels, samples + i, sources.size());
    }
}

}  // namespace

Image combine_channels(std::uint32_t width, std::uint32_t height,
                       std::span<const ChannelSource> sources) {
    GALLEY_ASSERT(sources.size() == 1 || sources.size() == 3 || sources.size() == 4);
    Image out{width, height, static_cast<std::uint8_t>(sources.size()), SampleType::unorm8, {}};
    for (const ChannelSource& source : sources) {
        if (source.image == nullptr) continue;
        GALLEY_ASSERT(source.image->width == width && source.image->height == height);
        out.type = std::max(out.type, source.image->type);
    }
    out.pixels.resize(std::size_t{width} * height * out.pixel_bytes());
    switch (out.type) {
    case SampleType::unorm8: combine<std::uint8_t>(sources, out); break;
    case SampleType::unorm16: combine<std::uint16_t>(sources, out); break;
    case SampleType::float32: combine<float>(sources, out); break;
    }
    return out;
}

}  // namespace galley::texel
