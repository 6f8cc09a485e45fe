#include "default_rules.h"

#include <span>
#include <string_view>

namespace galley {

namespace {

// A rule wins over the materials that use a file, so a pattern that matches too much does harm.
// Each one here asks for a whole word, set off from the rest of the name (`piano.png` is no `_ao`),
// or for a word that no other one ends with. `?k` is a resolution such as 2k; `*k` would take
// `_rough_brick` for one. Left out, because they are pictures as often as not: `_arm` (a limb) and
// `_metal` without a resolution, `_spec`, `_alpha`, `_r`, `_m`, `_h`: there the materials decide.
constexpr std::string_view kNormal[] = {
    "*_n.*",          "*_nrm.*",
    "*_nml.*",        "*_nor.*",
    "*_norm.*",       "*_normal.*",
    "*_normals.*",    "*-normal.*",
    "* normal.*",     "normal.*",
    "normals.*",      "*_normal_?k.*",
    "*_normal_16k.*", "*_normal_lod?.*",
    "*_nor_gl.*",     "*_nor_gl_?k.*",
    "*_nor_gl_16k.*", "*_nor_dx.*",
    "*_nor_dx_?k.*",  "*_nor_dx_16k.*",
    "*_normal_gl.*",  "*_normal_opengl*.*",
    "*_normal_dx.*",  "*_normal_directx*.*",
    "*normalgl.*",    "*normaldx.*",
    "*normal-ogl.*",  "*normal-dx.*",
    "*normalmap.*",   "*normal_map.*",
    "*normal map.*",
};

constexpr std::string_view kData[] = {
    // Several channels in one file.
    "*_orm.*",
    "*_orm_?k.*",
    "orm.*",
    "*_rma.*",
    "*_arm_?k.*",
    "*_arm_16k.*",
    "*roughmetal.*",
    "*metalrough.*",
    "*roughnessmetallic.*",
    "*metallicsmoothness.*",
    "*maskmap.*",
    // Occlusion.
    "*_ao.*",
    "*-ao.*",
    "* ao.*",
    "ao.*",
    "*_ao_?k.*",
    "*_ao_16k.*",
    "*_occ.*",
    "*_occlusion.*",
    "occlusion.*",
    "*ambientocclusion.*",
    "*ambient_occlusion.*",
    "*ambient occlusion.*",
    // Roughness and its opposite.
    "*_rough.*",
    "*_rough_?k.*",
    "*_rough_16k.*",
    "*roughness.*",
    "*_roughness_?k.*",
    "*_roughness_16k.*",
    "*_gloss.*",
    "*_glossiness.*",
    "*_smoothness.*",
    // Metal.
    "*_metallic.*",
    "*-metallic.*",
    "* metallic.*",
    "metallic.*",
    "*metalness.*",
    "*_metal_?k.*",
    "*_metal_16k.*",
    // Height.
    "*_disp.*",
    "*_disp_?k.*",
    "*_disp_16k.*",
    "*displacement.*",
    "*_displacement_?k.*",
    "*_displacement_16k.*",
    "*_height.*",
    "*-height.*",
    "* height.*",
    "height.*",
    "*heightmap.*",
    "*_bump.*",
    "*_bump_?k.*",
    // Masks and measures.
    "*_mask.*",
    "*_masks.*",
    "*_mask_?k.*",
    "*_opacity.*",
    "*_cavity.*",
    "*_curvature.*",
    "*_thickness.*",
};

Json usage_rule(std::span<const std::string_view> patterns, std::string_view usage) {
    Json match = Json::array();
    for (const std::string_view pattern : patterns) {
        match.push_back(pattern);
    }
    Json settings = Json::object();
    settings.set("usage", usage);
    Json rule = Json::object();
    rule.set("match", std::move(match));
    rule.set("settings", std::move(settings));
    return rule;
}

}  // namespace

Json default_rules() {
    Json rules = Json::array();
    rules.push_back(usage_rule(kNormal, "normal"));
    rules.push_back(usage_rule(kData, "data"));
    return rules;
}

}  // namespace galley
