#include <cstring>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gltf_test_support.h"

namespace galley {
namespace {

using test::GltfBuilder;
using test::kF32;
using test::kI16;
using test::kI8;
using test::kU16;
using test::kU32;
using test::kU8;
using testing::ElementsAre;

/// The positions that an accessor gives, as a primitive's fan with normals all up.
std::vector<Vec3> positions_of(GltfBuilder& builder, int accessor, std::size_t count) {
    const int normals = builder.data(std::vector<Vec3>(count, Vec3{0, 0, 1}), kF32, "VEC3", count);
    builder.mesh(
        fmt::format(R"("attributes":{{"POSITION":{},"NORMAL":{}}},"mode":6)", accessor, normals));
    const Model model = test::model_of(builder.import());
    return model.meshes.empty() ? std::vector<Vec3>()
                                : model.meshes[0].primitives[0].mesh.positions;
}

std::string failure_of(GltfBuilder& builder) { return test::failure(builder.import()); }

TEST(GltfAccessor, NormalizedIntegersFollowTheSpecificationsTable) {
    // Section 3.11: c / 127, c / 255, c / 32767, c / 65535, negative ones not below -1.
    GltfBuilder i8, u8, i16, u16;
    const int a = i8.data(std::vector<std::int8_t>{127, -127, -128, 0, 64, 1, 0, 0, 0}, kI8, "VEC3",
                          3, R"("normalized":true)");
    EXPECT_THAT(positions_of(i8, a, 3),
                ElementsAre(Vec3{1, -1, -1}, Vec3{0, 64.0F / 127, 1.0F / 127}, Vec3{}));
    const int b = u8.data(std::vector<std::uint8_t>{255, 51, 0, 0, 0, 0, 0, 0, 0}, kU8, "VEC3", 3,
                          R"("normalized":true)");
    EXPECT_EQ(positions_of(u8, b, 3)[0], (Vec3{1, 0.2F, 0}));
    const int c = i16.data(std::vector<std::int16_t>{32767, -32768, 0, 0, 0, 0, 0, 0, 0}, kI16,
                           "VEC3", 3, R"("normalized":true)");
    EXPECT_EQ(positions_of(i16, c, 3)[0], (Vec3{1, -1, 0}));
    const int d = u16.data(std::vector<std::uint16_t>{65535, 13107, 0, 0, 0, 0, 0, 0, 0}, kU16,
                           "VEC3", 3, R"("normalized":true)");
    EXPECT_EQ(positions_of(u16, d, 3)[0], (Vec3{1, 0.2F, 0}));
}

TEST(GltfAccessor, PlainIntegersStayWholeNumbers) {
    GltfBuilder builder;
    const int a =
        builder.data(std::vector<std::int16_t>{-300, 2, 7, 0, 0, 0, 0, 0, 0}, kI16, "VEC3", 3);
    EXPECT_EQ(positions_of(builder, a, 3)[0], (Vec3{-300, 2, 7}));
}

TEST(GltfAccessor, StridesOffsetsAndInterleavingAreHonoured) {
    // Vertices of 32 bytes: 4 of padding, position, normal, 4 of padding.
    struct Vertex {
        float before;
        Vec3 position, normal;
        float after;
    };
    static_assert(sizeof(Vertex) == 32);
    GltfBuilder builder;
    const std::vector<Vertex> vertices = {
        {9, {1, 2, 3}, {1, 0, 0}, 9}, {9, {4, 5, 6}, {0, 1, 0}, 9}, {9, {7, 8, 9}, {0, 0, 1}, 9}};
    const int view = builder.view(vertices, 32);
    const int p = builder.data_accessor(view, kF32, "VEC3", 3, R"("byteOffset":4)");
    const int n = builder.data_accessor(view, kF32, "VEC3", 3, R"("byteOffset":16)");
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":{},"NORMAL":{}}})", p, n));
    const TriangleMesh mesh = test::model_of(builder.import()).meshes[0].primitives[0].mesh;
    EXPECT_THAT(mesh.positions, ElementsAre(Vec3{1, 2, 3}, Vec3{4, 5, 6}, Vec3{7, 8, 9}));
    EXPECT_THAT(mesh.normals, ElementsAre(Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}));
}

TEST(GltfAccessor, SparseElementsReplaceThoseOfTheView) {
    GltfBuilder builder;
    const int base = builder.view(std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}});
    const int at = builder.view(std::vector<std::uint16_t>{1, 3});
    const int values = builder.view(std::vector<Vec3>{{10, 10, 10}, {30, 30, 30}});
    const int a = builder.data_accessor(
        base, kF32, "VEC3", 4,
        fmt::format(R"("sparse":{{"count":2,"indices":{{"bufferView":{},"componentType":5123}},)"
                    R"("values":{{"bufferView":{}}}}})",
                    at, values));
    EXPECT_THAT(positions_of(builder, a, 4),
                ElementsAre(Vec3{0, 0, 0}, Vec3{10, 10, 10}, Vec3{2, 2, 2}, Vec3{30, 30, 30}));
}

TEST(GltfAccessor, SparseElementsOfPickedVerticesAreReplacedToo) {
    GltfBuilder builder;
    const int at = builder.view(std::vector<std::uint8_t>{1, 2});
    const int values = builder.view(std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}});
    const int a = builder.accessor(
        fmt::format(R"("componentType":5126,"type":"VEC3","count":4,"sparse":{{"count":2,)"
                    R"("indices":{{"bufferView":{},"componentType":5121}},)"
                    R"("values":{{"bufferView":{}}}}})",
                    at, values));
    // Without normals every corner is picked by itself; corners 2 0 1.
    const int indices = builder.data(std::vector<std::uint16_t>{2, 0, 1}, kU16, "SCALAR", 3);
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":{}}},"indices":{})", a, indices));
    const Model model = test::model_of(builder.import());
    EXPECT_THAT(model.meshes[0].primitives[0].mesh.positions,
                ElementsAre(Vec3{0, 1, 0}, Vec3{0, 0, 0}, Vec3{1, 0, 0}));
}

TEST(GltfAccessor, WithoutAViewElementsAreZero) {
    GltfBuilder builder;
    const int a = builder.accessor(R"("componentType":5126,"type":"VEC3","count":3)");
    EXPECT_THAT(positions_of(builder, a, 3), ElementsAre(Vec3{}, Vec3{}, Vec3{}));
}

TEST(GltfAccessor, ManyElementsWithoutBytesAreRefusedBeforeAllocating) {
    GltfBuilder builder;
    builder.accessor(R"("componentType":5126,"type":"VEC3","count":4000000000)");
    builder.mesh(R"("attributes":{"POSITION":0})");
    EXPECT_EQ(failure_of(builder), "G1902 /meshes/0/primitives/0/attributes/POSITION");
}

TEST(GltfAccessor, SparseIndicesMustIncreaseAndLieInside) {
    for (const std::vector<std::uint8_t>& indices :
         {std::vector<std::uint8_t>{2, 1}, {1, 1}, {1, 3}}) {
        GltfBuilder builder;
        const int base = builder.view(std::vector<Vec3>(3));
        const int at = builder.view(indices);
        const int values = builder.view(std::vector<Vec3>(2));
        const int a = builder.data_accessor(
            base, kF32, "VEC3", 3,
            fmt::format(R"("sparse":{{"count":2,"indices":{{"bufferView":{},)"
                        R"("componentType":5121}},"values":{{"bufferView":{}}}}})",
                        at, values));
        builder.mesh(fmt::format(R"("attributes":{{"POSITION":{}}})", a));
        EXPECT_EQ(failure_of(builder), "G2009 /meshes/0/primitives/0/attributes/POSITION");
    }
}

TEST(GltfAccessor, SparseViewsAreChecked) {
    GltfBuilder builder;
    const int base = builder.view(std::vector<Vec3>(3));
    const int at = builder.view(std::vector<std::uint8_t>{0, 1, 2});
    const int values = builder.view(std::vector<Vec3>(2));
    builder.data_accessor(base, kF32, "VEC3", 3,
                          fmt::format(R"("sparse":{{"count":3,"indices":{{"bufferView":{},)"
                                      R"("componentType":5121}},"values":{{"bufferView":{}}}}})",
                                      at, values));
    EXPECT_EQ(failure_of(builder), "G2009 /accessors/0/sparse/values");
}

TEST(GltfAccessor, OneByteTooFewIsRefusedAndExactlyEnoughIsNot) {
    for (const std::size_t missing : {0U, 1U}) {
        GltfBuilder builder;
        std::vector<std::byte> bytes(36 - missing);
        builder.data_accessor(builder.raw_view(bytes), kF32, "VEC3", 3);
        if (missing == 0)
            EXPECT_TRUE(builder.import());
        else
            EXPECT_EQ(failure_of(builder), "G2009 /accessors/0");
    }
}

TEST(GltfAccessor, TheLastStridedElementNeedsNoPadding) {
    for (const std::size_t bytes : {16U * 2 + 12, 16U * 2 + 11}) {
        GltfBuilder builder;
        builder.data_accessor(builder.raw_view(std::vector<std::byte>(bytes), 16), kF32, "VEC3", 3);
        EXPECT_EQ(builder.import().has_value(), bytes == 44);
    }
}

TEST(GltfAccessor, MatrixColumnsStartOnMultiplesOfFour) {
    // Section 3.6.2.4: a 3x3 matrix of bytes takes 12 bytes, of shorts 24; a 2x2 of bytes 8.
    struct Row {
        int component;
        std::string_view type;
        std::size_t bytes;
    };
    for (const Row& row : {Row{kU8, "MAT2", 8},
                           {kU8, "MAT3", 12},
                           {kI16, "MAT3", 24},
                           {kI16, "MAT2", 8},
                           {kU8, "MAT4", 16},
                           {kF32, "MAT4", 64}}) {
        for (const std::size_t missing : {0U, 1U}) {
            GltfBuilder builder;
            builder.data_accessor(builder.raw_view(std::vector<std::byte>(row.bytes - missing)),
                                  row.component, row.type, 1);
            EXPECT_EQ(builder.import().has_value(), missing == 0) << row.type << row.component;
        }
    }
}

TEST(GltfAccessor, StridesOutsideTheSpecificationAreRefused) {
    for (const int stride : {6, 255, 256, 8}) {
        GltfBuilder builder;  // 8 is a multiple of 4 but below the element's 12 bytes
        builder.data_accessor(builder.raw_view(std::vector<std::byte>(1024), stride), kF32, "VEC3",
                              2);
        EXPECT_FALSE(builder.import()) << stride;
    }
}

TEST(GltfAccessor, OffsetsThatWouldOverflowAreRefused) {
    GltfBuilder builder;
    builder.data_accessor(builder.view(std::vector<Vec3>(3)), kF32, "VEC3", 3,
                          R"("byteOffset":9007199254740992)");
    EXPECT_EQ(failure_of(builder), "G2009 /accessors/0");
    EXPECT_EQ(
        test::failure(test::import_text(
            R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4}],"bufferViews":)"
            R"([{"buffer":0,"byteOffset":9007199254740992,"byteLength":9007199254740992}]})")),
        "G2009 /bufferViews/0");
}

TEST(GltfAccessor, MisalignedElementsAreReadAllTheSame) {
    GltfBuilder builder;
    std::vector<std::byte> bytes(1 + 36);
    const std::vector<Vec3> positions = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    std::memcpy(bytes.data() + 1, positions.data(), 36);
    const int a =
        builder.data_accessor(builder.raw_view(bytes), kF32, "VEC3", 3, R"("byteOffset":1)");
    EXPECT_EQ(positions_of(builder, a, 3), positions);
}

TEST(GltfAccessor, TheRequiredPropertiesAreRequired) {
    for (const std::string_view members :
         {R"("type":"VEC3","count":3)", R"("componentType":5126,"count":3)",
          R"("componentType":5126,"type":"VEC3")"}) {
        GltfBuilder builder;
        builder.accessor(members);
        EXPECT_EQ(failure_of(builder), "G2004 /accessors/0");
    }
}

TEST(GltfAccessor, NumbersThatAreNoCountsAreRefused) {
    for (const std::string_view count : {"3.0", "3.5", "-1", "0", "\"3\"", "null", "1e1"}) {
        GltfBuilder builder;
        builder.accessor(fmt::format(R"("componentType":5126,"type":"VEC3","count":{})", count));
        EXPECT_EQ(failure_of(builder), "G2002 /accessors/0/count") << count;
    }
}

}  // namespace
}  // namespace galley
