// What the fuzz targets of worlds' and tile maps' sources share: any text is an error with a place,
// or a map whose dump, put into a source, is the same map.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "galley/import/map_source.h"
#include "galley/vda_json/dump.h"

namespace galley::fuzz {

inline Json body_of_dump(const vda::SeedBody& body) {
    const auto payload = vda::encode_seed_body(body);
    if (!payload) std::abort();
    vda::ContainerWriter writer;
    if (!writer.append(vda::chunk_of(body), *payload)) std::abort();
    const auto dump = dump_vda(writer.take());
    if (!dump) std::abort();
    return *dump->find("chunks")->if_array()->front().find("body");
}

inline int check_map_source(Kind kind, const char* format, std::string_view text) {
    const VirtualPath path =
        VirtualPath::parse(kind == Kind::world ? "a.world.json" : "a.tilemap.json").value();
    const auto map = read_map_source(kind, text, path);
    if (!map) {
        if (map.error().place.file != path.text()) std::abort();
        return 0;
    }
    Json source = Json::object();
    source.set("format", format);
    source.set("version", 1);
    source.set("body", body_of_dump(map->body));
    const auto again = read_map_source(kind, write_json(source), path);
    if (!again || body_of_dump(again->body) != *source.find("body")) std::abort();
    if (again->names.size() != map->names.size()) std::abort();
    return 0;
}

}  // namespace galley::fuzz
