#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galley/base/vec.h"

/// What scenes, prefabs and worlds share.
namespace galley::vda {

struct Entity {
    std::string name;
    std::string kind;
    std::string model;
    std::string material;
    Vec3 position;
    Vec3 rotation_deg;
    Vec3 scale{1, 1, 1};
    std::vector<std::string> tags;
    std::string parent;
    bool visible = true;
    bool has_hitbox = false;
    Aabb hitbox;  ///< stored only with `has_hitbox`
    std::int64_t layer = 0;
    std::uint32_t frame = 0;
    std::string anim;
};

struct Camera {
    bool ortho = false;
    float fov_deg = 0;
    float size = 0;
    float near = 0;
    float far = 0;
    Vec3 position;
    Vec3 look_at;
};

struct Light {
    Vec3 direction;
    Vec3 color;
    Vec3 ambient;
};

}  // namespace galley::vda
