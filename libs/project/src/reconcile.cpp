#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "galley/project/asset_name.h"
#include "galley/project/recipe.h"

namespace galley {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// `mesh/Lid~2/1`: kind `mesh`, name `Lid~2`, stem `Lid`, tail `1`. All borrow the part's text.
struct PartWords {
    std::string_view kind;
    std::string_view name;
    std::string_view stem;  ///< the name up to a `~`, which a source's own name never holds
    std::string_view tail;

    explicit PartWords(std::string_view part) {
        const std::size_t first = std::min(part.find('/'), part.size());
        const std::size_t second = std::min(part.find('/', first + 1), part.size());
        kind = part.substr(0, first);
        name = first < part.size() ? part.substr(first + 1, second - first - 1) : "";
        stem = name.substr(0, name.find('~'));
        tail = second < part.size() ? part.substr(second + 1) : "";
    }

    [[nodiscard]] bool counts() const { return stem.size() != name.size(); }
};

/// Pairs the rows of two tables. Every pass looks only at rows that no earlier pass paired.
class Matcher {
public:
    Matcher(const std::vector<RecipePart>& known, const std::vector<FoundPart>& found)
        : known_(known), found_(found), known_words_(words_of(known)),
          found_words_(words_of(found)), match_(found.size(), kNone), taken_(known.size(), false) {
        find_counted_stems(known_words_);
        find_counted_stems(found_words_);
    }

    /// The row of `known` for each row of `found`, or kNone.
    std::vector<std::size_t> run() {
        match_names(false);
        match_contents();
        match_names(true);
        match_indices();
        return std::move(match_);
    }

private:
    template <class Row>
    static std::vector<PartWords> words_of(const std::vector<Row>& rows) {
        std::vector<PartWords> words;
        words.reserve(rows.size());
        for (const Row& row : rows) {
            words.emplace_back(row.part);
        }
        return words;
    }

    void find_counted_stems(const std::vector<PartWords>& rows) {
        for (const PartWords& words : rows) {
            if (words.counts()) {
                counted_stems_.insert({words.kind, words.stem});
            }
        }
    }

    /// The name says which of several equally named ones it is, or how many came before it.
    [[nodiscard]] bool name_only_counts(const PartWords& words) const {
        return words.counts() || counted_stems_.contains({words.kind, words.stem});
    }

    void pair(std::size_t known, std::size_t found) {
        match_[found] = known;
        taken_[known] = true;
    }

    /// Pairs rows with equal keys in order. `key_of(row, words)` is called for both tables.
    template <class KeyOf, class Filter>
    void match_by(KeyOf key_of, Filter take_part) {
        using Key = decltype(key_of(found_.front(), found_words_.front()));
        std::map<Key, std::vector<std::size_t>> waiting;
        for (std::size_t i = known_.size(); i-- > 0;) {  // reversed: the last is taken first
            const std::size_t row = known_order_[i];
            if (!taken_[row] && take_part(known_[row], known_words_[row])) {
                waiting[key_of(known_[row], known_words_[row])].push_back(row);
            }
        }
        for (const std::size_t row : found_order_) {
            if (match_[row] != kNone || !take_part(found_[row], found_words_[row])) {
                continue;
            }
            const auto candidates = waiting.find(key_of(found_[row], found_words_[row]));
            if (candidates != waiting.end() && !candidates->second.empty()) {
                pair(candidates->second.back(), row);
                candidates->second.pop_back();
            }
        }
    }

    void match_names(bool counted_too) {
        match_by([](const auto& row, const PartWords&) { return std::string_view(row.part); },
                 [&](const auto&, const PartWords& words) {
                     return counted_too || !name_only_counts(words);
                 });
    }

    void match_contents() {
        const auto has_content = [](const auto& row, const PartWords&) {
            return !row.content.is_zero();
        };
        match_by(
            [](const auto& row, const PartWords&) {
                return std::tuple(std::string_view(row.part), row.content);
            },
            has_content);
        match_by(
            [](const auto& row, const PartWords& words) {
                return std::tuple(words.kind, row.content, words.tail, row.index);
            },
            has_content);
        match_by([](const auto& row,
                    const PartWords& words) { return std::tuple(words.kind, row.content); },
                 has_content);
    }

    using NameAt = std::pair<std::string_view, std::uint32_t>;
    struct Leftovers {
        std::set<NameAt> vanished;
        std::set<NameAt> appeared;
    };

    void match_indices() {
        std::map<std::string_view, Leftovers> kinds;
        for (std::size_t row = 0; row < known_.size(); ++row) {
            if (!taken_[row]) {
                kinds[known_words_[row].kind].vanished.insert(
                    {known_words_[row].name, known_[row].index});
            }
        }
        for (std::size_t row = 0; row < found_.size(); ++row) {
            if (match_[row] == kNone) {
                kinds[found_words_[row].kind].appeared.insert(
                    {found_words_[row].name, found_[row].index});
            }
        }
        match_by(
            [](const auto& row, const PartWords& words) {
                return std::tuple(words.kind, row.index, words.tail);
            },
            [&](const auto&, const PartWords& words) {
                const Leftovers& left = kinds[words.kind];
                return left.vanished.size() == 1 && left.appeared.size() == 1 &&
                       left.vanished.begin()->second == left.appeared.begin()->second;
            });
    }

    template <class Row>
    static std::vector<std::size_t> order_of(const std::vector<Row>& rows) {
        std::vector<std::size_t> order(rows.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::ranges::sort(order, {}, [&](std::size_t row) {
            return std::tuple(rows[row].index, std::string_view(rows[row].part), row);
        });
        return order;
    }

    const std::vector<RecipePart>& known_;
    const std::vector<FoundPart>& found_;
    std::vector<PartWords> known_words_;
    std::vector<PartWords> found_words_;
    std::vector<std::size_t> known_order_ = order_of(known_);
    std::vector<std::size_t> found_order_ = order_of(found_);
    std::set<std::pair<std::string_view, std::string_view>> counted_stems_;  ///< kind and stem
    std::vector<std::size_t> match_;
    std::vector<bool> taken_;
};

Uuid id_of(const Uuid& file_id, const RecipePart& part) {
    return part.id ? *part.id : default_part_id(file_id, part.part);
}

/// Sets `id` where it is not the default of the part's name.
void give_id(const Uuid& file_id, const Uuid& id, RecipePart& part) {
    part.id.reset();
    if (id != default_part_id(file_id, part.part)) {
        part.id = id;
    }
}

Uuid first_free_id(const Uuid& file_id, std::string_view part, const std::set<Uuid>& taken) {
    for (unsigned counter = 0;; ++counter) {
        const Uuid id = default_part_id(file_id, part, counter);
        if (!taken.contains(id)) {
            return id;
        }
    }
}

}  // namespace

Reconciled reconcile_parts(const Uuid& file_id, const std::vector<RecipePart>& known,
                           const std::vector<FoundPart>& found) {
    const std::vector<std::size_t> match = Matcher(known, found).run();
    Reconciled result;
    std::set<Uuid> taken;
    std::vector<bool> kept(known.size(), false);
    std::vector<std::size_t> added;
    for (std::size_t row = 0; row < found.size(); ++row) {
        RecipePart part;
        part.part = found[row].part;
        if (match[row] != kNone) {
            const RecipePart& before = known[match[row]];
            kept[match[row]] = true;
            part.settings = before.settings;
            part.record = before.record;
            give_id(file_id, id_of(file_id, before), part);
            taken.insert(id_of(file_id, before));
            if (before.part != part.part) {
                result.renamed.emplace_back(before.part, part.part);
            }
        } else {
            added.push_back(row);
        }
        part.index = found[row].index;
        part.content = found[row].content;
        result.parts.push_back(std::move(part));
    }
    std::set<std::string_view> names;
    for (const FoundPart& part : found) {
        names.insert(part.part);
    }
    for (std::size_t row = 0; row < known.size(); ++row) {
        const bool decided = known[row].id || !known[row].settings.is_null();
        if (!kept[row] && decided && !names.contains(known[row].part)) {
            result.parts.push_back(known[row]);
            result.parts.back().gone = true;
            taken.insert(id_of(file_id, known[row]));
        }
    }
    for (const std::size_t row : added) {
        RecipePart& part = result.parts[row];
        const Uuid id = first_free_id(file_id, part.part, taken);
        taken.insert(id);
        give_id(file_id, id, part);
    }
    std::ranges::sort(result.parts, {}, &RecipePart::part);
    std::ranges::sort(result.renamed, {}, &std::pair<std::string, std::string>::second);
    return result;
}

}  // namespace galley
