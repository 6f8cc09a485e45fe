#pragma once

#include "galley/vda/entity.h"
#include "galley/vda/fields.h"

namespace galley::vda {

/// False for NaN.
[[nodiscard]] inline bool is_box(const Aabb& box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
}

template <class A, Like<Entity> T>
void fields(A& a, T& entity) {
    a("name", entity.name);
    a("kind", entity.kind);
    a("model", entity.model);
    a("material", entity.material);
    a("position", entity.position);
    a("rotation_deg", entity.rotation_deg);
    a("scale", entity.scale);
    a.strings("tags", entity.tags);
    a("parent", entity.parent);
    a("visible", entity.visible);
    a("has_hitbox", entity.has_hitbox);
    if (entity.has_hitbox) {
        const Mark hitbox = box_fields(a, "hitbox", entity.hitbox);
        a.check(is_box(entity.hitbox), "EN1", hitbox,
                "the least corner is not below the greatest on every axis");
    }
    a("layer", entity.layer, Within{"EN2", -1000, 1000});
    a("frame", entity.frame, Within{"EN3", 0, 65535});
    a("anim", entity.anim);
}

template <class A, class T>
void entity_list(A& a, T& entities) {
    a.list("entities", entities, [](auto& in, auto& entity, std::size_t) { fields(in, entity); });
}

template <class A, Like<Camera> T>
void fields(A& a, T& camera) {
    a("ortho", camera.ortho);
    a("fov_deg", camera.fov_deg);
    a("size", camera.size);
    a("near", camera.near);
    a("far", camera.far);
    a("position", camera.position);
    a("look_at", camera.look_at);
}

template <class A, Like<Light> T>
void fields(A& a, T& light) {
    a("direction", light.direction);
    a("color", light.color);
    a("ambient", light.ambient);
}

/// The fields that a scene and a world have in the same order.
template <class A, class T>
void view_fields(A& a, T& scene) {
    a.group("camera", scene.camera, [](auto& in, auto& camera) { fields(in, camera); });
    a.group("light", scene.light, [](auto& in, auto& light) { fields(in, light); });
    a("background", scene.background);
}

}  // namespace galley::vda
