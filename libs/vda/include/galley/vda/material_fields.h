#pragma once

#include "galley/vda/fields.h"
#include "galley/vda/material.h"

namespace galley::vda {

template <class A, Like<Material> T>
void fields(A& a, T& material) {
    a("name", material.name);
    a("albedo", material.albedo);
    a("texture", material.texture);
    a("unlit", material.unlit);
    a("alpha", material.alpha, OneOf{"MT1", "opaque blend cutout"});
    a("cutoff", material.cutoff);
    a("cull", material.cull, Within{"MT2", 0, 1});
    a("filter", material.filter, Within{"MT3", 0, 1});
    a("grid", material.grid, GridLimit{"MT4"});
}

}  // namespace galley::vda
