#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/errors.h"
#include "galley/import/gltf.h"
#include "gltf/buffers.h"
#include "gltf/document_reader.h"
#include "gltf/glb.h"
#include "gltf/image_parts.h"
#include "gltf/motion_check.h"
#include "gltf/primitive_builder.h"

namespace galley {
namespace {

struct Source {
    gltf::Container container;
    gltf::Document document;
};

Result<Source> read_source(SourceFiles& files, const VirtualPath& path, bool refuse_required,
                           Ledger& ledger) {
    TRY_ASSIGN(const ByteSpan file, files.read(path));
    TRY_ASSIGN(gltf::Container container, gltf::split_container(file, path.text(), ledger));
    const gltf::ReadOptions options{
        .glb_binary = container.binary ? container.binary->size() : 0,
        .has_glb_binary = container.binary.has_value(),
        .refuse_required = refuse_required,
    };
    TRY_ASSIGN(gltf::Document document,
               gltf::read_document(container.json, container.readable_after_json, path.text(),
                                   options, ledger));
    return Source{container, std::move(document)};
}

Result<std::vector<ModelMesh>> build_meshes(const gltf::BuildContext& context) {
    std::vector<ModelMesh> out;
    out.reserve(context.document.meshes.size());
    for (std::size_t i = 0; i < context.document.meshes.size(); ++i) {
        const gltf::Mesh& mesh = context.document.meshes[i];
        ModelMesh& built = out.emplace_back();
        built.name = mesh.name;
        built.primitives.reserve(mesh.primitives.size());
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const std::string pointer = fmt::format("/meshes/{}/primitives/{}", i, p);
            TRY_ASSIGN(ModelPrimitive primitive,
                       gltf::build_primitive(context, mesh.primitives[p], pointer));
            built.primitives.push_back(std::move(primitive));
        }
    }
    return out;
}

void note_kept(const Model& model, Ledger& ledger) {
    const auto keep = [&](std::string_view what, std::size_t count) {
        if (count > 0) ledger.add(Verdict::kept, std::string(what), "", "", count);
    };
    std::size_t primitives = 0;
    for (const ModelMesh& mesh : model.meshes) {
        primitives += static_cast<std::size_t>(
            std::ranges::count_if(mesh.primitives, [](const ModelPrimitive& primitive) {
                return primitive.skipped.empty();
            }));
    }
    keep("primitives", primitives);
    keep("materials", model.materials.size());
    keep("images",
         static_cast<std::size_t>(std::ranges::count(model.images, false, &ModelImage::missing)));
    keep("nodes", model.nodes.size());
    keep("scenes", model.scenes.size());
    keep("cameras", model.cameras.size());
    keep("lights", model.lights.size());
}

Result<Imported> import_checked(SourceFiles& files, const VirtualPath& path,
                                const ImportLimits& limits) {
    Ledger ledger;
    TRY_ASSIGN(Source source, read_source(files, path, true, ledger));
    gltf::Document& document = source.document;
    TRY_ASSIGN(const std::vector<gltf::BufferData> buffers,
               gltf::load_buffers(document, source.container.binary, files, path));
    const gltf::AccessorReader accessors(document, buffers);
    gltf::Budget budget(limits.max_geometry);
    const gltf::BuildContext context{document, accessors, ledger, budget, path.text()};

    Model model;
    model.counts = gltf::count_document(document);
    TRY_ASSIGN(model.meshes, build_meshes(context));
    TRY_ASSIGN(model.images, gltf::build_images(context, buffers, files, path));
    TRY(gltf::check_skins(context));
    TRY(gltf::report_motion(context));
    model.materials = std::move(document.materials);
    model.nodes = std::move(document.nodes);
    model.scenes = std::move(document.scenes);
    model.default_scene = document.default_scene;
    model.cameras = std::move(document.cameras);
    model.lights = std::move(document.lights);
    model.variants = std::move(document.variants);
    model.generator = document.generator;
    model.copyright = document.copyright;
    note_kept(model, ledger);
    return Imported{std::move(model), std::move(ledger)};
}

/// The standard library throws when memory runs out; nothing may throw out of here.
template <class T, class Fn>
Result<T> without_throwing(const VirtualPath& path, Fn&& fn) {
    try {
        Result<T> result = fn();
        if (!result) return std::unexpected(std::move(result).error().in_file(path.text()));
        return result;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return fail(kImportTooLarge, "there is not enough memory to import the file",
                {.file = path.text()});
}

}  // namespace

Result<Imported> import_gltf(SourceFiles& files, const VirtualPath& path,
                             const ImportLimits& limits) {
    return without_throwing<Imported>(path, [&] { return import_checked(files, path, limits); });
}

Result<ModelCounts> read_gltf_counts(SourceFiles& files, const VirtualPath& path) {
    return without_throwing<ModelCounts>(path, [&]() -> Result<ModelCounts> {
        Ledger ledger;
        TRY_ASSIGN(const Source source, read_source(files, path, false, ledger));
        return gltf::count_document(source.document);
    });
}

std::uint64_t gltf_memory_estimate(std::uint64_t file_size) {
    // The file, and for JSON about 14 times its size while simdjson parses it; decoded geometry
    // is a few times its bytes. Both are bounded by what the importer may hold.
    constexpr std::uint64_t kFixed = std::uint64_t{16} << 20, kMost = std::uint64_t{4} << 30;
    return kFixed + file_size + std::min(file_size, kMost / 16) * 16;
}

}  // namespace galley
