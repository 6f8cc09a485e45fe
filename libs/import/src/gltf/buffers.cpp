#include "gltf/buffers.h"

#include <utility>

#include <fmt/format.h>

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/import/errors.h"
#include "gltf/data_uri.h"

namespace galley::gltf {
namespace {

Result<ByteSpan> read_file(SourceFiles& files, const VirtualPath& path, std::string_view uri,
                           const std::string& pointer) {
    TRY_ASSIGN(const VirtualPath target, resolve_uri(path, uri, pointer));
    auto bytes = files.read(target);
    if (bytes) return *bytes;
    if (bytes.error().code != kFileNotFound) return std::unexpected(std::move(bytes).error());
    Error error = because(kGltfBuffer, fmt::format("there is no file '{}'", target.text()),
                          std::move(bytes).error());
    error.place = {.file = path.text(), .field = pointer};
    return std::unexpected(std::move(error));
}

Result<BufferData> load_buffer(const Buffer& buffer, std::optional<ByteSpan> glb_binary,
                               SourceFiles& files, const VirtualPath& path,
                               const std::string& pointer) {
    BufferData out;
    if (!buffer.has_uri) {
        if (!glb_binary) return out;
        out.bytes = *glb_binary;
    } else if (is_data_uri(buffer.uri)) {
        auto data = decode_data_uri(buffer.uri);
        if (!data) {
            Error error = std::move(data).error();
            error.place = {.file = path.text(), .field = pointer};
            return std::unexpected(std::move(error));
        }
        out.owned = std::move(data->bytes);
        out.bytes = out.owned;
    } else {
        TRY_ASSIGN(out.bytes, read_file(files, path, buffer.uri, pointer));
    }
    if (out.bytes.size() < buffer.length) {
        return fail(kGltfBuffer,
                    fmt::format("the buffer states {} bytes; there are {}", buffer.length,
                                out.bytes.size()),
                    {.file = path.text(), .field = pointer});
    }
    out.present = true;
    return out;
}

}  // namespace

Result<VirtualPath> resolve_uri(const VirtualPath& base, std::string_view uri,
                                const std::string& pointer) {
    const auto refuse = [&](Error cause) {
        Error error =
            because(kGltfUri, "the URI names no file that this import may open", std::move(cause));
        error.place = {.file = base.text(), .field = pointer};
        return std::unexpected(std::move(error));
    };
    auto decoded = percent_decode(uri);
    if (!decoded) return refuse(std::move(decoded).error());
    auto target = VirtualPath::resolve(base, *decoded);
    if (!target) return refuse(std::move(target).error());
    return *std::move(target);
}

Result<std::vector<BufferData>> load_buffers(const Document& document,
                                             std::optional<ByteSpan> glb_binary, SourceFiles& files,
                                             const VirtualPath& path) {
    std::vector<BufferData> out;
    out.reserve(document.buffers.size());
    for (std::size_t i = 0; i < document.buffers.size(); ++i) {
        const std::optional<ByteSpan> binary = i == 0 ? glb_binary : std::nullopt;
        const Buffer& buffer = document.buffers[i];
        TRY_ASSIGN(BufferData data,
                   load_buffer(buffer, binary, files, path,
                               fmt::format("/buffers/{}{}", i, buffer.has_uri ? "/uri" : "")));
        out.push_back(std::move(data));
    }
    return out;
}

}  // namespace galley::gltf
