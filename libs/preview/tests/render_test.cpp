#include "galley/preview/render.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "galley/preview/errors.h"
#include "scenes.h"

namespace galley::preview::test {
namespace {

using Pixel = std::array<int, 4>;
constexpr Pixel kBlue = {0, 0, 255, 255};

/// Linear 0.5 is 188 of 255 in sRGB (IEC 61966-2-1).
constexpr int kHalf = 188;

Image draw(const Scene& scene, const RenderOptions& options = frontal(), unsigned threads = 2) {
    JobPool pool(threads);
    auto image = render(scene, options, pool);
    if (!image) {
        ADD_FAILURE() << image.error().to_string();
        return Image{options.width, options.height, 4, SampleType::unorm8,
                     Bytes(std::size_t{options.width} * options.height * 4)};
    }
    return *std::move(image);
}

Scene one_square(Material material, Mat4 world = {}) {
    Scene scene;
    scene.meshes = {square()};
    scene.materials = {std::move(material)};
    scene.instances = {{0, 0, world}};
    return scene;
}

Mat4 scaled(Vec3 s) { return compose({}, {}, s); }

TEST(Render, AnUnlitColourKeepsItsValueAndTheFrameHasAMargin) {
    const Image image = draw(one_square(unlit({0.5F, 0, 0.5F, 1})));
    EXPECT_EQ(pixel(image, 32, 32), (Pixel{kHalf, 0, kHalf, 255}));
    EXPECT_EQ(pixel(image, 4, 32), (Pixel{kHalf, 0, kHalf, 255}));
    EXPECT_EQ(pixel(image, 0, 32), kBlue);
    EXPECT_EQ(pixel(image, 32, 63), kBlue);
}

TEST(Render, BackFacesShowOnlyWhenDoubleSided) {
    RenderOptions behind = frontal();
    behind.azimuth = 180;
    Material material = unlit({1, 1, 1, 1});
    EXPECT_EQ(pixel(draw(one_square(material), behind), 32, 32), kBlue);
    material.double_sided = true;
    EXPECT_NE(pixel(draw(one_square(material), behind), 32, 32), kBlue);
}

TEST(Render, AMirroredInstanceTurnsTheWindingAround) {
    const Material material = unlit({0.5F, 0.5F, 0.5F, 1});
    const Image mirrored = draw(one_square(material, scaled({-1, 1, 1})));
    EXPECT_EQ(pixel(mirrored, 32, 32), (Pixel{kHalf, kHalf, kHalf, 255}));
    // Two mirrors are none.
    const Image turned = draw(one_square(material, scaled({-1, -1, 1})));
    EXPECT_EQ(pixel(turned, 32, 32), (Pixel{kHalf, kHalf, kHalf, 255}));
    EXPECT_EQ(pixel(draw(one_square(material, scaled({1, 1, -1}))), 32, 32), kBlue);
}

TEST(Render, TheNearerSurfaceHidesTheOtherInAnyOrder) {
    for (const bool near_first : {true, false}) {
        Scene scene;
        scene.meshes = {square(1, 0.5F), square(1, 0)};
        scene.materials = {unlit({0, 0.5F, 0, 1}), unlit({0.5F, 0, 0, 1})};
        scene.instances = {{0, 0, {}}, {1, 1, {}}};
        if (!near_first) std::swap(scene.instances[0], scene.instances[1]);
        EXPECT_EQ(pixel(draw(scene), 32, 32), (Pixel{0, kHalf, 0, 255}));
    }
}

TEST(Render, BlendedSurfacesMixFarToNearAndWhatHidesThemHides) {
    Material red = unlit({1, 0, 0, 0.5F});
    red.type = MaterialType::blend;
    Material green = unlit({0, 0.5F, 0, 0.5F});
    green.type = MaterialType::blend;
    Scene scene;
    scene.meshes = {square(1, 0.5F), square(1, 0)};
    scene.materials = {green, red};
    scene.instances = {{0, 0, {}}, {1, 1, {}}};
    RenderOptions options = frontal();
    options.background.rgb = {0, 0, 0};
    // Linear: red 1 * 0.5 behind, then green 0.5 * 0.5 over it: red 0.25, green 0.25 = 137 in sRGB.
    EXPECT_EQ(pixel(draw(scene, options), 32, 32), (Pixel{137, 137, 0, 255}));
    scene.materials[0].type = MaterialType::opaque;
    EXPECT_EQ(pixel(draw(scene, options), 32, 32), (Pixel{0, kHalf, 0, 255}));
}

TEST(Render, MasksCutAtTheirCutoff) {
    Image left_half{2, 1, 4, SampleType::unorm8, Bytes(8, std::byte{255})};
    left_half.pixels[7] = std::byte{0};
    Material material = unlit({1, 1, 1, 1});
    material.type = MaterialType::mask;
    TextureSlot slot;
    slot.mag_filter = FilterMode::nearest;
    material.slots = {slot};
    Scene scene = one_square(material);
    scene.textures = {make_texture(left_half, true, 16)};
    const Image image = draw(scene);
    EXPECT_NE(pixel(image, 20, 32), kBlue);
    EXPECT_EQ(pixel(image, 44, 32), kBlue);
}

TEST(Render, ATransparentBackgroundHoldsCoverage) {
    RenderOptions options = frontal();
    options.background.kind = Background::Kind::transparent;
    const Image image = draw(one_square(unlit({0.5F, 0, 0, 1})), options);
    EXPECT_EQ(pixel(image, 32, 32), (Pixel{kHalf, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 0, 0)[3], 0);
}

TEST(Render, GivesTheSameBytesForAnyNumberOfThreads) {
    Scene scene;
    scene.meshes = {sphere_mesh(48, 24), square(0.7F, 1.2F)};
    Material glass;
    glass.type = MaterialType::blend;
    glass.base_color = {0.4F, 0.6F, 0.9F, 0.4F};
    scene.materials = {Material{}, glass};
    scene.instances = {{0, 0, {}}, {1, 1, {}}};
    RenderOptions options = frontal();
    options.background.kind = Background::Kind::studio;
    options.width = 150;
    options.height = 90;
    EXPECT_EQ(draw(scene, options, 1).pixels, draw(scene, options, 4).pixels);
}

TEST(Render, AnyUnitAndPlaceLooksTheSame) {
    const Scene scene = one_square(unlit({0.5F, 0.5F, 0.5F, 1}));
    for (const float scale : {1e-12F, 1e-3F, 1e6F, 1e15F}) {
        Scene other = scene;
        other.instances[0].world = scaled({scale, scale, scale});
        EXPECT_EQ(draw(other).pixels, draw(scene).pixels) << scale;
    }
}

TEST(Render, ZUpTurnsTheSceneUpright) {
    // Lies on the ground with +Z up, and stands before the camera in a file with +Y up.
    RenderOptions options = frontal();
    options.z_up = true;
    options.elevation = 89;
    const Image image = draw(one_square(unlit({0.5F, 0.5F, 0.5F, 1})), options);
    EXPECT_EQ(pixel(image, 32, 32), (Pixel{kHalf, kHalf, kHalf, 255}));
}

TEST(Render, WithoutAMaterialThingsArePlainGrey) {
    Scene scene = one_square({});
    scene.instances[0].material = -1;
    const auto [r, g, b, a] = pixel(draw(scene), 32, 32);
    EXPECT_TRUE(r > 60 && r < 230 && std::abs(r - g) < 12 && std::abs(g - b) < 12) << r << g << b;
}

TEST(Render, DegenerateTrianglesAndCornersThatAreNotFiniteAreLeftOut) {
    Scene scene = one_square(unlit({0.5F, 0.5F, 0.5F, 1}));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    TriangleMesh& mesh = scene.meshes[0];
    mesh.positions.insert(mesh.positions.end(), {{nan, 0, 0}, {inf, 0, 0}});
    mesh.uvs[0].insert(mesh.uvs[0].end(), {{0, 0}, {0, 0}});
    mesh.indices.insert(mesh.indices.end(), {0, 1, 4, 0, 5, 1, 2, 2, 2});
    EXPECT_EQ(draw(scene).pixels, draw(one_square(unlit({0.5F, 0.5F, 0.5F, 1}))).pixels);
}

TEST(Render, ASceneInOnePointDraws) {
    Scene scene = one_square(unlit({1, 1, 1, 1}));
    for (Vec3& p : scene.meshes[0].positions) p = {5, 5, 5};
    EXPECT_EQ(pixel(draw(scene), 0, 0), kBlue);
}

TEST(Render, NothingToDrawAndImpossibleSizesAreErrors) {
    JobPool pool(1);
    EXPECT_EQ(render({}, frontal(), pool).error().code, kPreviewEmpty);
    RenderOptions options = frontal();
    options.width = 0;
    const Scene scene = one_square(unlit({1, 1, 1, 1}));
    EXPECT_EQ(render(scene, options, pool).error().code, kPreviewTooLarge);
    options.width = 8193;
    EXPECT_EQ(render(scene, options, pool).error().code, kPreviewTooLarge);
}

TEST(Render, TooManyTrianglesAreRefusedBeforeAnyIsDrawn) {
    Scene scene = one_square(unlit({1, 1, 1, 1}));
    scene.meshes[0].indices.resize(std::size_t{3} << 20);
    scene.instances.assign(65, scene.instances[0]);
    JobPool pool(1);
    EXPECT_EQ(render(scene, frontal(), pool).error().code, kPreviewTooLarge);
}

TEST(Render, TallPicturesInBandsHaveNoSeams) {
    // 4096 x 2200 samples are two bands and a bit.
    RenderOptions options = frontal();
    options.width = 2048;
    options.height = 1100;
    const Image image = draw(one_square(unlit({0.5F, 0.5F, 0.5F, 1})), options);
    for (std::uint32_t y = 100; y < 1000; ++y) {
        ASSERT_EQ(pixel(image, 1024, y), (Pixel{kHalf, kHalf, kHalf, 255})) << y;
    }
}

TEST(Render, ExposureIsForTheSceneAndNotForTheBackground) {
    RenderOptions options = frontal();
    options.exposure = 1;
    options.background.rgb = {10, 20, 30};
    const Image image = draw(one_square(unlit({0.25F, 0.25F, 0.25F, 1})), options);
    EXPECT_EQ(pixel(image, 32, 32), (Pixel{kHalf, kHalf, kHalf, 255}));
    EXPECT_EQ(pixel(image, 0, 0), (Pixel{10, 20, 30, 255}));
}

}  // namespace
}  // namespace galley::preview::test
