#include "gltf/image_parts.h"

#include <utility>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/core/sha256.h"
#include "galley/import/errors.h"
#include "gltf/data_uri.h"

namespace galley::gltf {
namespace {

Result<void> from_data_uri(const BuildContext& context, const Image& image,
                           const std::string& pointer, ModelImage& out) {
    TRY(context.budget.take(image.uri.size(), 1));
    auto data = decode_data_uri(image.uri);
    if (!data) {
        Error error = std::move(data).error();
        error.place = {.file = context.file, .field = pointer + "/uri"};
        return std::unexpected(std::move(error));
    }
    if (out.media_type.empty()) out.media_type = data->media_type;
    out.encoded = std::move(data->bytes);
    return {};
}

Result<void> from_view(const BuildContext& context, std::span<const BufferData> buffers,
                       const Image& image, const std::string& pointer, ModelImage& out) {
    const BufferView& view = context.document.views[static_cast<std::size_t>(image.view)];
    const BufferData& buffer = buffers[static_cast<std::size_t>(view.buffer)];
    if (!buffer.present) {
        out.missing = true;
        context.ledger.add(Verdict::dropped, "embedded image", pointer,
                           "its buffer is not in the file");
        return {};
    }
    TRY(context.budget.take(view.length, 1));
    const ByteSpan bytes = buffer.bytes.subspan(view.offset, view.length);
    out.encoded.assign(bytes.begin(), bytes.end());
    return {};
}

Result<ModelImage> build_image(const BuildContext& context, std::span<const BufferData> buffers,
                               SourceFiles& files, const VirtualPath& path, const Image& image,
                               const std::string& pointer) {
    ModelImage out;
    out.name = image.name;
    out.media_type = image.media_type;
    if (image.view >= 0) {
        TRY(from_view(context, buffers, image, pointer, out));
    } else if (is_data_uri(image.uri)) {
        TRY(from_data_uri(context, image, pointer, out));
    } else {
        TRY_ASSIGN(const VirtualPath target, resolve_uri(path, image.uri, pointer + "/uri"));
        out.path = target.text();
        out.missing = !files.exists(target);
        if (out.missing) {
            context.ledger.add(Verdict::dropped, fmt::format("image file {}", out.path), pointer,
                               "there is no such file");
        }
        return out;
    }
    out.digest = sha256(out.encoded);
    return out;
}

}  // namespace

Result<std::vector<ModelImage>> build_images(const BuildContext& context,
                                             std::span<const BufferData> buffers,
                                             SourceFiles& files, const VirtualPath& path) {
    std::vector<ModelImage> out;
    out.reserve(context.document.images.size());
    for (std::size_t i = 0; i < context.document.images.size(); ++i) {
        const std::string pointer = fmt::format("/images/{}", i);
        auto image =
            build_image(context, buffers, files, path, context.document.images[i], pointer);
        if (!image) {
            Error error = std::move(image).error();
            if (error.place.field.empty()) error.place.field = pointer;
            return std::unexpected(std::move(error));
        }
        out.push_back(*std::move(image));
    }
    return out;
}

}  // namespace galley::gltf
