#pragma once

#include "galley/vda/entity_fields.h"
#include "galley/vda/prefab.h"

namespace galley::vda {

template <class A, Like<PrefabDistance> T, class P>
void fields(A& a, T& distance, std::size_t index, P& prefab) {
    const Mark tag = a("tag", distance.tag);
    a.check(index == 0 || prefab.distances[index - 1].tag < distance.tag, "PF3", tag,
            "distances are not in the order of their tags, or two have one");
    a("metres", distance.metres, Between{"PF2", 0, 4096});
}

template <class A, Like<Prefab> T>
void fields(A& a, T& prefab) {
    a("name", prefab.name);
    const Mark footprint = a("footprint", prefab.footprint);
    const Between side = above("PF1", 0, 1024);
    a.check(side(prefab.footprint.x) && side(prefab.footprint.y), side.rule, footprint,
            "{} by {} metres are not both {}", prefab.footprint.x, prefab.footprint.y, side.text());
    a.strings("tags", prefab.tags);
    a.strings("biomes", prefab.biomes);
    a.list("distances", prefab.distances,
           [&](auto& in, auto& distance, std::size_t i) { fields(in, distance, i, prefab); });
    entity_list(a, prefab.entities);
}

}  // namespace galley::vda
