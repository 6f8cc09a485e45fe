#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "codec.h"
#include "exr_header.h"
#include "exr_layers.h"
#include "exr_library.h"
#include "galley/base/try.h"

// OpenEXR pictures: what is one of them is decided here, their bytes are decoded by the library.
namespace galley::image {
namespace {

/// The part that is the picture, and its channels.
struct Chosen {
    ExrFile exr;
    std::size_t index = 0;
    ExrPicture picture;

    const ExrPart& part() const { return exr.parts[index]; }
};

/// Names from the file, for messages: printable, the first few, none long.
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 6;
    constexpr std::size_t kLongest = 40;
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
        out += i == 0 ? "" : ", ";
        for (const char c : names[i].substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
    }
    if (names.size() > kMost) out += ", ...";
    return out;
}

Result<Chosen> choose(ByteSpan file) {
    Chosen chosen;
    TRY_ASSIGN(chosen.exr, read_exr_header(file));
    TRY_ASSIGN(chosen.index, chosen.exr.flat_part());
    auto picture = choose_exr_picture(chosen.part().channels);
    if (!picture) {
        std::vector<std::string> names;
        for (const ExrChannel& channel : chosen.part().channels) names.push_back(channel.name);
        return fail(kImageUnsupported,
                    fmt::format("no channels that are a picture among {}", listed(names)), {},
                    "name channels R, G and B or Y, with or without a layer before a dot");
    }
    chosen.picture = *std::move(picture);
    return chosen;
}

std::uint32_t clamped_side(std::uint64_t side) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(side, ~std::uint32_t{0}));
}

ImageInfo info_of(const Chosen& chosen) {
    constexpr std::string_view kWords[] = {"32-bit whole numbers", "16-bit floats",
                                           "32-bit floats"};
    const ExrPart& part = chosen.part();
    ImageInfo info;
    info.format = ImageFormat::exr;
    info.width = clamped_side(part.display.width());
    info.height = clamped_side(part.display.height());
    info.channels = chosen.picture.channels();
    info.type = SampleType::float32;
    for (const std::size_t index : chosen.picture.from) {
        if (index == ExrPicture::kNone) continue;
        const ExrChannel& channel = part.channels[index];
        if (!info.stored_as.empty() && channel.sample == ExrSample::half) continue;
        info.source_bits = channel.sample == ExrSample::half ? 16 : 32;
        info.stored_as = kWords[static_cast<std::size_t>(channel.sample)];
    }
    return info;
}

/// Bounds of what is stored, which are not the picture's.
Result<void> check_stored(const ExrPart& part, const ImageInfo& info, const DecodeLimits& limits) {
    ImageInfo stored = info;
    stored.width = clamped_side(part.data.width());
    stored.height = clamped_side(part.data.height());
    stored.channels = 1;  // only the sides count: no picture of this size is made
    stored.type = SampleType::unorm8;
    TRY(check_limits(stored, limits));
    const std::uint64_t bytes = part.sample_bytes(part.data);
    if (bytes > limits.max_decoded)
        return fail(kImageTooLarge,
                    fmt::format("{} x {} pixels of {} channels take {} bytes decoded, where {} are "
                                "allowed",
                                stored.width, stored.height, part.channels.size(), bytes,
                                limits.max_decoded),
                    {}, "leave out channels, or raise --max-decoded");
    return {};
}

void note_channels(const Chosen& chosen, Ledger& ledger) {
    const ExrPart& part = chosen.part();
    const ExrPicture& picture = chosen.picture;
    if (!picture.layer.empty())
        ledger.add(Verdict::kept, "layer", "",
                   fmt::format("the picture is {}", listed({picture.layer})));
    std::vector<std::string> dropped;
    bool whole = false;
    bool sparse = false;
    for (std::size_t i = 0; i < part.channels.size(); ++i) {
        const ExrChannel& channel = part.channels[i];
        if (!picture.takes(i)) {
            dropped.push_back(channel.name);
            continue;
        }
        whole = whole || channel.sample == ExrSample::whole;
        sparse = sparse || channel.x_step != 1 || channel.y_step != 1;
    }
    if (!dropped.empty())
        ledger.add(Verdict::dropped, "channels", "", listed(dropped), dropped.size());
    if (picture.shape == ExrPicture::Shape::chroma)
        ledger.add(Verdict::converted, "luminance and chroma", "", "to RGB");
    else if (sparse)
        ledger.add(Verdict::approximated, "channels with fewer samples than pixels", "",
                   "each sample is repeated");
    if (whole) ledger.add(Verdict::converted, "whole numbers", "", "to floats of the same value");
}

void note_part(const Chosen& chosen, Ledger& ledger) {
    const ExrPart& part = chosen.part();
    if (chosen.exr.parts.size() > 1) {
        std::vector<std::string> others;
        for (std::size_t i = 0; i < chosen.exr.parts.size(); ++i)
            if (i != chosen.index) others.push_back(chosen.exr.parts[i].name);
        ledger.add(Verdict::dropped, "further parts", "", listed(others), others.size());
    }
    if (const std::uint64_t levels = part.level_count(); levels > 1)
        ledger.add(Verdict::dropped, "smaller levels", "", "the first is the picture", levels - 1);
    const ExrBox& data = part.data;
    const ExrBox& display = part.display;
    if (data.x0 < display.x0 || data.y0 < display.y0 || data.x1 > display.x1 ||
        data.y1 > display.y1)
        ledger.add(Verdict::dropped, "pixels outside the display window", "",
                   "the display window is the picture");
    if (data.x0 > display.x0 || data.y0 > display.y0 || data.x1 < display.x1 ||
        data.y1 < display.y1)
        ledger.add(Verdict::kept, "data window", "",
                   "smaller than the display window; pixels outside are 0");
    if (part.environment)
        ledger.add(Verdict::dropped, "envmap", "", "the picture is taken as it lies");
    if (part.pixel_aspect != 1)
        ledger.add(Verdict::dropped, "pixelAspectRatio", "", "pixels are taken as square");
    constexpr float kSrgb[] = {0.64f, 0.33f, 0.3f, 0.6f, 0.15f, 0.06f, 0.3127f, 0.329f};
    constexpr float kSame = 0.0005f;
    for (std::size_t i = 0; part.primaries && i < std::size(kSrgb); ++i) {
        if (std::abs((*part.primaries)[i] - kSrgb[i]) <= kSame) continue;
        ledger.add(Verdict::dropped, "chromaticities", "",
                   "primaries other than sRGB's are not applied; colour is taken as linear sRGB");
        break;
    }
}

/// Colours are stored multiplied by their alpha. Where it is 0 (or below, or no number) they stay:
/// light without a surface.
void divide_alpha_out(Image& image, Ledger& ledger) {
    const std::size_t channels = image.channels;
    std::uint64_t alone = 0;
    bool divided = false;
    float pixel[4];
    for (std::size_t at = 0; at < image.pixels.size(); at += image.pixel_bytes()) {
        std::memcpy(pixel, image.pixels.data() + at, image.pixel_bytes());
        const float alpha = pixel[channels - 1];
        if (alpha == 1) continue;
        if (!(alpha > 0)) {
            alone += std::any_of(pixel, pixel + channels - 1, [](float v) { return v != 0; });
            continue;
        }
        divided = true;
        for (std::size_t c = 0; c + 1 < channels; ++c) pixel[c] /= alpha;
        std::memcpy(image.pixels.data() + at, pixel, image.pixel_bytes());
    }
    if (divided)
        ledger.add(Verdict::converted, "associated alpha", "", "divided out of the colours");
    if (alone != 0)
        ledger.add(Verdict::approximated, "colours where alpha is 0", "",
                   "they stay as they are, though nothing shows them", alone);
}

/// One bit pattern for all that is no number: which one conversions give is the machine's choice.
void unify_nans(Image& image) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t at = 0; at < image.pixels.size(); at += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, image.pixels.data() + at, sizeof value);
        if (std::isnan(value)) std::memcpy(image.pixels.data() + at, &kNan, sizeof kNan);
    }
}

}  // namespace

Result<ImageInfo> probe_exr(ByteSpan file) {
    TRY_ASSIGN(const Chosen chosen, choose(file));
    return info_of(chosen);
}

Result<Image> decode_exr(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const Chosen chosen, choose(file));
    const ImageInfo info = info_of(chosen);
    TRY(check_limits(info, limits));
    TRY(check_stored(chosen.part(), info, limits));
    TRY_ASSIGN(const std::vector<ByteSpan> chunks, find_exr_chunks(file, chosen.exr, chosen.index));
    Image image = make_image(info);
    TRY(decode_exr_channels(chosen.part(), chunks, chosen.picture, image));
    note_channels(chosen, ledger);
    note_part(chosen, ledger);
    if (!exr_is_whole(file, chosen.exr))
        ledger.set_partial("the file ends in what follows the picture");
    if (chosen.picture.has_alpha()) divide_alpha_out(image, ledger);
    unify_nans(image);
    return image;
}

}  // namespace galley::image
