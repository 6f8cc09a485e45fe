#include "plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/import/map_source.h"
#include "galley/project/asset_name.h"
#include "map_names.h"

namespace galley {

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

/// `mesh/Lid`, `texture/data`, or empty for a file's own asset.
std::string part_text(Kind kind, std::string_view name) {
    return name.empty() ? std::string() : fmt::format("{}/{}", kind_info(kind).word, name);
}

/// The row of a part; rows are sorted by part.
const RecipePart* find_part(const std::vector<RecipePart>& parts, std::string_view part) {
    const auto found = std::lower_bound(
        parts.begin(), parts.end(), part,
        [](const RecipePart& row, std::string_view name) { return row.part < name; });
    return found != parts.end() && found->part == part ? &*found : nullptr;
}

template <class Settings>
Result<void> apply_recipe(const SourceWork& work, std::string_view part, Settings& settings) {
    const Recipe& recipe = *work.recipe;
    if (!recipe.settings.is_null()) {
        TRY(apply_settings(recipe.document, recipe.settings, "/settings", settings));
    }
    const RecipePart* row = find_part(recipe.parts, part);
    if (row != nullptr && !row->settings.is_null()) {
        TRY(apply_settings(recipe.document, row->settings,
                           fmt::format("/parts/{}/settings", json_pointer_part(part)), settings));
    }
    return {};
}

std::string_view wrap_word(WrapMode wrap) {
    switch (wrap) {
    case WrapMode::mirror: return "mirror";
    case WrapMode::clamp: return "clamp";
    case WrapMode::repeat: break;
    }
    return "repeat";
}

AssetWork& add_asset(SourceWork& work, std::string part, Kind kind, std::size_t imported) {
    AssetWork& added = work.assets.emplace_back();
    added.asset.part = std::move(part);
    added.asset.kind = kind;
    added.asset.imported = static_cast<std::uint32_t>(imported);
    return added;
}

void set_key(const PlanContext& context, const SourceWork& work, AssetWork& asset, Fields fields) {
    const ImportedPart& part = work.record.parts[asset.asset.imported];
    asset.inputs = make_key_inputs(cooker_of(context.cookers, part.kind), part.content, fields);
    asset.asset.key = key_of(asset.inputs);
}

using OtherPicture = AssetWork::OtherPicture;

/// A picture as a setting names it.
OtherPicture named_picture(const std::string& text) {
    constexpr std::string_view kPart = "texture/";
    OtherPicture named;
    if (text.starts_with(kPart)) {
        named.part = text.substr(kPart.size());
    } else {
        named.source = text;
    }
    return named;
}

/// The picture that the settings, or else the slots, pair a roughness map with; as named.
std::optional<OtherPicture> named_normals(const TextureSettings& settings, TextureUsage usage,
                                          const UsageDecision& decision) {
    if (settings.roughness_normals) {
        const std::string& text = *settings.roughness_normals;
        return text == "none" ? std::nullopt : std::optional(named_picture(text));
    }
    if (usage != TextureUsage::data || decision.normals.empty()) {
        return std::nullopt;
    }
    OtherPicture named;
    (decision.normals_external ? named.source : named.part) = decision.normals;
    return named;
}

/// Looks for the picture. A texture inside a model is made with others of the same model alone:
/// other sources may not be imported yet when it is planned. Found or not, the asset learns of the
/// source: the next cook has to see it come or go.
void find_picture(const PlanContext& context, const SourceWork& work, std::string_view own,
                  OtherPicture& named, AssetWork& asset) {
    if (!named.source.empty()) {
        asset.asset.beside.push_back(named.source);
    }
    const SourceRecord* record = named.part.empty() ? nullptr : &work.record;
    if (!named.source.empty() && own.empty()) {
        record = context.find_picture(named.source);
    }
    if (record == nullptr) {
        return;
    }
    const auto part = std::ranges::find_if(record->parts, [&](const ImportedPart& one) {
        return one.kind == Kind::texture && one.name == named.part;
    });
    if (part != record->parts.end()) {
        named.found = true;
        named.content = part->content;
        named.weight = part->weight;
    }
}

/// Decides with which normals the roughness is raised; those that aren't there are a warning.
void pair_normals(const PlanContext& context, const SourceWork& work, std::string_view own,
                  OtherPicture named, AssetWork& asset) {
    find_picture(context, work, own, named, asset);
    if (named.found) {
        asset.normals = std::move(named);
        return;
    }
    asset.diagnostics.push_back(
        {Severity::warning,
         Error{kNameUnknown,
               fmt::format("the roughness stays as it is: there is no picture {} to take normals "
                           "from",
                           named.name()),
               Place{.file = AssetName{work.source, std::string(own)}.text()}}});
}

/// Finds the pictures that channels are taken from. What they are called is no part of the key:
/// returned are the channels with numbers for the names.
std::string choose_channels(const PlanContext& context, const SourceWork& work,
                            std::string_view own, const ChannelChoices& channels,
                            AssetWork& asset) {
    std::string text;
    for (ChannelChoice choice : channels) {
        if (!choice.picture.empty()) {
            OtherPicture named = named_picture(choice.picture);
            const auto known = std::ranges::find(asset.pictures, named.name(), &OtherPicture::name);
            const auto number = known - asset.pictures.begin();
            if (known == asset.pictures.end()) {
                find_picture(context, work, own, named, asset);
                asset.pictures.push_back(std::move(named));
            }
            choice.picture = fmt::format("{}", number + 1);
        }
        text += (text.empty() ? "" : " ") + channel_text(choice);
    }
    return text;
}

/// One texture asset: `usage` and the wrap modes were decided. The reference is good until the next
/// is added.
AssetWork& add_texture(const PlanContext& context, SourceWork& work, std::string part,
                       std::size_t imported, TextureSettings settings, TextureUsage usage,
                       const UsageDecision& decision) {
    const std::string own = part_text(Kind::texture, work.record.parts[imported].name);
    AssetWork& asset = add_asset(work, std::move(part), Kind::texture, imported);
    if (auto normals = named_normals(settings, usage, decision)) {
        pair_normals(context, work, own, *std::move(normals), asset);
    }
    const std::string channels =
        settings.channels ? choose_channels(context, work, own, *settings.channels, asset) : "own";
    settings.usage = usage;
    if (!settings.alpha_cutoff) {
        settings.alpha_cutoff = usage == TextureUsage::color ? decision.cutoff : 0;
    }
    settings.roughness_normals.reset();
    asset.texture = settings;
    asset.asset.usage = usage;
    asset.wrap_u = settings.wrap.value_or(decision.wrap_u);
    asset.wrap_v = settings.wrap.value_or(decision.wrap_v);
    settings.wrap.reset();
    Fields fields = settings_fields(settings);
    std::erase_if(fields, [](const auto& field) {
        return field.first == "wrap" || field.first == "roughness_normals" ||
               field.first == "channels";
    });
    fields.emplace_back("normals", asset.normals ? asset.normals->content.to_hex() : "none");
    fields.emplace_back("channels", channels);
    for (std::size_t i = 0; i < asset.pictures.size(); ++i) {
        const OtherPicture& picture = asset.pictures[i];
        fields.emplace_back(fmt::format("picture {}", i + 1),
                            picture.found ? picture.content.to_hex() : "missing " + picture.name());
    }
    fields.emplace_back("wrap",
                        fmt::format("{} {}", wrap_word(asset.wrap_u), wrap_word(asset.wrap_v)));
    set_key(context, work, asset, std::move(fields));
    return asset;
}

/// Writes down the usage that slots decided and nobody had said, so that it stays as it is. Cutoffs
/// and normal maps follow the materials.
void record_decision(Recipe& recipe, const UsageDecision& decision) {
    if (recipe.settings.is_null()) {
        recipe.settings = Json::object();
    }
    recipe.settings.set("usage", Json(usage_word(decision.primary)));
}

Result<void> plan_texture(const PlanContext& context, SourceWork& work, std::size_t index,
                          const ImageUses& uses) {
    const std::string name = work.record.parts[index].name;
    const std::string own = part_text(Kind::texture, name);
    TRY_ASSIGN(TextureSettings settings, rule_texture_settings(*context.project, work.source, own));
    TRY(apply_recipe(work, own, settings));
    const UsageDecision decision = decide_usage(settings.usage, uses);
    AssetWork& asset = add_texture(context, work, own, index, settings, decision.primary, decision);
    if (!decision.conflict.empty()) {
        asset.diagnostics.push_back(
            {Severity::note, Error{kUsageConflict, decision.conflict,
                                   Place{.file = AssetName{work.source, own}.text()},
                                   "give the slots files of their own, or set the usage"}});
    }
    for (const TextureUsage usage : decision.further) {
        const std::string part =
            fmt::format("{}/{}", own.empty() ? "texture" : own, usage_word(usage));
        TextureSettings further = settings;
        TRY(apply_recipe(work, part, further));
        add_texture(context, work, part, index, further, usage, decision);
    }
    if (name.empty() && decision.decided_by_slots) {
        record_decision(work.new_recipe, decision);
    }
    return {};
}

Result<void> plan_mesh(const PlanContext& context, SourceWork& work, std::size_t index) {
    std::string own = part_text(Kind::mesh, work.record.parts[index].name);
    TRY_ASSIGN(MeshSettings settings, rule_mesh_settings(*context.project, work.source));
    TRY(apply_recipe(work, own, settings));
    AssetWork& asset = add_asset(work, std::move(own), Kind::mesh, index);
    asset.mesh = settings;
    set_key(context, work, asset, settings_fields(settings));
    return {};
}

/// Names and paths enter the key of these kinds alone: META holds them.
void plan_map(const PlanContext& context, SourceWork& work, std::size_t index) {
    AssetWork& asset = add_asset(work, {}, work.record.parts[index].kind, index);
    set_key(context, work, asset, {});
    asset.inputs.emplace_back("source path", path_below_sources(*context.project, work.source));
    asset.asset.key = key_of(asset.inputs);
    const KindInfo& kind = kind_info(asset.asset.kind);
    vda::Meta& meta = asset.meta.emplace();
    meta.compiler = fmt::format("galley-{}/{}.{}", kind.meta_kind, kind.body_version,
                                cooker_of(context.cookers, kind.kind).version);
    meta.kind = kind.meta_kind;
    meta.name = map_stem(work.source);
    meta.source = asset.inputs.back().second;
    asset.refused = ambiguity(work.source, work.record.parts[index]);
}

/// Matches the parts with the recipe's table, and gives every asset its id.
void give_ids(const PlanContext& context, SourceWork& work) {
    Recipe& recipe = work.new_recipe;
    work.record.id = recipe.id.value_or(default_file_id(work.source, context.project->bare));
    std::vector<FoundPart> found;
    for (const AssetWork& asset : work.assets) {
        if (!asset.asset.part.empty()) {
            const ImportedPart& part = work.record.parts[asset.asset.imported];
            found.push_back({asset.asset.part, part.index, part.content});
        }
    }
    Reconciled reconciled = reconcile_parts(work.record.id, work.recipe->parts, found);
    recipe.parts = std::move(reconciled.parts);
    for (AssetWork& asset : work.assets) {
        if (asset.asset.part.empty()) {
            asset.asset.id = work.record.id;
            continue;
        }
        const RecipePart* row = find_part(recipe.parts, asset.asset.part);
        GALLEY_ASSERT(row != nullptr);
        asset.asset.id = row->id.value_or(default_part_id(work.record.id, row->part));
    }
}

}  // namespace

std::string path_below_sources(const Project& project, std::string_view source) {
    const std::string_view prefix = project.sources_prefix;
    if (!prefix.empty()) source.remove_prefix(std::min(source.size(), prefix.size() + 1));
    return std::string(source);
}

const Cooker& cooker_of(std::span<const Cooker> cookers, Kind kind) {
    const auto found = std::find_if(cookers.begin(), cookers.end(),
                                    [&](const Cooker& cooker) { return cooker.kind == kind; });
    GALLEY_ASSERT(found != cookers.end());
    return *found;
}

Result<void> plan_assets(const PlanContext& context, const ImageUses& uses, SourceWork& work) {
    work.assets.clear();
    work.new_recipe = *work.recipe;
    const auto embedded = embedded_uses(work.record);
    for (std::size_t i = 0; i < work.record.parts.size(); ++i) {
        const ImportedPart& part = work.record.parts[i];
        switch (part.kind) {
        case Kind::mesh: TRY(plan_mesh(context, work, i)); break;
        case Kind::texture: {
            const auto own = embedded.find(part.name);
            const ImageUses none;
            TRY(plan_texture(context, work, i,
                             part.name.empty()       ? uses
                             : own != embedded.end() ? own->second
                                                     : none));
            break;
        }
        case Kind::material: {
            AssetWork& asset =
                add_asset(work, part_text(Kind::material, part.name), Kind::material, i);
            set_key(context, work, asset, {});
            break;
        }
        case Kind::world:
        case Kind::tilemap: plan_map(context, work, i); break;
        }
    }
    give_ids(context, work);
    const InputFile& file = work.record.files.front();
    work.new_recipe.content_size = file.stat.size;
    work.new_recipe.content = file.digest;
    const bool differs =
        !context.project->bare && (!work.recipe_exists || !(work.new_recipe == *work.recipe));
    work.write_recipe = differs && !context.frozen;
    // Unsettled, the next cook that may write one looks again.
    if (differs && context.frozen) work.record.recipe_settled = false;
    return {};
}

}  // namespace galley
