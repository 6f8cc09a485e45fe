#include <fmt/format.h>

#include "galley/vda/seed_body.h"
#include "inspect.h"
#include "json_text.h"

namespace galley::cli {
namespace {

template <class T>
std::uint64_t size_of(const std::vector<T>& list) {
    return list.size();
}

Inspection inspect(const vda::Model& model) {
    Inspection out;
    out.json.set("vertices", size_of(model.vertices));
    out.json.set("triangles", size_of(model.indices) / 3);
    out.json.set("mesh_parts", size_of(model.mesh_parts));
    out.json.set("materials", size_of(model.materials));
    out.json.set("parts", size_of(model.parts));
    out.json.set("lods", size_of(model.lods));
    out.json.set("bounds", json_of(model.bounds));
    out.text = fmt::format("  model: {} triangles, {} vertices, {} parts, {} levels of detail\n",
                           model.indices.size() / 3, model.vertices.size(), model.parts.size(),
                           model.lods.size());
    return out;
}

Inspection inspect(const vda::Texture& texture) {
    Inspection out;
    out.json.set("width", texture.width);
    out.json.set("height", texture.height);
    out.json.set("levels", size_of(texture.levels));
    out.json.set("wrap", texture.wrap == 0 ? "repeat" : "clamp");
    out.json.set("grid", Json::Array{texture.grid.columns, texture.grid.rows});
    out.json.set("clips", size_of(texture.clips));
    out.text = fmt::format("  texture: {} x {}, {} levels, {} clips\n", texture.width,
                           texture.height, texture.levels.size(), texture.clips.size());
    return out;
}

Inspection inspect(const vda::Material& material) {
    Inspection out;
    out.json.set("albedo", fmt::format("#{:08x}", material.albedo.argb));
    out.json.set("texture", material.texture);
    out.json.set("alpha", material.alpha);
    out.json.set("unlit", material.unlit);
    out.text = fmt::format("  material: #{:08x}, {}{}\n", material.albedo.argb, material.alpha,
                           material.unlit ? ", unlit" : "");
    return out;
}

Inspection inspect(const vda::Scene& scene) {
    Inspection out;
    out.json.set("entities", size_of(scene.entities));
    out.json.set("map", scene.map);
    out.text = fmt::format("  scene: {} entities\n", scene.entities.size());
    return out;
}

Inspection inspect(const vda::Prefab& prefab) {
    Inspection out;
    out.json.set("footprint", json_of(prefab.footprint));
    out.json.set("entities", size_of(prefab.entities));
    out.json.set("distances", size_of(prefab.distances));
    out.text = fmt::format("  prefab: {} entities on {} x {} m\n", prefab.entities.size(),
                           prefab.footprint.x, prefab.footprint.y);
    return out;
}

Inspection inspect(const vda::World& world) {
    Inspection out;
    out.json.set("seed", world.seed);
    out.json.set("cell", double{world.cell});
    out.json.set("half_side_cells", world.extent * world.chunk);
    out.json.set("biomes", size_of(world.biomes));
    out.json.set("scatter", size_of(world.scatter));
    out.json.set("sites", size_of(world.sites));
    out.json.set("places", size_of(world.places));
    out.json.set("features", size_of(world.features));
    out.json.set("vegetation", size_of(world.vegetation));
    out.json.set("entities", size_of(world.entities));
    out.text = fmt::format("  world: {} cells of {} m each way from the origin, {} biomes, {} "
                           "places, {} features\n",
                           world.extent * world.chunk, world.cell, world.biomes.size(),
                           world.places.size(), world.features.size());
    return out;
}

Inspection inspect(const vda::Tilemap& map) {
    Inspection out;
    out.json.set("columns", map.columns);
    out.json.set("rows", map.rows);
    out.json.set("tile", double{map.tile});
    out.json.set("terrains", size_of(map.terrains));
    out.json.set("layers", size_of(map.layers));
    out.json.set("objects", size_of(map.objects));
    out.text =
        fmt::format("  tile map: {} x {} cells, {} terrains, {} layers, {} objects\n", map.columns,
                    map.rows, map.terrains.size(), map.layers.size(), map.objects.size());
    return out;
}

}  // namespace

Inspection inspect_seed_body(const vda::SeedBody& body) {
    return std::visit([](const auto& kind) { return inspect(kind); }, body);
}

Result<Inspection> inspect_seed(const vda::AssetFile& file) {
    auto body = vda::decode_seed_body(file);
    if (!body) return std::unexpected(std::move(body).error());
    Inspection out = inspect_seed_body(*body);
    out.text += fmt::format("  {} bytes in {}, '{}' by {}\n", file.body.payload.size(),
                            file.body.type, file.meta.name, file.meta.compiler);
    return out;
}

}  // namespace galley::cli
