#include "usage.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace galley {

namespace {

/// The pictures that a world or tile map names: as colour, repeated.
template <class Visit>
void for_each_picture(const SourceRecord& record, const Visit& visit) {
    for (const ImportedPart& part : record.parts) {
        for (const NamedAsset& named : part.named) {
            if (named.name.kind == MapNameKind::texture && named.resolved() && named.part.empty()) {
                visit(named.source);
            }
        }
    }
}

/// Calls `visit(user, reference)` for every slot of every material, materials in name order.
template <class Visit>
void for_each_use(const SourceRecord& record, const Visit& visit) {
    std::vector<const ImportedPart*> materials;
    for (const ImportedPart& part : record.parts) {
        if (part.kind == Kind::material) {
            materials.push_back(&part);
        }
    }
    std::sort(materials.begin(), materials.end(),
              [](const auto* a, const auto* b) { return a->name < b->name; });
    for (const ImportedPart* material : materials) {
        const std::string user = fmt::format("{}:material/{}", record.source, material->name);
        for (const TextureReference& reference : material->textures) {
            visit(user, reference);
        }
    }
    for_each_picture(record, [&](const std::string& picture) {
        TextureReference reference;
        reference.external = true;
        reference.target = picture;
        visit(record.source, reference);
    });
}

}  // namespace

UsageDecision decide_usage(std::optional<TextureUsage> explicit_usage, const ImageUses& uses) {
    UsageDecision decision;
    if (explicit_usage) {
        decision.primary = *explicit_usage;
    } else if (!uses.uses.empty()) {
        decision.primary = uses.uses.front().reference.usage;
        decision.decided_by_slots = true;
    }
    if (!uses.uses.empty()) {
        decision.wrap_u = uses.uses.front().reference.wrap_u;
        decision.wrap_v = uses.uses.front().reference.wrap_v;
    }
    for (const ImageUses::Use& use : uses.uses) {
        if (decision.cutoff == 0) {
            decision.cutoff = use.reference.cutoff;
        }
        if (decision.normals.empty()) {
            decision.normals = use.reference.normals;
            decision.normals_external = use.reference.normals_external;
        }
    }
    for (const TextureUsage usage :
         {TextureUsage::color, TextureUsage::data, TextureUsage::normal}) {
        const auto first = std::find_if(uses.uses.begin(), uses.uses.end(), [&](const auto& use) {
            return use.reference.usage == usage;
        });
        if (first == uses.uses.end() || usage == decision.primary) {
            continue;
        }
        decision.further.push_back(usage);
        decision.conflict += fmt::format("{}{} by {}", decision.conflict.empty() ? "" : ", ",
                                         usage_word(usage), first->user);
    }
    if (!decision.conflict.empty()) {
        decision.conflict = fmt::format("cooked as {}, and once more as {}",
                                        usage_word(decision.primary), decision.conflict);
    }
    return decision;
}

void UsageTable::add(const SourceRecord& record) {
    for_each_use(record, [&](const std::string& user, const TextureReference& reference) {
        if (reference.external) {
            images_[reference.target].uses.push_back({user, reference});
        }
    });
}

const ImageUses& UsageTable::uses_of(std::string_view image) const {
    static const ImageUses kNone;
    const auto found = images_.find(image);
    return found == images_.end() ? kNone : found->second;
}

std::map<std::string, ImageUses, std::less<>> embedded_uses(const SourceRecord& record) {
    std::map<std::string, ImageUses, std::less<>> images;
    for_each_use(record, [&](const std::string& user, const TextureReference& reference) {
        if (!reference.external) {
            images[reference.target].uses.push_back({user, reference});
        }
    });
    return images;
}

std::set<std::string> external_images(const SourceRecord& record) {
    std::set<std::string> images;
    for (const ImportedPart& part : record.parts) {
        for (const TextureReference& reference : part.textures) {
            if (reference.external) {
                images.insert(reference.target);
            }
        }
    }
    for_each_picture(record, [&](const std::string& picture) { images.insert(picture); });
    return images;
}

}  // namespace galley
