#include "galley/core/uuid5.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

Uuid id(std::string_view text) { return Uuid::parse(text).value(); }

TEST(Uuid5, GivesTheVectorOfRfc9562) {
    EXPECT_EQ(uuid5(id("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "www.example.com").to_string(),
              "2ed6657d-e927-568b-95e1-2665a8aea6a2");
}

TEST(Uuid5, GivesTheDefaultIdsOfFiles) {
    const Uuid files = id("4a6a81e9-f0d1-4b8f-91a8-7e7a5e0b6b4a");
    EXPECT_EQ(uuid5(files, "textures/wood.png").to_string(),
              "8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
    EXPECT_EQ(uuid5(files, "meshes/hero.gltf").to_string(), "743199f4-3347-5e2c-9dc6-07a8db94e4e3");
    EXPECT_EQ(uuid5(files, "textures/a.png").to_string(), "79e9d17a-e20f-54be-8c5f-5d442c0d561f");
}

}  // namespace
}  // namespace galley
