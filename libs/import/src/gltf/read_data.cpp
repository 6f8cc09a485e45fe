// Buffers, buffer views and accessors (glTF 2.0 sections 3.6 and 5.1 to 5.5, 5.10, 5.11).

#include <array>
#include <limits>

#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

constexpr std::uint64_t kAnyLength = std::numeric_limits<std::int64_t>::max();

Component read_component(JsonReader& r, Element value, const At& at) {
    const std::uint64_t number = r.integer(value, at);
    switch (number) {
    case 5120:
    case 5121:
    case 5122:
    case 5123:
    case 5125:
    case 5126: return static_cast<Component>(number);
    default:
        r.fail(kGltfValue, fmt::format("{} is no component type", number), at);
        return Component::f32;
    }
}

ElementType read_type(JsonReader& r, Element value, const At& at) {
    struct Row {
        std::string_view name;
        ElementType type;
    };
    constexpr auto kRows = std::to_array<Row>({{"SCALAR", kScalar},
                                               {"VEC2", kVec2},
                                               {"VEC3", kVec3},
                                               {"VEC4", kVec4},
                                               {"MAT2", kMat2},
                                               {"MAT3", kMat3},
                                               {"MAT4", kMat4}});
    const std::string_view name = r.text(value, at);
    for (const Row& row : kRows) {
        if (row.name == name) return row.type;
    }
    r.fail(kGltfValue, fmt::format("'{}' is no accessor type", name), at);
    return kScalar;
}

void read_sparse(JsonReader& r, Element value, const At& at, Sparse& out) {
    bool has_count = false, has_indices = false, has_values = false, has_component = false;
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "count") {
            out.count = r.integer(member, here, 1);
            has_count = true;
        } else if (key == "indices") {
            has_indices = true;
            r.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "bufferView")
                    out.indices_view = r.index(v, where);
                else if (k == "byteOffset")
                    out.indices_offset = r.integer(v, where);
                else if (k == "componentType") {
                    out.indices_component = read_component(r, v, where);
                    has_component = true;
                } else if (k == "extensions")
                    r.skip_extensions(v, where);
            });
        } else if (key == "values") {
            has_values = true;
            r.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "bufferView")
                    out.values_view = r.index(v, where);
                else if (k == "byteOffset")
                    out.values_offset = r.integer(v, where);
                else if (k == "extensions")
                    r.skip_extensions(v, where);
            });
        } else if (key == "extensions") {
            r.skip_extensions(member, here);
        }
    });
    if (!has_count) return r.missing("count", at);
    if (!has_indices || out.indices_view < 0) return r.missing("indices/bufferView", at);
    if (!has_component) return r.missing("indices/componentType", at);
    if (!has_values || out.values_view < 0) return r.missing("values/bufferView", at);
    if (out.indices_component != Component::u8 && out.indices_component != Component::u16 &&
        out.indices_component != Component::u32) {
        r.fail(kGltfValue, "sparse indices are not unsigned integers", at);
    }
}

void read_accessor(JsonReader& r, Element value, const At& at, Accessor& out) {
    bool has_component = false, has_count = false, has_type = false;
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "bufferView")
            out.view = r.index(member, here);
        else if (key == "byteOffset")
            out.offset = r.integer(member, here);
        else if (key == "componentType") {
            out.component = read_component(r, member, here);
            has_component = true;
        } else if (key == "count") {
            out.count = r.integer(member, here, 1);
            has_count = true;
        } else if (key == "type") {
            out.type = read_type(r, member, here);
            has_type = true;
        } else if (key == "normalized")
            out.normalized = r.boolean(member, here);
        else if (key == "sparse")
            read_sparse(r, member, here, out.sparse.emplace());
        else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (!has_component) return r.missing("componentType", at);
    if (!has_count) return r.missing("count", at);
    if (!has_type) r.missing("type", at);
}

/// Whether `count` elements of `size` bytes, `stride` apart, from `offset`, lie inside `length`
/// bytes. Nothing overflows for any input.
bool fits(std::uint64_t offset, std::uint64_t count, std::uint64_t size, std::uint64_t stride,
          std::uint64_t length) {
    if (count == 0) return offset <= length;
    if (offset > length || size > length - offset) return false;
    return (length - offset - size) / stride >= count - 1;
}

void check_view_use(JsonReader& r, const At& at, const Document& document, std::int32_t view_index,
                    std::uint64_t offset, std::uint64_t count, std::uint32_t size,
                    bool may_stride) {
    if (!check_index(r, view_index, document.views.size(), "buffer view", at)) return;
    const BufferView& view = document.views[static_cast<std::size_t>(view_index)];
    const std::uint64_t stride = may_stride && view.stride != 0 ? view.stride : size;
    if (stride < size) {
        return r.fail(
            kGltfRange,
            fmt::format("the view's stride {} is below the element's {} bytes", stride, size), at);
    }
    if (!fits(offset, count, size, stride, view.length)) {
        r.fail(kGltfRange,
               fmt::format("{} elements of {} bytes from {} do not fit into the {} "
                           "bytes of buffer view {}",
                           count, size, offset, view.length, view_index),
               at);
    }
}

void check_accessor(JsonReader& r, const At& at, const Document& document,
                    const Accessor& accessor) {
    const std::uint32_t size = accessor.element_bytes();
    if (accessor.view >= 0) {
        check_view_use(r, at, document, accessor.view, accessor.offset, accessor.count, size, true);
    }
    if (!accessor.sparse || r.failed()) return;
    const Sparse& sparse = *accessor.sparse;
    const At here(at, "sparse");
    if (sparse.count > accessor.count) {
        return r.fail(kGltfRange,
                      fmt::format("{} sparse elements replace those of an accessor of "
                                  "{}",
                                  sparse.count, accessor.count),
                      here);
    }
    check_view_use(r, At(here, "indices"), document, sparse.indices_view, sparse.indices_offset,
                   sparse.count, component_bytes(sparse.indices_component), false);
    check_view_use(r, At(here, "values"), document, sparse.values_view, sparse.values_offset,
                   sparse.count, size, false);
}

}  // namespace

bool check_index(JsonReader& r, std::int32_t index, std::size_t size, std::string_view what,
                 const At& at) {
    if (index >= 0 && static_cast<std::size_t>(index) < size) return true;
    r.fail(kGltfReference, fmt::format("there is no {} {}; the file has {}", what, index, size),
           at);
    return false;
}

std::int32_t read_index(JsonReader& r, Element value, const At& at, std::size_t size,
                        std::string_view what) {
    const std::int32_t index = r.index(value, at);
    if (r.failed() || !check_index(r, index, size, what, at)) return -1;
    return index;
}

void read_buffers(JsonReader& r, Element value, const At& at, Document& document) {
    document.buffers.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        Buffer& out = document.buffers[i];
        bool has_length = false;
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "uri") {
                out.uri = r.text(member, here);
                out.has_uri = true;
            } else if (key == "byteLength") {
                out.length = r.integer(member, here, 1, kAnyLength);
                has_length = true;
            } else if (key == "extensions") {
                r.each_extension(member, here, [&](std::string_view name, Element, const At&) {
                    out.fallback |= name == kMeshoptExt || name == kMeshoptKhr;
                    return false;
                });
            }
        });
        if (!r.failed() && !has_length) r.missing("byteLength", item_at);
    });
}

void read_views(JsonReader& r, Element value, const At& at, Document& document) {
    document.views.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        BufferView& out = document.views[i];
        bool has_length = false;
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "buffer") {
                out.buffer = read_index(r, member, here, document.buffers.size(), "buffer");
            } else if (key == "byteOffset") {
                out.offset = r.integer(member, here);
            } else if (key == "byteLength") {
                out.length = r.integer(member, here, 1, kAnyLength);
                has_length = true;
            } else if (key == "byteStride") {
                out.stride = static_cast<std::uint32_t>(r.integer(member, here, 0, 252));
                if (out.stride % 4 != 0) {
                    r.fail(kGltfRange,
                           fmt::format("a stride of {} bytes is no multiple of 4", out.stride),
                           here);
                }
            } else if (key == "extensions") {
                r.each_extension(member, here, [&](std::string_view name, Element, const At&) {
                    out.compressed |= name == kMeshoptExt || name == kMeshoptKhr;
                    return false;
                });
            }
        });
        if (r.failed()) return;
        if (out.buffer < 0) return r.missing("buffer", item_at);
        if (!has_length) r.missing("byteLength", item_at);
    });
}

void read_accessors(JsonReader& r, Element value, const At& at, Document& document) {
    document.accessors.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        read_accessor(r, item, here, document.accessors[i]);
    });
}

void check_ranges(JsonReader& r, const At& root, const Document& document,
                  const ReadOptions& options) {
    const At views_at(root, "bufferViews");
    for (std::size_t i = 0; i < document.views.size() && !r.failed(); ++i) {
        const BufferView& view = document.views[i];
        const std::uint64_t length = document.buffers[static_cast<std::size_t>(view.buffer)].length;
        if (view.offset > length || view.length > length - view.offset) {
            r.fail(kGltfRange,
                   fmt::format("{} bytes from {} do not fit into the {} bytes of "
                               "buffer {}",
                               view.length, view.offset, length, view.buffer),
                   At(views_at, i));
        }
    }
    const At accessors_at(root, "accessors");
    for (std::size_t i = 0; i < document.accessors.size() && !r.failed(); ++i) {
        check_accessor(r, At(accessors_at, i), document, document.accessors[i]);
    }
    const At buffers_at(root, "buffers");
    if (!document.buffers.empty() && !r.failed() && !document.buffers[0].has_uri &&
        options.has_glb_binary && document.buffers[0].length > options.glb_binary) {
        r.fail(kGltfBuffer,
               fmt::format("the binary chunk holds {} of the buffer's {} bytes", options.glb_binary,
                           document.buffers[0].length),
               At(buffers_at, std::size_t{0}));
    }
}

}  // namespace galley::gltf
