#include "galley/cook/why.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cook_state.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/core/virtual_path.h"
#include "galley/project/asset_name.h"
#include "inputs_log.h"

namespace galley {

namespace {

/// What a dry run would do, by the name of the asset and of the source.
class Pending final : public CookObserver {
public:
    void asset(const AssetOutcome& outcome) override { assets_[outcome.name] = outcome; }
    void source(const SourceOutcome& outcome) override { sources_[outcome.source] = outcome; }

    [[nodiscard]] const AssetOutcome* find_asset(const std::string& name) const {
        const auto found = assets_.find(name);
        return found == assets_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const SourceOutcome* find_source(const std::string& source) const {
        const auto found = sources_.find(source);
        return found == sources_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const std::map<std::string, AssetOutcome>& assets() const { return assets_; }

private:
    std::map<std::string, AssetOutcome> assets_;
    std::map<std::string, SourceOutcome> sources_;
};

struct Known {
    CookedAsset asset;
    std::string source;
};

bool is_tail(std::string_view name, std::string_view asked) {
    return name.ends_with(asked) && name.size() > asked.size() &&
           name[name.size() - asked.size() - 1] == '/';
}

/// The names that `asked` means: exactly that asset, all assets of that source, or the one name
/// that ends in it after a slash.
Result<std::vector<std::string>> names_meant(const std::map<std::string, Known>& known,
                                             const Pending& pending, std::string_view asked) {
    std::vector<std::string> all;
    for (const auto& [name, asset] : known) {
        all.push_back(name);
    }
    for (const auto& [name, outcome] : pending.assets()) {
        if (!known.contains(name)) {
            all.push_back(name);
        }
    }
    const auto select = [&](const auto& matches) {
        std::vector<std::string> names;
        std::copy_if(all.begin(), all.end(), std::back_inserter(names), matches);
        return names;
    };
    auto names = select([&](const std::string& name) {
        return name == asked || AssetName::parse(name).source == asked;
    });
    if (!names.empty()) {
        return names;
    }
    names = select([&](const std::string& name) {
        return is_tail(name, asked) || is_tail(AssetName::parse(name).source, asked);
    });
    if (names.empty()) {
        return fail(kNoSuchAsset, fmt::format("no asset is called {}", asked), {},
                    "give its path below the project, as `galley inspect PROJECT` lists it");
    }
    const std::string source = AssetName::parse(names.front()).source;
    for (const std::string& name : names) {
        if (AssetName::parse(name).source != source) {
            return fail(kAmbiguousAsset,
                        fmt::format("{} can be {} or {}", asked, names.front(), name), {},
                        "give the whole path");
        }
    }
    return names;
}

}  // namespace

Result<std::vector<WhyReport>> why(FileSystem& fs, const Project& project,
                                   const ImporterRegistry& importers, std::string_view asset,
                                   std::span<const Cooker> cookers, const CookOptions& options) {
    CookOptions dry = options;
    dry.dry_run = true;
    Pending pending;
    TRY_ASSIGN(const CookReport dry_run, cook_with(fs, project, importers, cookers, dry, pending));

    const std::string directory = join_path(project.cooked, "state");
    CookState state(fs, directory, options.profile);
    state.load();
    InputsLog inputs(fs, directory);
    std::map<std::string, Known> known;
    for (const SourceHead& head : state.heads()) {
        if (const auto record = decode_source_record(head.bytes)) {
            for (const CookedAsset& cooked : record->assets) {
                known.emplace(AssetName{record->source, cooked.part}.text(),
                              Known{cooked, record->source});
            }
        }
    }
    for (const SourceOutcome& failure : dry_run.failures) {
        const bool meant = failure.source == asset || is_tail(failure.source, asset);
        if (meant && !failure.diagnostics.empty()) {
            return std::unexpected(failure.diagnostics.front().error);
        }
    }
    TRY_ASSIGN(const auto names, names_meant(known, pending, asset));
    std::vector<WhyReport> reports;
    for (const std::string& name : names) {
        WhyReport report;
        report.name = name;
        const auto before = known.find(name);
        if (before != known.end()) {
            report.kind = before->second.asset.kind;
            report.key = before->second.asset.key;
            if (const auto entry = inputs.find(before->second.asset.id)) {
                report.inputs = entry->inputs;
                report.last = entry->why;
            }
        }
        if (const AssetOutcome* outcome = pending.find_asset(name)) {
            report.kind = outcome->kind;
            report.stale = true;
            report.pending = outcome->why;
        } else if (const SourceOutcome* source =
                       pending.find_source(AssetName::parse(name).source)) {
            // Imported again, with the same part as before.
            report.pending = source->why;
        }
        reports.push_back(std::move(report));
    }
    return reports;
}

}  // namespace galley
