#include "galley/preview/map_view.h"

#include <array>
#include <limits>

#include <gtest/gtest.h>

#include "galley/preview/errors.h"
#include "scenes.h"

namespace galley::preview::test {
namespace {

using Pixel = std::array<int, 4>;
constexpr Pixel kRed{200, 30, 20, 255};
constexpr Pixel kBlue{20, 40, 210, 255};

Image picture(std::uint32_t width, std::initializer_list<Pixel> pixels) {
    Image image{
        width, static_cast<std::uint32_t>(pixels.size()) / width, 4, SampleType::unorm8, {}};
    for (const Pixel& pixel : pixels) {
        for (const int channel : pixel) image.pixels.push_back(static_cast<std::byte>(channel));
    }
    return image;
}

vda::TilemapTerrain terrain(std::string texture) {
    vda::TilemapTerrain out;
    out.name = texture;
    out.texture = std::move(texture);
    return out;
}

/// Two cells beside each other, of terrains `red` and `blue`.
vda::Tilemap two_cells() {
    vda::Tilemap map;
    map.name = "two";
    map.columns = 2;
    map.rows = 1;
    map.terrains = {terrain("red"), terrain("blue")};
    map.layers.push_back({.name = "ground", .z = 0, .layer = 0, .ysort = false, .cells = {1, 2}});
    return map;
}

MapPictures red_and_blue() {
    MapPictures pictures;
    pictures.textures = {{"red", picture(1, {kRed})}, {"blue", picture(1, {kBlue})}};
    return pictures;
}

Image drawn(const vda::Tilemap& map, const MapPictures& pictures, MapViewOptions options = {}) {
    auto image = view_tilemap(map, pictures, options);
    EXPECT_TRUE(image) << image.error().to_string();
    return image ? *std::move(image) : Image{};
}

/// The middle of a cell of a map that decided its own size: 72 pixels a cell, from 40, 96.
Pixel cell(const Image& image, std::uint32_t x, std::uint32_t y) {
    return pixel(image, 40 + 72 * x + 30, 96 + 72 * y + 30);
}

TEST(ViewTilemap, CellsShowTheirTerrainsTextures) {
    const Image image = drawn(two_cells(), red_and_blue());
    EXPECT_EQ(image.width, 144U + 300 + 3 * 40);
    EXPECT_EQ(cell(image, 0, 0), kRed);
    EXPECT_EQ(cell(image, 1, 0), kBlue);
    // A swatch of the first terrain stands in the legend, right of the map.
    EXPECT_EQ(pixel(image, 40 + 144 + 40 + 17, 96 + 30 + 2 + 17), kRed);
}

TEST(ViewTilemap, ASmallPictureIsTheMapAlone) {
    const Image image = drawn(two_cells(), red_and_blue(), {100, 50});
    EXPECT_EQ(image.width, 100U);
    EXPECT_EQ(image.height, 50U);
    EXPECT_EQ(pixel(image, 20, 20), kRed);
    EXPECT_EQ(pixel(image, 80, 20), kBlue);
}

TEST(ViewTilemap, LayersLieOverEachOtherByTheirNumberAndEmptyCellsShowTheOneBelow) {
    vda::Tilemap map = two_cells();
    map.layers.insert(map.layers.begin(),
                      {.name = "top", .z = 0, .layer = 5, .ysort = false, .cells = {2, 0}});
    const Image image = drawn(map, red_and_blue());
    EXPECT_EQ(cell(image, 0, 0), kBlue);
    EXPECT_EQ(cell(image, 1, 0), kBlue);
    map.layers.front().layer = -5;
    EXPECT_EQ(cell(drawn(map, red_and_blue()), 0, 0), kRed);
}

TEST(ViewTilemap, AHeightThatIsNoNumberComesLast) {
    vda::Tilemap map = two_cells();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int i = 0; i < 40; ++i) {
        map.layers.push_back({.name = "",
                              .z = i % 3 == 0 ? nan : static_cast<float>(-i),
                              .layer = 0,
                              .ysort = false,
                              .cells = {static_cast<std::uint16_t>(i % 3 == 0 ? 2 : 1), 0}});
    }
    EXPECT_EQ(cell(drawn(map, red_and_blue()), 0, 0), kBlue);
}

TEST(ViewTilemap, ATransparentTileShowsWhatIsBelow) {
    vda::Tilemap map = two_cells();
    map.layers.push_back({.name = "top", .z = 0, .layer = 1, .ysort = false, .cells = {2, 2}});
    MapPictures pictures = red_and_blue();
    pictures.textures["blue"] = picture(1, {Pixel{20, 40, 210, 0}});
    EXPECT_EQ(cell(drawn(map, pictures), 0, 0), kRed);
}

TEST(ViewTilemap, ATileOfATilesetIsTheLargestSquareThatGivesTheColumnsAndRowsAskedFor) {
    // Four tiles of 2 x 2 pixels in a row.
    const Pixel a{10, 10, 10, 255};
    const Pixel b{20, 20, 20, 255};
    MapPictures pictures;
    pictures.textures["set"] =
        picture(8, {a, a, b, b, kRed, kRed, kBlue, kBlue, a, a, b, b, kRed, kRed, kBlue, kBlue});
    vda::Tilemap map = two_cells();
    for (std::size_t i = 0; i < 2; ++i) {
        map.terrains[i].texture = "set";
        map.terrains[i].tileset = true;
        map.terrains[i].tile_column = static_cast<std::uint8_t>(2 + i);
    }
    const Image image = drawn(map, pictures);
    EXPECT_EQ(cell(image, 0, 0), kRed);
    EXPECT_EQ(cell(image, 1, 0), kBlue);
}

TEST(ViewTilemap, VariantsAndFlipsGiveOneOfTheTilesAndTheSameEveryTime) {
    MapPictures pictures;
    pictures.textures["set"] = picture(2, {kRed, kBlue});
    vda::Tilemap map;
    map.columns = 16;
    map.rows = 16;
    map.terrains = {terrain("set")};
    map.terrains[0].tileset = true;
    map.terrains[0].variants = 2;
    map.terrains[0].flip = 3;
    map.layers.push_back({.name = "",
                          .z = 0,
                          .layer = 0,
                          .ysort = false,
                          .cells = std::vector<std::uint16_t>(256, 1)});
    const Image image = drawn(map, pictures);
    int red = 0;
    for (std::uint32_t i = 0; i < 256; ++i) {
        const Pixel seen = pixel(image, 40 + 64 * (i % 16) + 30, 96 + 64 * (i / 16) + 30);
        EXPECT_TRUE(seen == kRed || seen == kBlue);
        red += seen == kRed ? 1 : 0;
    }
    EXPECT_GT(red, 64);
    EXPECT_LT(red, 192);
    EXPECT_EQ(drawn(map, pictures).pixels, image.pixels);
}

TEST(ViewTilemap, MaterialsHaveTheirColourAndUnknownNamesOneOfTheirOwn) {
    vda::Tilemap map = two_cells();
    map.terrains[0].texture.clear();
    map.terrains[0].material = "red";
    MapPictures pictures;
    pictures.materials["red"] = picture(1, {kRed});
    const Image image = drawn(map, pictures);
    EXPECT_EQ(cell(image, 0, 0), kRed);
    EXPECT_NE(cell(image, 1, 0), kRed);
    EXPECT_NE(cell(image, 1, 0), cell(drawn(two_cells(), red_and_blue()), 1, 0));
}

TEST(ViewTilemap, AnObjectHasAFrameAroundItsCells) {
    vda::Tilemap map = two_cells();
    vda::TilemapObject object;
    object.x = 1;
    map.objects.push_back(object);
    const Image image = drawn(map, red_and_blue());
    EXPECT_EQ(pixel(image, 40 + 72, 96 + 36), (Pixel{178, 74, 45, 255}));
    EXPECT_EQ(cell(image, 0, 0), kRed);
    EXPECT_NE(cell(image, 1, 0), kBlue);  // tinted
}

TEST(ViewTilemap, TheLargestMapTakesAPixelACellAndShrinksByAveraging) {
    vda::Tilemap map = two_cells();
    map.columns = 1024;
    map.rows = 1024;
    map.layers[0].cells.assign(std::size_t{1024} * 1024, 1);
    for (std::size_t i = 0; i < map.layers[0].cells.size(); i += 2) map.layers[0].cells[i] = 2;
    const Image image = drawn(map, red_and_blue());
    EXPECT_EQ(pixel(image, 40 + 500, 96 + 500), kBlue);
    EXPECT_EQ(pixel(image, 40 + 501, 96 + 500), kRed);
    const Pixel mixed = pixel(drawn(map, red_and_blue(), {256, 256}), 100, 100);
    EXPECT_GT(mixed[0], 100);
    EXPECT_GT(mixed[2], 100);
}

TEST(ViewTilemap, RefusesSidesThatAreTooLong) {
    const auto image = view_tilemap(two_cells(), {}, {8193, 100});
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, kPreviewTooLarge);
}

/// 64 cells from edge to edge: 16 pixels a cell, from 40, 96.
vda::World small_world() {
    vda::World world;
    world.name = "isle";
    world.chunk = 16;
    world.extent = 2;
    world.biomes = {{.name = "moor", .ground = "", .weight = 1}};
    return world;
}

Image drawn(const vda::World& world, const MapPictures& pictures = {},
            MapViewOptions options = {}) {
    auto image = view_world(world, pictures, options);
    EXPECT_TRUE(image) << image.error().to_string();
    return image ? *std::move(image) : Image{};
}

Pixel at_cell(const Image& image, double x, double z) {
    return pixel(image, static_cast<std::uint32_t>(40 + (x + 32) * 16),
                 static_cast<std::uint32_t>(96 + (z + 32) * 16));
}

TEST(ViewWorld, AFeatureLiesWhereItIsAndEndsAtItsRadius) {
    vda::World world = small_world();
    const Pixel ground = at_cell(drawn(world), 10.5, -19.5);
    world.features.push_back({.name = "", .kind = "sea", .x = 10, .z = -20, .radius = 6});
    const Image image = drawn(world);
    EXPECT_EQ(at_cell(image, 10.5, -19.5), (Pixel{96, 146, 172, 255}));
    EXPECT_EQ(at_cell(image, 10.5 + 7, -19.5), at_cell(drawn(small_world()), 17.5, -19.5));
    EXPECT_NE(at_cell(image, 10.5, -19.5), ground);
    for (const char* kind : {"hill", "plain", "lake"}) {
        world.features[0].kind = kind;
        EXPECT_NE(at_cell(drawn(world), 10.5, -19.5), ground) << kind;
    }
}

TEST(ViewWorld, APlaceHasAPinInTheMiddleOfItsCell) {
    vda::World world = small_world();
    world.places.push_back({.name = "", .prefab = "", .x = -20, .z = 9, .rotation = 90});
    const Image image = drawn(world);
    EXPECT_EQ(at_cell(image, -19.5 + 4 / 16.0, 9.5), (Pixel{178, 74, 45, 255}));
    // The tick shows to +x for a quarter turn.
    EXPECT_EQ(at_cell(image, -19.5 + 10 / 16.0, 9.5), (Pixel{178, 74, 45, 255}));
    EXPECT_NE(at_cell(image, -19.5 - 10 / 16.0, 9.5), (Pixel{178, 74, 45, 255}));
}

TEST(ViewWorld, EntitiesStandAtMetresAndAreasAtCells) {
    vda::World world = small_world();
    world.cell = 2;
    vda::Entity entity;
    entity.position = {20, 5, -10};  // cells 10, -5
    world.entities.push_back(entity);
    world.vegetation.push_back({.name = "",
                                .prefab = "p",
                                .model = "",
                                .density = 0.01F,
                                .biomes = {},
                                .area = true,
                                .x = -20,
                                .z = -20,
                                .radius = 5});
    const Image image = drawn(world);
    EXPECT_EQ(at_cell(image, 10, -5), (Pixel{96, 146, 172, 255}));
    const Image empty = drawn(small_world());
    EXPECT_NE(at_cell(image, -18.6, -18.6), at_cell(empty, -18.6, -18.6));
    EXPECT_EQ(at_cell(image, -13.6, -13.6), at_cell(empty, -13.6, -13.6));
}

TEST(ViewWorld, ABiomesSwatchIsItsGround) {
    vda::World world = small_world();
    world.biomes[0].ground = "peat";
    MapPictures pictures;
    pictures.materials["peat"] = picture(1, {kRed});
    const Image image = drawn(world, pictures);
    // Below the heading and the bar of shares.
    EXPECT_EQ(pixel(image, 40 + 1024 + 40 + 17, 96 + 30 + 24 + 2 + 17), kRed);
    EXPECT_EQ(pixel(image, 40 + 1024 + 40 + 150, 96 + 30 + 6), kRed);
}

TEST(ViewWorld, StrangeNumbersLongListsAndAnyTextAreDrawn) {
    vda::World world = small_world();
    world.extent = 4096;
    world.chunk = 64;
    world.cell = 0.03125F;
    world.name = std::string(100'000, 'w') + "\xff\xf0\x9f";
    vda::Entity entity;
    entity.position = {std::numeric_limits<float>::quiet_NaN(), 0,
                       std::numeric_limits<float>::infinity()};
    world.entities.assign(3000, entity);
    world.places.assign(20'000, {.name = "a", .prefab = "", .x = 0, .z = 0, .rotation = 0});
    world.features.assign(
        2000, {.name = "h", .kind = "hill", .x = 0, .z = 0, .radius = 16384, .falloff = 16384});
    world.vegetation.assign(2000, {.name = "v",
                                   .prefab = "p",
                                   .model = "",
                                   .density = 1,
                                   .biomes = {},
                                   .area = true,
                                   .x = 0,
                                   .z = 0,
                                   .radius = 16384});
    world.sites.assign(2000, {.tag = "t", .prefabs = {}, .biomes = {}, .spacing = 4096});
    world.biomes.assign(2000, world.biomes[0]);
    const Image image = drawn(world, {}, {720, 400});
    EXPECT_EQ(image.width, 720U);
    EXPECT_EQ(drawn(world, {}, {3, 2}).height, 2U);
}

}  // namespace
}  // namespace galley::preview::test
