#include "gltf/motion_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/errors.h"

namespace galley::gltf {
namespace {

constexpr std::string_view kNotRead = "not read by this version";

bool readable_vector(const AccessorReader& accessors, std::int32_t index, ElementType type) {
    return accessors.available(index) && accessors.accessor(index).type == type &&
           accessors.accessor(index).count <= AccessorReader::kMaxZeros * 64;
}

Result<std::vector<float>> read_all(const BuildContext& context, std::int32_t index) {
    const Accessor& accessor = context.accessors.accessor(index);
    if (accessor.view < 0 && accessor.count > AccessorReader::kMaxZeros) {
        return fail(kImportTooLarge, "an accessor without bytes has too many elements",
                    {.file = context.file, .field = fmt::format("/accessors/{}", index)});
    }
    TRY(context.budget.take(accessor.count, accessor.type.rows * sizeof(float)));
    std::vector<float> out(accessor.count * accessor.type.rows);
    auto read = context.accessors.read_floats(index, {}, out.data());
    if (!read) {
        Error error = std::move(read).error();
        error.place = {.file = context.file, .field = fmt::format("/accessors/{}", index)};
        return std::unexpected(std::move(error));
    }
    return out;
}

/// One more than the greatest joint that a vertex of the mesh uses with a weight.
Result<std::uint64_t> joints_used(const BuildContext& context, const Mesh& mesh) {
    std::uint64_t used = 0;
    for (const Primitive& primitive : mesh.primitives) {
        for (unsigned set = 0;; ++set) {
            const std::int32_t joints = primitive.find(fmt::format("JOINTS_{}", set));
            const std::int32_t weights = primitive.find(fmt::format("WEIGHTS_{}", set));
            if (joints < 0 || weights < 0) break;
            if (!readable_vector(context.accessors, joints, kVec4) ||
                !readable_vector(context.accessors, weights, kVec4)) {
                continue;
            }
            TRY_ASSIGN(const std::vector<float> joint, read_all(context, joints));
            TRY_ASSIGN(const std::vector<float> weight, read_all(context, weights));
            for (std::size_t i = 0; i < std::min(joint.size(), weight.size()); ++i) {
                if (weight[i] == 0 || !(joint[i] >= 0)) continue;
                used = std::max(used, static_cast<std::uint64_t>(std::min(joint[i], 1e9F)) + 1);
            }
        }
    }
    return used;
}

/// Why a sampler's keys cannot be played; empty when they can.
Result<std::string> sampler_fault(const BuildContext& context, const Animation::Sampler& sampler,
                                  std::string_view path) {
    const Accessor& output = context.accessors.accessor(sampler.output);
    const Accessor& input = context.accessors.accessor(sampler.input);
    if (input.type != kScalar || input.component != Component::f32) {
        return std::string("its times are no floats");
    }
    const std::uint64_t values = sampler.interpolation == "CUBICSPLINE" ? 3 : 1;
    const std::uint64_t keys = output.count / values;
    const bool counts_fit = output.count % values == 0 &&
                            (path == "weights" ? keys % input.count == 0 : keys == input.count);
    if (path != "pointer" && !counts_fit) return std::string("its times and values do not pair up");
    if (!context.accessors.available(sampler.input)) return std::string();
    TRY_ASSIGN(const std::vector<float> times, read_all(context, sampler.input));
    float before = -1;
    for (const float time : times) {
        if (!std::isfinite(time)) return std::string("its times are not finite");
        if (time < 0 || time <= before) return std::string("its times do not increase from zero");
        before = time;
    }
    return std::string();
}

Result<std::string> animation_fault(const BuildContext& context, const Animation& animation) {
    for (const Animation::Channel& channel : animation.channels) {
        const auto& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
        TRY_ASSIGN(std::string fault, sampler_fault(context, sampler, channel.path));
        if (!fault.empty()) return fault;
    }
    return std::string();
}

}  // namespace

Result<void> check_skins(const BuildContext& context) {
    std::map<std::int32_t, std::uint64_t> used_by_mesh;
    for (std::size_t i = 0; i < context.document.nodes.size(); ++i) {
        const ModelNode& node = context.document.nodes[i];
        if (node.skin < 0 || node.mesh < 0) continue;
        auto known = used_by_mesh.find(node.mesh);
        if (known == used_by_mesh.end()) {
            const Mesh& mesh = context.document.meshes[static_cast<std::size_t>(node.mesh)];
            TRY_ASSIGN(const std::uint64_t used, joints_used(context, mesh));
            known = used_by_mesh.emplace(node.mesh, used).first;
        }
        const std::size_t joints =
            context.document.skins[static_cast<std::size_t>(node.skin)].joints.size();
        if (known->second > joints) {
            return fail(
                kGltfSkin,
                fmt::format("a vertex names joint {}; the skin has {}", known->second - 1, joints),
                {.file = context.file, .field = fmt::format("/nodes/{}/skin", i)});
        }
    }
    return {};
}

Result<void> report_motion(const BuildContext& context) {
    if (!context.document.skins.empty()) {
        context.ledger.add(Verdict::dropped, "skins", "/skins", std::string(kNotRead),
                           context.document.skins.size());
    }
    for (std::size_t i = 0; i < context.document.animations.size(); ++i) {
        TRY_ASSIGN(std::string fault, animation_fault(context, context.document.animations[i]));
        context.ledger.add(Verdict::dropped, "animations", fmt::format("/animations/{}", i),
                           fault.empty() ? std::string(kNotRead) : std::move(fault));
    }
    return {};
}

}  // namespace galley::gltf
