// The parse, the root object, the asset and the required extensions (glTF 2.0 sections 2.7, 3.2,
// 3.12, 5.17).

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/core/json.h"
#include "galley/import/errors.h"
#include "gltf/document_reader.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

constexpr std::size_t kMaxJson = std::size_t{1} << 30;
/// Levels of nesting; real files have about ten.
constexpr std::size_t kMaxDepth = 512;

struct Version {
    unsigned major = 0, minor = 0;
};

std::optional<Version> parse_version(std::string_view text) {
    Version version;
    const char* end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, version.major);
    if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '.') return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
    if (minor.ec != std::errc{} || minor.ptr != end) return std::nullopt;
    return version;
}

void read_asset(JsonReader& r, Element value, const At& at, Document& document) {
    std::optional<Version> version, minimum;
    const auto read_version = [&](Element member, const At& here) {
        const std::string_view text = r.text(member, here);
        auto parsed = parse_version(text);
        if (!parsed) r.fail(kGltfVersion, fmt::format("'{}' is no version", text), here);
        return parsed;
    };
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "version")
            version = read_version(member, here);
        else if (key == "minVersion")
            minimum = read_version(member, here);
        else if (key == "generator")
            document.generator = r.text(member, here);
        else if (key == "copyright")
            document.copyright = r.text(member, here);
        else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (!version) return r.missing("version", at);
    if (version->major != 2) {
        return r.fail(
            kGltfVersion,
            fmt::format("the file is glTF {}.{}; 2.x is read", version->major, version->minor),
            At(at, "version"), "convert it to glTF 2.0 with a current exporter");
    }
    if (minimum && (minimum->major != 2 || minimum->minor > 0)) {
        r.fail(kGltfVersion,
               fmt::format("the file asks for a reader of glTF {}.{}; this one reads "
                           "2.0",
                           minimum->major, minimum->minor),
               At(at, "minVersion"));
    }
}

void read_required(JsonReader& r, Element value, const At& at, const ReadOptions& options,
                   Document& document) {
    r.each_item(value, at, [&](std::size_t, Element item, const At& here) {
        const std::string_view name = r.text(item, here);
        document.required.push_back(name);
        if (!options.refuse_required || r.failed()) return;
        const Support support = extension_info(name).support;
        if (support == Support::unknown) {
            r.fail(kGltfExtensionUnknown,
                   fmt::format("the file requires the extension {}, which is not known", name),
                   here);
        } else if (support == Support::unread) {
            r.fail(kGltfExtensionUnread,
                   fmt::format("the file requires the extension {}, which is not read by this "
                               "version",
                               name),
                   here, "export the model without it");
        }
    });
}

/// A required encoding of pictures is no obstacle where each has a plain source beside it.
void check_required_textures(JsonReader& r, const At& root, const ReadOptions& options,
                             const Document& document) {
    const At at(root, "textures");
    for (std::size_t i = 0; i < document.textures.size() && !r.failed(); ++i) {
        const Texture& texture = document.textures[i];
        if (!options.refuse_required || texture.unread.empty() || texture.source >= 0) continue;
        if (std::ranges::find(document.required, texture.unread) == document.required.end()) {
            continue;
        }
        r.fail(kGltfExtensionUnread,
               fmt::format("the file requires the extension {}, which is not read by this version, "
                           "and the texture has no plain source",
                           texture.unread),
               At(at, i), "export the model with PNG or JPEG pictures");
    }
}

void read_variants(JsonReader& r, Element value, const At& at, Document& document) {
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key != "variants") return;
        document.variants.assign(r.array_size(member, here), {});
        r.each_item(member, here, [&](std::size_t i, Element item, const At& item_at) {
            r.each_member(item, item_at, [&](std::string_view k, Element v, const At& where) {
                if (k == "name") document.variants[i] = r.text(v, where);
            });
        });
    });
}

void read_root_extensions(JsonReader& r, Element value, const At& at, Document& document) {
    r.each_extension(value, at, [&](std::string_view name, Element extension, const At& here) {
        if (name == kVariants) {
            read_variants(r, extension, here, document);
            return true;
        }
        if (name != kLights) return false;
        r.each_member(extension, here, [&](std::string_view key, Element v, const At& where) {
            if (key == "lights") read_lights(r, v, where, document);
        });
        return true;
    });
}

/// The root's members in the order in which the readers need them, wherever the file has them.
enum Part : std::size_t {
    kAsset,
    kUsed,
    kRequired,
    kExtensions,
    kBuffers,
    kViews,
    kAccessors,
    kSamplers,
    kImages,
    kTextures,
    kMaterials,
    kMeshes,
    kCameras,
    kSkins,
    kNodes,
    kScenes,
    kScene,
    kAnimations,
    kParts
};
constexpr std::array<std::string_view, kParts> kPartNames = {
    "asset",      "extensionsUsed", "extensionsRequired",
    "extensions", "buffers",        "bufferViews",
    "accessors",  "samplers",       "images",
    "textures",   "materials",      "meshes",
    "cameras",    "skins",          "nodes",
    "scenes",     "scene",          "animations"};

class RootReader {
public:
    RootReader(JsonReader& reader, const ReadOptions& options, Document& document)
        : r_(reader), options_(options), document_(document) {}

    void read(Element root) {
        r_.each_member(root, root_, [&](std::string_view key, Element value, const At&) {
            const auto* name = std::ranges::find(kPartNames, key);
            if (name != kPartNames.end()) {
                parts_[static_cast<std::size_t>(name - kPartNames.begin())] = value;
            }
        });
        if (!r_.failed() && !parts_[kAsset]) r_.missing("asset", root_);
        part(kAsset, read_asset);
        part(kRequired, [&](JsonReader& r, Element value, const At& at, Document& document) {
            read_required(r, value, at, options_, document);
        });
        part(kExtensions, read_root_extensions);
        part(kBuffers, read_buffers);
        part(kViews, read_views);
        part(kAccessors, read_accessors);
        if (!r_.failed()) check_ranges(r_, root_, document_, options_);
        part(kSamplers, read_samplers);
        part(kImages, read_images);
        part(kTextures, read_textures);
        if (!r_.failed()) check_required_textures(r_, root_, options_, document_);
        part(kMaterials, read_materials);
        part(kMeshes, read_meshes);
        part(kCameras, read_cameras);
        read_graph();
        part(kAnimations, read_animations);
        part(kUsed, [&](JsonReader& r, Element value, const At& at, Document&) {
            r.each_item(value, at, [&](std::size_t, Element item, const At& here) {
                r.note_used(r.text(item, here), here);
            });
        });
    }

private:
    template <class Read>
    void part(Part which, Read&& read) {
        if (r_.failed() || !parts_[which]) return;
        read(r_, *parts_[which], At(root_, kPartNames[which]), document_);
    }

    /// Nodes name nodes and skins, and skins name nodes: sizes first.
    void read_graph() {
        if (r_.failed()) return;
        if (parts_[kNodes]) {
            document_.nodes.resize(r_.array_size(*parts_[kNodes], At(root_, "nodes")));
        }
        part(kSkins, read_skins);
        part(kNodes, read_nodes);
        part(kScenes, read_scenes);
        part(kScene, [](JsonReader& r, Element value, const At& at, Document& document) {
            document.default_scene = read_index(r, value, at, document.scenes.size(), "scene");
        });
        if (!r_.failed()) link_nodes(r_, root_, document_);
    }

    JsonReader& r_;
    const ReadOptions& options_;
    Document& document_;
    At root_;
    std::array<std::optional<Element>, kParts> parts_;
};

/// simdjson says only that something is wrong; our own parser, slower, says where.
Error syntax_error(std::string_view json, const std::string& file, simdjson::error_code code) {
    Error error{kGltfSyntax, std::string(simdjson::error_message(code)), {.file = file}, {}, {}};
    auto reparsed = parse_json(
        json, file, {.max_bytes = kMaxJson, .max_depth = static_cast<std::uint32_t>(kMaxDepth)});
    if (!reparsed) {
        error.place = reparsed.error().place;
        error.message = reparsed.error().message;
        error.cause = std::make_shared<const Error>(std::move(reparsed).error());
    }
    return error;
}

/// What became of extras and extensions, for the ledger.
void report_extensions(const JsonReader& r, Ledger& ledger) {
    for (const auto& [name, use] : r.extensions()) {
        const ExtensionInfo& info = extension_info(name);
        const std::string what = "extension " + name;
        if (use.read > 0) ledger.add(Verdict::kept, what, use.first, "", use.read);
        if (use.unread == 0 && info.support == Support::read) {
            if (use.read == 0) ledger.add(Verdict::kept, what, use.first, "");
            continue;
        }
        if (use.unread == 0 && use.read > 0) continue;
        ledger.add(Verdict::dropped, what, use.first,
                   info.loss.empty() ? std::string("not known to this version")
                                     : fmt::format("not read by this version; lost: {}", info.loss),
                   std::max<std::uint64_t>(use.unread, 1));
    }
    if (r.extras() > 0) {
        ledger.add(Verdict::dropped, "extras", r.first_extras(),
                   "data of other applications is not kept", r.extras());
    }
}

}  // namespace

Result<Document> read_document(ByteSpan json, std::size_t padding, const std::string& file,
                               const ReadOptions& options, Ledger& ledger) {
    std::string_view text = as_text(json);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.size() > kMaxJson) {
        return fail(kImportTooLarge, "the JSON is larger than 1 GiB", {.file = file});
    }
    if (text.empty()) return std::unexpected(syntax_error(text, file, simdjson::EMPTY));
    Document document;
    document.parser = std::make_unique<simdjson::dom::parser>();
    Element root;
    auto code = document.parser->allocate(text.size(), kMaxDepth);
    if (code == simdjson::SUCCESS) {
        const bool copy = padding < simdjson::SIMDJSON_PADDING;
        code = document.parser->parse(text.data(), text.size(), copy).get(root);
    }
    if (code == simdjson::MEMALLOC) {
        return fail(kImportTooLarge, "there is not enough memory for the JSON", {.file = file});
    }
    if (code != simdjson::SUCCESS) return std::unexpected(syntax_error(text, file, code));

    JsonReader reader(file, ledger);
    RootReader(reader, options, document).read(root);
    if (reader.failed()) return std::unexpected(reader.take_error());
    report_extensions(reader, ledger);
    return document;
}

}  // namespace galley::gltf
