#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace galley {

/// A type is described once, by a specialisation; reading, writing, keys, help and inspectors are
/// driven by it:
///
///     template <>
///     struct Describe<Fog> {
///         static constexpr std::string_view name = "fog";
///         static constexpr std::tuple fields{field("density", &Fog::density),
///                                            field("layers", &Fog::layers, {0, 8})};
///     };
///
/// An enum has `values`, an array of `EnumWord`, in place of `fields`. The words are what files
/// hold: they don't follow a renamed member.
template <class T>
struct Describe;

/// The integers that a field may hold, both ends included.
struct FieldRange {
    std::int64_t min = std::numeric_limits<std::int64_t>::min();
    std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

template <class Owner, class Member>
struct Field {
    std::string_view name;
    Member Owner::* member;
    FieldRange range;
};

template <class Owner, class Member>
[[nodiscard]] constexpr Field<Owner, Member> field(std::string_view name, Member Owner::* member,
                                                   FieldRange range = {}) {
    return {name, member, range};
}

template <class Enum>
struct EnumWord {
    std::string_view word;
    Enum value;
};

template <class T>
concept DescribedStruct = requires {
    Describe<T>::name;
    std::tuple_size_v<std::remove_cvref_t<decltype(Describe<T>::fields)>>;
};

template <class T>
concept DescribedEnum = requires {
    Describe<T>::name;
    Describe<T>::values.size();
};

/// False when two fields of `T` have one name: a file could then not say which it means.
template <DescribedStruct T>
[[nodiscard]] consteval bool field_names_unique() {
    return std::apply(
        [](const auto&... fields) {
            const auto times = [&](std::string_view name) {
                return (std::size_t{0} + ... + std::size_t{fields.name == name});
            };
            return ((times(fields.name) == 1) && ...);
        },
        Describe<T>::fields);
}

/// Calls `visit` with each `Field`, in the order described.
template <DescribedStruct T, class Visit>
constexpr void for_each_field(Visit&& visit) {
    static_assert(field_names_unique<T>(), "two fields of one name");
    std::apply([&](const auto&... fields) { (visit(fields), ...); }, Describe<T>::fields);
}

}  // namespace galley
