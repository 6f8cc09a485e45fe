#include "rasterizer.h"

#include <map>

#include <gtest/gtest.h>

namespace galley::preview {
namespace {

constexpr GridRect kGrid{0, 0, 64, 64};

GridTriangle triangle(std::array<std::int32_t, 3> x, std::array<std::int32_t, 3> y) {
    GridTriangle t{};
    t.x = x;
    t.y = y;
    t.depth = {1, 1, 1};
    // Clockwise on a grid whose y goes down.
    const std::int64_t area = (std::int64_t{x[1]} - x[0]) * (std::int64_t{y[2]} - y[0]) -
                              (std::int64_t{y[1]} - y[0]) * (std::int64_t{x[2]} - x[0]);
    if (area < 0) {
        std::swap(t.x[1], t.x[2]);
        std::swap(t.y[1], t.y[2]);
    }
    return t;
}

TEST(VisitSamples, TrianglesAroundAPointShareEverySampleExactlyOnce) {
    // A fan over the rectangle (3, 5)..(50, 41), through sample centres and between them.
    for (const std::int32_t offset : {0, 37, 128, 200}) {
        const std::array<std::array<std::int32_t, 2>, 4> corners = {
            {{3 * 256, 5 * 256}, {50 * 256, 5 * 256}, {50 * 256, 41 * 256}, {3 * 256, 41 * 256}}};
        std::map<std::pair<int, int>, int> visits;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto& a = corners[i];
            const auto& b = corners[(i + 1) % 4];
            const auto t =
                triangle({20 * 256 + offset, a[0], b[0]}, {17 * 256 + offset, a[1], b[1]});
            visit_samples(t, kGrid, [&](int x, int y, float) { ++visits[{x, y}]; });
        }
        EXPECT_EQ(visits.size(), 47U * 36U);
        for (const auto& [at, count] : visits) EXPECT_EQ(count, 1) << at.first << " " << at.second;
    }
}

TEST(VisitSamples, AnEdgeThroughCentresBelongsToTheSideThatIsTopOrLeft) {
    // A square whose edges run through sample centres: left and top in, right and bottom out.
    constexpr std::int32_t low = 10 * 256 + 128;
    constexpr std::int32_t high = 12 * 256 + 128;
    int count = 0;
    const auto visit = [&](int x, int y, float) {
        ++count;
        EXPECT_TRUE(x >= 10 && x < 12 && y >= 10 && y < 12) << x << " " << y;
    };
    visit_samples(triangle({low, high, high}, {low, low, high}), kGrid, visit);
    visit_samples(triangle({low, high, low}, {low, high, high}), kGrid, visit);
    EXPECT_EQ(count, 4);
}

TEST(VisitSamples, DepthIsLinearAcrossTheGrid) {
    GridTriangle t = triangle({0, 64 * 256, 0}, {0, 0, 64 * 256});
    t.depth = {1, 3, 5};
    visit_samples(t, kGrid, [&](int x, int y, float depth) {
        const double right = (x + 0.5) / 64;
        const double down = (y + 0.5) / 64;
        EXPECT_NEAR(depth, 1 + 2 * right + 4 * down, 1e-5);
    });
}

TEST(VisitSamples, StaysInsideTheRectangle) {
    const GridRect part{8, 16, 24, 32};
    int count = 0;
    visit_samples(triangle({-100000, 100000, 0}, {-100000, -100000, 200000}), part,
                  [&](int x, int y, float) {
                      ++count;
                      EXPECT_TRUE(x >= 8 && x < 24 && y >= 16 && y < 32);
                  });
    EXPECT_EQ(count, 16 * 16);
}

}  // namespace
}  // namespace galley::preview
