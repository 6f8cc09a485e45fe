#include "galley/cook/decode_picture.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/texel/channels.h"

namespace galley {

namespace {

using Of = ChannelChoice::Of;

constexpr std::string_view kNames[] = {"red", "green", "blue", "alpha", "zero", "one"};

/// `green of another picture, inverted`. The ledger belongs to the key, which knows no names.
std::string origin_text(const ChannelChoice& choice) {
    std::string text(kNames[static_cast<std::size_t>(choice.of)]);
    if (!choice.picture.empty()) text += " of another picture";
    return choice.inverted ? text + ", inverted" : text;
}

/// What is not as the picture itself has it goes into the ledger.
void note_channels(const ChannelChoices& channels, Ledger& ledger) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const ChannelChoice own{static_cast<Of>(i), false, {}};
        if (channels[i] == own) continue;
        const std::string_view name = channels.size() == 1 ? "grey" : kNames[i];
        ledger.add(Verdict::converted, fmt::format("{} channel", name), "",
                   fmt::format("made from {}", origin_text(channels[i])));
    }
}

/// The pictures that the channels name, each decoded once; the own one is the first.
class Pictures {
public:
    Pictures(const TextureInput& input, const CookContext& context)
        : input_(input), context_(context) {}

    Result<const Image*> get(const std::string& name) {
        const auto known = std::ranges::find(decoded_, name, &Decoded::name);
        if (known != decoded_.end()) return &known->image;
        if (name.empty()) return decode(name, input_.encoded, input_.extension);
        const auto found = std::ranges::find(input_.pictures, name, &TextureInput::Picture::name);
        if (found == input_.pictures.end() || found->encoded.empty()) {
            return fail(kNameUnknown,
                        fmt::format("there is no readable picture {} to take a channel from", name),
                        {},
                        "bring or mend it, or change the setting 'channels'; a picture inside a "
                        "model takes channels from the same model alone");
        }
        return decode(name, found->encoded, found->extension);
    }

private:
    struct Decoded {
        std::string name;
        Image image;
    };

    Result<const Image*> decode(const std::string& name, ByteSpan encoded,
                                const std::string& extension) {
        Ledger of_its_own_cook;
        Ledger& ledger = name.empty() ? *context_.ledger : of_its_own_cook;
        auto image = decode_image(encoded, extension, context_.limits, ledger);
        if (!image && name.empty()) return std::unexpected(std::move(image).error());
        if (!image) return std::unexpected(std::move(image).error().in_file(name));
        return &decoded_.emplace_back(name, *std::move(image)).image;
    }

    const TextureInput& input_;
    const CookContext& context_;
    std::deque<Decoded> decoded_;
};

}  // namespace

Result<Image> decode_picture(const TextureInput& input, const CookContext& context) {
    Image image;
    TRY(decode_picture_rows(input, context, image, {}));
    return image;
}

bool holds_eight_bits(const TextureInput& input) {
    const auto deep = [](ByteSpan encoded, const std::string& extension) {
        const auto info = probe_image(encoded, extension);
        return info && info->source_bits > 8;
    };
    if (!input.settings.channels) return !deep(input.encoded, input.extension);
    return std::ranges::none_of(*input.settings.channels, [&](const ChannelChoice& choice) {
        if (choice.of >= Of::zero) return false;
        if (choice.picture.empty()) return deep(input.encoded, input.extension);
        const auto named =
            std::ranges::find(input.pictures, choice.picture, &TextureInput::Picture::name);
        return named != input.pictures.end() && deep(named->encoded, named->extension);
    });
}

Result<void> decode_picture_rows(const TextureInput& input, const CookContext& context,
                                 Image& image, const RowsDecoded& on_rows) {
    if (!input.settings.channels) {
        return decode_image_rows(input.encoded, input.extension, context.limits, *context.ledger,
                                 image, on_rows);
    }
    Pictures pictures(input, context);
    const ChannelChoices& channels = *input.settings.channels;
    std::vector<texel::ChannelSource> sources;
    const Image* first = nullptr;
    for (const ChannelChoice& choice : channels) {
        if (choice.of >= Of::zero) {
            sources.push_back({nullptr, static_cast<std::uint8_t>(choice.of == Of::one), false});
            continue;
        }
        TRY_ASSIGN(const Image* from, pictures.get(choice.picture));
        if (first == nullptr) first = from;
        if (from->width != first->width || from->height != first->height) {
            return fail(
                kChannelSizes,
                fmt::format("channel {} comes from a picture of {} x {} pixels, others from "
                            "{} x {}",
                            sources.size() + 1, from->width, from->height, first->width,
                            first->height),
                {}, "bring the pictures to one size");
        }
        sources.push_back({from, static_cast<std::uint8_t>(choice.of), choice.inverted});
    }
    if (first == nullptr) {
        TRY_ASSIGN(first, pictures.get({}));
    }
    note_channels(channels, *context.ledger);
    image = texel::combine_channels(first->width, first->height, sources);
    return {};
}

}  // namespace galley
