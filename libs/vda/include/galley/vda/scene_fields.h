#pragma once

#include "galley/vda/entity_fields.h"
#include "galley/vda/scene.h"

namespace galley::vda {

template <class A, Like<Scene> T>
void fields(A& a, T& scene) {
    a("name", scene.name);
    view_fields(a, scene);
    entity_list(a, scene.entities);
    a("map", scene.map);
}

}  // namespace galley::vda
