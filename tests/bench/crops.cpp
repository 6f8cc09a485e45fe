#include "crops.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "galley/import/image_file.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"

namespace galley::bench {
namespace {

struct Cut {
    const char* name;
    const char* file;
    std::uint32_t x;
    std::uint32_t y;
};

constexpr Cut kCuts[] = {
    {"albedo", "pbr/stone_tile_wall/stone_tile_wall_diff_1k.jpg", 256, 256},
    {"normal", "pbr/FlightHelmet_LeatherParts/FlightHelmet_Materials_LeatherPartsMat_Normal.png", 0,
     0},
    {"metal_rough",
     "pbr/FlightHelmet_LeatherParts/FlightHelmet_Materials_LeatherPartsMat_OcclusionRoughMetal.png",
     0, 0},
    {"rgba", "gltf/AlphaBlendModeTest-glTF-Binary/AlphaBlendModeTest.glb", 256, 400},
    {"photo", "gltf/animation_pointer/cat_03_repeat.jpg", 256, 0},
};

/// The only PNG picture inside a GLB file.
ByteSpan png_inside(ByteSpan file) {
    const std::string_view text = as_text(file);
    const std::size_t begin = text.find("\x89PNG\r\n");
    const std::size_t end = text.find("IEND", begin);
    if (begin == text.npos || end == text.npos) return {};
    return file.subspan(begin, end + 8 - begin);
}

Bytes cut_out(const Image& image, const Cut& cut) {
    Bytes pixels(std::size_t{kCropSide} * kCropSide * 4, std::byte{255});
    for (std::size_t y = 0; y < kCropSide; ++y) {
        for (std::size_t x = 0; x < kCropSide; ++x) {
            const std::byte* from =
                image.pixels.data() + ((cut.y + y) * image.width + cut.x + x) * image.channels;
            std::memcpy(&pixels[(y * kCropSide + x) * 4], from, image.channels);
        }
    }
    return pixels;
}

std::vector<Crop> cut_all() {
    std::vector<Crop> crops;
    if (!test::have_corpus()) return crops;
    for (const Cut& cut : kCuts) {
        const std::string_view name = cut.file;
        const Bytes file = test::read_file(test::corpus_dir() / name);
        const bool glb = name.ends_with(".glb");
        Ledger ledger;
        const auto image = decode_image(glb ? png_inside(file) : ByteSpan(file),
                                        name.ends_with(".jpg") ? "jpg" : "png", {}, ledger);
        if (image && image->type == SampleType::unorm8 && image->channels >= 3 &&
            image->width >= cut.x + kCropSide && image->height >= cut.y + kCropSide)
            crops.push_back({cut.name, cut_out(*image, cut)});
    }
    return crops;
}

}  // namespace

const std::vector<Crop>& crops() {
    static const std::vector<Crop> kCrops = cut_all();
    return kCrops;
}

}  // namespace galley::bench
