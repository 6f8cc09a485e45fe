#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "galley/project/settings.h"
#include "source_record.h"

namespace galley {

/// How the slots of materials use one image.
struct ImageUses {
    struct Use {
        std::string user;  ///< `source:material/name`
        TextureReference reference;
    };
    std::vector<Use> uses;  ///< in name order of the users, then in the order of the maps
};

/// What is cooked of one image: its own asset, and one more for each other usage that slots ask
/// for.
struct UsageDecision {
    TextureUsage primary = TextureUsage::color;
    std::vector<TextureUsage> further;  ///< in the order of their numbers
    WrapMode wrap_u = WrapMode::repeat;
    WrapMode wrap_v = WrapMode::repeat;
    float cutoff = 0;  ///< of the first masked material whose colour it is
    /// Of the first material whose roughness it is and that has normals on it; or empty.
    std::string normals;
    bool normals_external = false;
    /// Slots decided, not a person or a rule or the lack of both: to be recorded in the recipe.
    bool decided_by_slots = false;
    /// One line that names the first user of each usage when they disagree; else empty.
    std::string conflict;
};

/// `explicit_usage` is what the recipe or a rule says; else the first use in name order decides,
/// else colour. The wrap modes are the first use's.
[[nodiscard]] UsageDecision decide_usage(std::optional<TextureUsage> explicit_usage,
                                         const ImageUses& uses);

/// The uses of every external image (key: virtual path), over records in name order.
class UsageTable {
public:
    /// Call in name order of the sources.
    void add(const SourceRecord& record);
    [[nodiscard]] const ImageUses& uses_of(std::string_view image) const;

private:
    std::map<std::string, ImageUses, std::less<>> images_;
};

/// The uses of the images embedded in one source (key: part name).
[[nodiscard]] std::map<std::string, ImageUses, std::less<>>
embedded_uses(const SourceRecord& record);

/// The external images that a record's materials name.
[[nodiscard]] std::set<std::string> external_images(const SourceRecord& record);

}  // namespace galley
