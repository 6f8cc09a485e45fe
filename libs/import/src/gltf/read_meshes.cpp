// Meshes, primitives and material variants (glTF 2.0 sections 3.7, 5.23, 5.24;
// KHR_materials_variants).

#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

void read_attributes(JsonReader& r, Element value, const At& at, const Document& document,
                     std::vector<Attribute>& out) {
    out.clear();
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        const std::int32_t accessor =
            read_index(r, member, here, document.accessors.size(), "accessor");
        out.push_back({key, accessor});
    });
}

void read_mappings(JsonReader& r, Element value, const At& at, const Document& document,
                   Primitive& out) {
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key != "mappings") return;
        out.mappings.assign(r.array_size(member, here), {});
        r.each_item(member, here, [&](std::size_t i, Element item, const At& item_at) {
            Primitive::Mapping& mapping = out.mappings[i];
            r.each_member(item, item_at, [&](std::string_view k, Element v, const At& where) {
                if (k == "material") {
                    mapping.material =
                        read_index(r, v, where, document.materials.size(), "material");
                } else if (k == "variants") {
                    mapping.variants.clear();
                    r.each_item(v, where, [&](std::size_t, Element variant, const At& place) {
                        mapping.variants.push_back(read_index(
                            r, variant, place, document.variants.size(), "material variant"));
                    });
                }
            });
            if (!r.failed() && mapping.material < 0) r.missing("material", item_at);
        });
    });
}

void read_primitive(JsonReader& r, Element value, const At& at, const Document& document,
                    Primitive& out) {
    bool has_attributes = false;
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "attributes") {
            read_attributes(r, member, here, document, out.attributes);
            has_attributes = true;
        } else if (key == "indices") {
            out.indices = read_index(r, member, here, document.accessors.size(), "accessor");
        } else if (key == "material") {
            out.material = read_index(r, member, here, document.materials.size(), "material");
        } else if (key == "mode") {
            out.mode = static_cast<std::uint8_t>(r.integer(member, here, 0, 6));
        } else if (key == "targets") {
            out.targets.assign(r.array_size(member, here), {});
            r.each_item(member, here, [&](std::size_t i, Element target, const At& where) {
                read_attributes(r, target, where, document, out.targets[i]);
            });
        } else if (key == "extensions") {
            r.each_extension(member, here,
                             [&](std::string_view name, Element extension, const At& where) {
                                 if (name == kDraco) out.draco = true;
                                 if (name != kVariants) return false;
                                 read_mappings(r, extension, where, document, out);
                                 return true;
                             });
        }
    });
    if (!r.failed() && !has_attributes) r.missing("attributes", at);
}

/// Accessors of one primitive have one count (section 3.7.2.1), those of its targets too.
void check_counts(JsonReader& r, const At& at, const Document& document,
                  const Primitive& primitive) {
    std::uint64_t count = 0;
    const auto check = [&](const std::vector<Attribute>& attributes, const At& where) {
        for (const Attribute& attribute : attributes) {
            const std::uint64_t own =
                document.accessors[static_cast<std::size_t>(attribute.accessor)].count;
            if (count == 0) count = own;
            if (own != count) {
                return r.fail(
                    kGltfPrimitive,
                    fmt::format("{} elements stand beside {} of the other attributes", own, count),
                    At(where, attribute.name));
            }
        }
    };
    check(primitive.attributes, At(at, "attributes"));
    const At targets_at(at, "targets");
    for (std::size_t i = 0; i < primitive.targets.size() && !r.failed(); ++i) {
        check(primitive.targets[i], At(targets_at, i));
    }
    if (primitive.indices < 0 || r.failed()) return;
    const Accessor& indices = document.accessors[static_cast<std::size_t>(primitive.indices)];
    const bool is_unsigned = indices.component == Component::u8 ||
                             indices.component == Component::u16 ||
                             indices.component == Component::u32;
    if (indices.type != kScalar || !is_unsigned || indices.normalized) {
        r.fail(kGltfPrimitive, "indices are no scalars of an unsigned integer type",
               At(at, "indices"));
    }
}

}  // namespace

void read_meshes(JsonReader& r, Element value, const At& at, Document& document) {
    document.meshes.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        Mesh& out = document.meshes[i];
        bool has_primitives = false;
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "name")
                out.name = r.text(member, here);
            else if (key == "primitives") {
                has_primitives = true;
                out.primitives.assign(r.array_size(member, here), {});
                r.each_item(member, here, [&](std::size_t p, Element primitive, const At& where) {
                    read_primitive(r, primitive, where, document, out.primitives[p]);
                    if (!r.failed()) check_counts(r, where, document, out.primitives[p]);
                });
            } else if (key == "extensions")
                r.skip_extensions(member, here);
        });
        if (!r.failed() && !has_primitives) r.missing("primitives", item_at);
    });
}

}  // namespace galley::gltf
