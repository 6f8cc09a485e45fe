#include "export_source.h"

#include <algorithm>
#include <string_view>

#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/base/try.h"
#include "source.h"

namespace galley::cli {
namespace {

constexpr std::string_view kFormats[] = {"plain", "bc1", "bc3", "bc4", "bc5", "bc7"};
constexpr std::string_view kQualities[] = {"fast", "normal", "high"};

template <std::size_t N>
std::size_t index_of(const std::string_view (&words)[N], std::string_view word) {
    for (std::size_t i = 0; i < N; ++i)
        if (words[i] == word) return i;
    return 0;  // CLI11 took no other word
}

TextureEncodeOptions asked_for(const ExportOptions& options) {
    TextureEncodeOptions out;
    if (!options.format.empty())
        out.coding = static_cast<TextureCoding>(index_of(kFormats, options.format));
    if (options.srgb || options.linear) out.srgb = options.srgb;
    out.quality = static_cast<texel::BlockQuality>(index_of(kQualities, options.quality));
    out.mips = !options.no_mips || options.level > 0;
    return out;
}

}  // namespace

Result<void> ExportSource::open() {
    if (extension() == "vda") {
        TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file_));
        if (cooked.kind != Kind::texture)
            return fail(kNoSuchPart, "this cooked file is no texture", {},
                        "'galley inspect' says what it is");
        TRY_ASSIGN(view_, view_texture(cooked.body));
        return {};
    }
    // What cannot be recognised, decoding says.
    if (auto probed = probe_image(file_, extension())) info_ = *std::move(probed);
    return {};
}

Result<OwnTexture> ExportSource::texture(JobPool& pool) {
    read_levels();
    if (view_) return without_losses(encode_again(*view_, encode_options(), pool));
    TRY_ASSIGN(const Image image, decode());
    return without_losses(encode_picture(image, encode_options(), pool));
}

Result<Image> ExportSource::decode() { return decode_image(file_, extension(), limits(), ledger_); }

bool ExportSource::is_as_it_is() const {
    return extension() != "vda" && options_.level == 0 && options_.format.empty();
}

bool ExportSource::is_srgb() const {
    if (options_.srgb || options_.linear) return options_.srgb;
    return !is_texture_file() || info_.srgb;
}

TextureEncodeOptions ExportSource::encode_options() const {
    TextureEncodeOptions out = asked_for(options_);
    const std::string to = extension_of(options_.output);
    const bool pictures = to == "png" || to == "exr";
    if (!out.coding && !view_ && (pictures || is_texture_file())) out.coding = TextureCoding::plain;
    const bool numbers = out.coding == TextureCoding::bc4 || out.coding == TextureCoding::bc5;
    if (is_texture_file() && !out.srgb && !numbers) out.srgb = is_srgb();
    out.swizzle = to != "dds";
    return out;
}

void ExportSource::read_levels() {
    if (view_ || !is_texture_file()) return;
    Ledger changed;
    auto stored = read_image_texture(file_, extension(), limits(), changed);
    // What is wrong with the first picture too, decoding says.
    if (!stored) ledger_.set_partial(stored.error().message);
    if (!stored || !*stored || !keeps_levels((*stored)->info)) return;
    stored_ = **std::move(stored);
    view_ = {stored_->info, {stored_->levels.begin(), stored_->levels.end()}};
    ledger_ = std::move(changed);
}

Result<OwnTexture> ExportSource::without_losses(Result<Converted<OwnTexture>> made) {
    TRY_ASSIGN(Converted<OwnTexture> texture, std::move(made));
    for (const Loss& loss : texture.losses)
        ledger_.add(loss.dropped ? Verdict::dropped : Verdict::approximated, loss.what, "",
                    loss.detail);
    return std::move(texture.value);
}

std::string ExportSource::extension() const { return extension_of(options_.file); }

/// One level alone that gets another format gets smaller ones too.
bool ExportSource::keeps_levels(const TextureInfo& info) const {
    return info.levels > 1 || options_.format.empty() || options_.no_mips || info.layers > 1 ||
           std::max(info.width, info.height) == 1;
}

}  // namespace galley::cli
