// Every place where a body can be refused, found by walking the descriptions of the kinds, is
// reached by the golden files and by damage to them. Prints how often.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/tsv.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/material_fields.h"
#include "galley/vda/model_fields.h"
#include "galley/vda/prefab_fields.h"
#include "galley/vda/scene_fields.h"
#include "galley/vda/seed_body.h"
#include "galley/vda/texture_fields.h"
#include "galley/vda/tilemap_fields.h"
#include "galley/vda/world_fields.h"
#include "minimum_size.h"

namespace galley::vda {
namespace {

/// The archive that lists what may be refused: `MESH lods/*/distance MS7`. Every list gets an
/// element, every bool is true, so that all fields are visited.
class RefusalLister {
public:
    template <class T>
    [[nodiscard]] static std::set<std::string> list() {
        RefusalLister lister;
        lister.prefix_ = std::string(T::kChunk) + " ";
        T value;
        fields(lister, value);
        lister.found_.insert(std::string(T::kChunk) + " - P4");
        return std::move(lister.found_);
    }

    template <class T>
    Mark operator()(std::string_view name, T& value) {
        add(name, "P1");
        if constexpr (std::same_as<T, std::string>) add(name, "P3");
        if constexpr (std::same_as<T, bool>) {
            add(name, "P2");
            value = true;
        }
        return {.name = name};
    }
    template <class T, class Limit>
    Mark operator()(std::string_view name, T& value, const Limit& limit) {
        add(name, limit.rule);
        return (*this)(name, value);
    }
    template <class T>
    Mark array(std::string_view name, std::vector<T>& values) {
        values.emplace_back();
        return counted(name);
    }
    Mark strings(std::string_view name, std::vector<std::string>& values) {
        return list(name, values, [](auto& in, std::string& text, std::size_t) { in("", text); });
    }
    template <class T, class Body>
    Mark list(std::string_view name, std::vector<T>& values, const Body& body) {
        const std::set<std::string> before = found_;
        items(name, values, 1, body);
        drop_cuts_of_fixed_sizes(before);
        return counted(name);
    }
    template <class T>
    Mark count(std::string_view name, const std::vector<T>&, std::uint32_t& size) {
        size = 1;
        add(name, "P1");
        return {.name = name};
    }
    template <class T, class Body>
    void items(std::string_view name, std::vector<T>& values, std::uint32_t, const Body& body) {
        below(std::string(name) + "/*", [&] { body(*this, values.emplace_back(), 0); });
    }
    template <class T>
    Mark rows(std::string_view name, std::vector<T>&, std::uint64_t, std::uint64_t,
              std::string_view rule) {
        add(name, rule);
        return {.name = name};
    }
    template <class T, class Body>
    void optional(std::string_view name, std::optional<T>& value, const Body& body) {
        add(name, "P1");
        add(name, "P2");
        group(name, value.emplace(), body);
    }
    template <class T, class Body>
    void group(std::string_view name, T& value, const Body& body) {
        below(std::string(name), [&] { body(*this, value); });
    }
    void choice(std::string_view type_name, std::string_view name,
                std::variant<std::string, double, bool>&, std::string_view rule) {
        add(type_name, "P1");
        add(type_name, rule);
        for (const char* value_rule : {"P1", "P2", "P3"}) add(name, value_rule);
    }
    template <class... Args>
    void check(bool, std::string_view rule, const Mark& mark, const Args&...) {
        std::string name(mark.name);
        if (mark.index != Mark::kNone) name += "/*";
        if (!mark.member.empty()) name += "/" + std::string(mark.member);
        add(name, rule);
    }
    template <class T>
    void check_below(std::string_view rule, const Mark& mark, const std::vector<T>&, std::uint64_t,
                     std::string_view) {
        add(std::string(mark.name) + "/*", rule);
    }

private:
    void add(std::string_view name, std::string_view rule) {
        std::string path = prefix_ + std::string(name);
        if (name.empty()) path.pop_back();
        found_.insert(path + " " + std::string(rule));
    }
    Mark counted(std::string_view name) {
        add(name, "P1");
        add(name, "P3");
        return {.name = name};
    }
    // The count of a list (P3) leaves no element cut when all take the same bytes.
    void drop_cuts_of_fixed_sizes(const std::set<std::string>& before) {
        std::set<std::string> added;
        std::ranges::set_difference(found_, before, std::inserter(added, added.end()));
        const auto ends_with = [](const char* rule) {
            return [rule](const std::string& place) { return place.ends_with(rule); };
        };
        if (std::ranges::any_of(added, ends_with(" P3"))) return;
        std::erase_if(found_, [&](const std::string& place) {
            return added.contains(place) && place.ends_with(" P1");
        });
    }
    template <class Visit>
    void below(const std::string& part, const Visit& visit) {
        const std::size_t size = prefix_.size();
        prefix_ += part + "/";
        visit();
        prefix_.resize(size);
    }

    std::string prefix_;
    std::set<std::string> found_;
};

/// The archive that makes a good body longer: what a cut then reaches is no longer guarded by the
/// count of its list.
class Stretcher {
public:
    template <class T>
    Mark operator()(std::string_view, T& value) {
        if constexpr (std::same_as<T, std::string>) {
            if (!value.empty()) value.append(150, 'x');
        }
        return {};
    }
    template <class T, class Limit>
    Mark operator()(std::string_view, T&, const Limit&) {
        return {};
    }
    template <class T>
    Mark array(std::string_view, std::vector<T>&) {
        return {};
    }
    Mark strings(std::string_view, std::vector<std::string>& values) {
        values.insert(values.begin(), 2, std::string(150, 's'));
        return {};
    }
    template <class T, class Body>
    Mark list(std::string_view name, std::vector<T>& values, const Body& body) {
        // The others are in an order of their own.
        if (!values.empty() && name != "clips" && name != "distances" && name != "lods" &&
            name != "mesh_parts") {
            values.push_back(values.back());
        }
        for (std::size_t i = 0; i < values.size(); ++i) body(*this, values[i], i);
        return {};
    }
    template <class T>
    Mark count(std::string_view, const std::vector<T>&, std::uint32_t) {
        return {};
    }
    template <class T, class Body>
    void items(std::string_view, std::vector<T>&, std::uint32_t, const Body&) {}
    template <class T>
    Mark rows(std::string_view, std::vector<T>&, std::uint64_t, std::uint64_t, std::string_view) {
        return {};
    }
    template <class T, class Body>
    void optional(std::string_view, std::optional<T>&, const Body&) {}
    template <class T, class Body>
    void group(std::string_view, T& value, const Body& body) {
        body(*this, value);
    }
    template <class T>
    void choice(std::string_view, std::string_view, T&, std::string_view) {}
    template <class... Args>
    void check(bool, std::string_view, const Mark&, const Args&...) {}
    template <class T>
    void check_below(std::string_view, const Mark&, const std::vector<T>&, std::uint64_t,
                     std::string_view) {}
};

/// `MESH lods/*/distance MS7`
std::string refusal_of(const Error& error) {
    std::string field;
    for (const char c : error.place.field) {
        const bool digit = c >= '0' && c <= '9';
        if (digit && (field.empty() || field.back() == '/')) field += '*';
        if (!digit) field += c;
    }
    return fmt::format("{} {} {}", error.place.chunk, field.empty() ? "-" : field, rule_of(error));
}

class Refusals {
public:
    void try_body(std::string_view chunk, ByteSpan payload) {
        if (const auto body = decode_seed_body(chunk, payload); !body) {
            ++reached_[refusal_of(body.error())];
        }
    }
    void try_damage(std::string_view chunk, const Bytes& payload) {
        for (std::size_t size = 0; size < payload.size(); ++size) {
            try_body(chunk, ByteSpan(payload).first(size));
        }
        for (std::size_t at = 0; at < payload.size(); ++at) {
            for (const std::uint32_t value : {0U, 2U, 0xffffffffU}) {
                Bytes damaged = payload;
                test::store_little(damaged, at, value, 4);
                try_body(chunk, damaged);
            }
        }
    }
    [[nodiscard]] std::size_t reached(const std::string& refusal) const {
        const auto found = reached_.find(refusal);
        return found == reached_.end() ? 0 : found->second;
    }

private:
    std::map<std::string, std::size_t> reached_;
};

TEST(SeedRules, EveryPlaceWhereABodyCanBeRefusedIsReached) {
    std::set<std::string> places;
    places.merge(RefusalLister::list<Model>());
    places.merge(RefusalLister::list<Texture>());
    places.merge(RefusalLister::list<Material>());
    places.merge(RefusalLister::list<Scene>());
    places.merge(RefusalLister::list<Prefab>());
    places.merge(RefusalLister::list<World>());
    places.merge(RefusalLister::list<Tilemap>());
    EXPECT_GE(places.size(), 400U);

    Refusals refusals;
    const auto dir = test::source_dir() / "tests/golden/vda_kinds";
    for (const auto& row : test::read_tsv(dir / "index.tsv")) {
        if (row.size() < 8 || (row[2] != "good" && row[2] != "bad")) continue;
        const Bytes file = test::read_file(dir / row[0]);
        const auto asset = read_asset_file(file);
        if (!asset || !is_seed_body_type(asset->body.type)) continue;
        refusals.try_body(asset->body.type, asset->body.payload);
        if (row[7].starts_with("rich file") || row[7].starts_with("NaN payloads")) {
            refusals.try_damage(asset->body.type,
                                Bytes(asset->body.payload.begin(), asset->body.payload.end()));
        }
        if (row[7].starts_with("rich file")) {
            SeedBody body = decode_seed_body(*asset).value();
            Stretcher stretcher;
            std::visit([&](auto& kind) { fields(stretcher, kind); }, body);
            const auto longer = encode_seed_body(body);
            ASSERT_TRUE(longer) << longer.error().to_string();
            refusals.try_damage(asset->body.type, *longer);
        }
    }
    for (const std::string& place : places) {
        const std::size_t times = refusals.reached(place);
        std::printf("%7zu  %s\n", times, place.c_str());
        EXPECT_GT(times, 0U) << place << " was never refused";
    }
}

template <class T, class... Context>
std::uint64_t smallest(const Context&... context) {
    return minimum_size<T>(
        [&](auto& in, auto& value, std::size_t) { fields(in, value, context...); });
}

TEST(SeedRules, SmallestSizesAreThoseOfThePage) {
    const std::size_t first = 0;
    const std::int64_t side = 4;
    EXPECT_EQ(sizeof(Vertex), 32U);
    EXPECT_EQ(smallest<MeshPart>(first), 24U);
    EXPECT_EQ(smallest<ModelPart>(first), 45U);
    EXPECT_EQ(smallest<ModelLod>(first, Model{}), 44U);
    EXPECT_EQ(smallest<TextureClip>(first, Texture{}), 17U);
    EXPECT_EQ(smallest<Entity>(), 78U);
    EXPECT_EQ(smallest<WorldBiome>(), 16U);
    EXPECT_EQ(smallest<WorldScatter>(), 12U);
    EXPECT_EQ(smallest<WorldSite>(), 24U);
    EXPECT_EQ(smallest<WorldPlace>(side), 32U);
    EXPECT_EQ(smallest<WorldFeature>(side), 53U);
    EXPECT_EQ(smallest<WorldVegetation>(side), 53U);
    EXPECT_EQ(smallest<TilemapTerrain>(), 25U);
    Tilemap map;
    map.columns = 3;
    map.rows = 5;
    EXPECT_EQ(smallest<TilemapLayer>(map), 17U + 2 * 3 * 5);
    EXPECT_EQ(smallest<TilemapObject>(map), 32U);
    EXPECT_EQ(smallest<TilemapProp>(), 6U);
}

}  // namespace
}  // namespace galley::vda
