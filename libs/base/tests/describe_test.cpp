#include "galley/base/describe.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

enum class Shade : std::uint8_t { flat, smooth };
struct Fog {
    float density = 1;
    int layers = 2;
    Shade shade = Shade::smooth;
};

}  // namespace

template <>
struct Describe<Shade> {
    static constexpr std::string_view name = "shade";
    static constexpr std::array values{EnumWord<Shade>{"flat", Shade::flat},
                                       EnumWord<Shade>{"smooth", Shade::smooth}};
};

template <>
struct Describe<Fog> {
    static constexpr std::string_view name = "fog";
    static constexpr std::tuple fields{field("density", &Fog::density),
                                       field("layers", &Fog::layers, {0, 8}),
                                       field("shade", &Fog::shade)};
};

namespace {

static_assert(DescribedStruct<Fog> && !DescribedEnum<Fog>);
static_assert(DescribedEnum<Shade> && !DescribedStruct<Shade>);
static_assert(!DescribedStruct<int> && !DescribedEnum<int>);

TEST(Describe, VisitsFieldsInOrder) {
    std::string names;
    for_each_field<Fog>([&](const auto& described) { names.append(described.name).append(" "); });
    EXPECT_EQ(names, "density layers shade ");
}

TEST(Describe, FieldsReachTheirMembersAndKnowTheirRange) {
    Fog fog;
    for_each_field<Fog>([&]<class Member>(const Field<Fog, Member>& described) {
        if constexpr (std::is_same_v<Member, int>) {
            EXPECT_EQ(described.range.min, 0);
            EXPECT_EQ(described.range.max, 8);
            fog.*(described.member) = 5;
        }
    });
    EXPECT_EQ(fog.layers, 5);
}

}  // namespace
}  // namespace galley
