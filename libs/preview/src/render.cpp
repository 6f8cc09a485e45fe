#include "galley/preview/render.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "camera.h"
#include "galley/base/try.h"
#include "galley/preview/errors.h"
#include "galley/texel/srgb.h"
#include "rasterizer.h"
#include "studio.h"

namespace galley::preview {
namespace {

constexpr std::uint32_t kMaxSide = 8192;
constexpr std::uint32_t kSamplesPerSide = 2;  ///< of a pixel
/// Samples that are held at a time; about 30 bytes each.
constexpr std::uint64_t kBandSamples = std::uint64_t{4} << 20;
constexpr std::uint32_t kNobody = 0xFFFFFFFFU;

struct Seen {
    float depth = 0;
    std::uint32_t instance = kNobody;
    std::uint32_t triangle = 0;
};

struct Sample {
    Vec3 color;
    float coverage = 0;
};

class Backdrop {
public:
    Backdrop(const Background& options, std::uint32_t width, std::uint32_t height)
        : options_(options), width_(static_cast<float>(width)),
          height_(static_cast<float>(height)) {
        const float* linear = texel::srgb8_to_linear_table();
        color_ = {linear[options.rgb[0]], linear[options.rgb[1]], linear[options.rgb[2]]};
    }

    /// Linear light at a place in the picture, in pixels.
    [[nodiscard]] Vec3 at(float x, float y) const {
        switch (options_.kind) {
        case Background::Kind::transparent: return {0, 0, 0};
        case Background::Kind::color: return color_;
        case Background::Kind::studio: break;
        }
        constexpr Vec3 middle{0.0452F, 0.0480F, 0.0530F};
        constexpr Vec3 edge{0.0120F, 0.0128F, 0.0144F};
        const float longest = std::max(width_, height_);
        const float dx = (x - width_ * 0.5F) / longest;
        const float dy = (y - height_ * 0.42F) / longest;
        const float t = std::min(1.0F, (dx * dx + dy * dy) * 2.1F);
        return middle + (edge - middle) * t;
    }

private:
    Background options_;
    Vec3 color_;
    float width_;
    float height_;
};

/// An even noise in [-0.5, 0.5) that hides the steps of dark gradients (Jimenez 2014, interleaved
/// gradient noise).
float dither(std::uint32_t x, std::uint32_t y) {
    const double v = 0.06711056 * x + 0.00583715 * y;
    const double w = 52.9829189 * (v - std::floor(v));
    return static_cast<float>(w - std::floor(w)) - 0.5F;
}

class Renderer {
public:
    Renderer(const PreparedScene& scene, const Projection& camera, const Studio& studio,
             const RenderOptions& options, JobPool& pool)
        : scene_(scene), camera_(camera), studio_(studio), options_(options),
          background_(options.background, options.width, options.height),
          exposure_(std::exp2(options.exposure)), pool_(pool) {
        sort_blended();
    }

    Image run() {
        Image image{options_.width, options_.height, 4, SampleType::unorm8, {}};
        image.pixels.resize(std::size_t{options_.width} * options_.height * 4);
        const std::uint64_t row = std::uint64_t{options_.width} * kSamplesPerSide * kSamplesPerSide;
        const auto rows = static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>(kBandSamples / row, 1, options_.height));
        for (std::uint32_t y = 0; y < options_.height; y += rows) {
            draw_band(y, std::min(rows, options_.height - y), image);
        }
        return image;
    }

private:
    void draw_band(std::uint32_t first_row, std::uint32_t rows, Image& image) {
        area_ = {0, static_cast<std::int32_t>(first_row * kSamplesPerSide),
                 static_cast<std::int32_t>(camera_.width),
                 static_cast<std::int32_t>((first_row + rows) * kSamplesPerSide)};
        const std::size_t count = std::size_t{camera_.width} * rows * kSamplesPerSide;
        seen_.assign(count, {});
        samples_.assign(count, {});
        find_visible();
        shade_visible();
        draw_blended();
        resolve(first_row, rows, image);
    }

    [[nodiscard]] std::size_t at(std::int32_t x, std::int32_t y) const {
        return static_cast<std::size_t>(y - area_.y0) * camera_.width + static_cast<std::size_t>(x);
    }

    [[nodiscard]] SeenTriangle::Rays rays(std::int32_t x, std::int32_t y) const {
        const float px = static_cast<float>(x) + 0.5F;
        const float py = static_cast<float>(y) + 0.5F;
        return {camera_.ray(px, py), camera_.ray(px + 1, py), camera_.ray(px, py + 1)};
    }

    void find_visible() {
        rasterize(scene_, scene_.solid, camera_, area_, true, pool_,
                  [&](const GridRect& tile, std::span<const GridTriangle* const> triangles) {
                      for (const GridTriangle* t : triangles) find_visible(*t, tile);
                  });
    }

    void find_visible(const GridTriangle& t, const GridRect& tile) {
        const PreparedInstance& instance = scene_.instances[t.instance];
        std::optional<SeenTriangle> masked;
        if (instance.masked) masked.emplace(scene_, camera_.eye, t.instance, t.triangle);
        visit_samples(t, tile, [&](std::int32_t x, std::int32_t y, float depth) {
            Seen& seen = seen_[at(x, y)];
            if (depth <= seen.depth) return;
            if (masked && masked->alpha(rays(x, y)) < instance.material->alpha_cutoff) return;
            seen = {depth, t.instance, t.triangle};
        });
    }

    void shade_visible() {
        const auto rows = static_cast<std::size_t>(area_.y1 - area_.y0);
        pool_.parallel_for(rows, 4, [&](std::size_t begin, std::size_t end) {
            std::optional<SeenTriangle> triangle;
            for (std::size_t row = begin; row < end; ++row) {
                const std::int32_t y = area_.y0 + static_cast<std::int32_t>(row);
                for (std::int32_t x = area_.x0; x < area_.x1; ++x) {
                    samples_[at(x, y)] = shade_sample(x, y, triangle);
                }
            }
        });
    }

    Sample shade_sample(std::int32_t x, std::int32_t y,
                        std::optional<SeenTriangle>& triangle) const {
        const Seen& seen = seen_[at(x, y)];
        if (seen.instance == kNobody) {
            const Vec3 color = background_.at((static_cast<float>(x) + 0.5F) / kSamplesPerSide,
                                              (static_cast<float>(y) + 0.5F) / kSamplesPerSide);
            return {color * (1 / exposure_), 0};  // exposure is for the scene alone
        }
        if (!triangle || !triangle->is(seen.instance, seen.triangle)) {
            triangle.emplace(scene_, camera_.eye, seen.instance, seen.triangle);
        }
        return {studio_.shade(triangle->surface(rays(x, y))).color, 1};
    }

    void sort_blended() {
        struct Far {
            float distance;
            TriangleRef ref;
        };
        std::vector<Far> all;
        for (const Chunk& chunk : scene_.blended) {
            for (std::uint32_t t = chunk.first; t < chunk.first + chunk.count; ++t) {
                const auto c = scene_.corners(chunk.instance, t);
                if (!c) continue;
                const Vec3 center = ((*c)[0] + (*c)[1] + (*c)[2]) * (1.0F / 3.0F);
                all.push_back({length(center - camera_.eye), {chunk.instance, t}});
            }
        }
        // Equal distances stay in file order.
        std::ranges::sort(all, [](const Far& a, const Far& b) {
            return std::tie(b.distance, a.ref.instance, a.ref.triangle) <
                   std::tie(a.distance, b.ref.instance, b.ref.triangle);
        });
        blended_.reserve(all.size());
        for (const Far& far : all) blended_.push_back(far.ref);
    }

    void draw_blended() {
        if (blended_.empty()) return;
        rasterize(scene_, blended_, camera_, area_, true, pool_,
                  [&](const GridRect& tile, std::span<const GridTriangle* const> triangles) {
                      for (const GridTriangle* t : triangles) draw_blended(*t, tile);
                  });
    }

    void draw_blended(const GridTriangle& t, const GridRect& tile) {
        const SeenTriangle triangle(scene_, camera_.eye, t.instance, t.triangle);
        visit_samples(t, tile, [&](std::int32_t x, std::int32_t y, float depth) {
            if (depth <= seen_[at(x, y)].depth) return;
            const Shaded shaded = studio_.shade(triangle.surface(rays(x, y)));
            Sample& to = samples_[at(x, y)];
            to.color = {shaded.color.x + to.color.x * shaded.through.x,
                        shaded.color.y + to.color.y * shaded.through.y,
                        shaded.color.z + to.color.z * shaded.through.z};
            const float through =
                (shaded.through.x + shaded.through.y + shaded.through.z) * (1.0F / 3.0F);
            to.coverage = 1 - (1 - to.coverage) * through;
        });
    }

    void resolve(std::uint32_t first_row, std::uint32_t rows, Image& image) {
        pool_.parallel_for(rows, 8, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                const auto y = static_cast<std::uint32_t>(first_row + row);
                for (std::uint32_t x = 0; x < options_.width; ++x) {
                    resolve_pixel(x, y, image);
                }
            }
        });
    }

    void resolve_pixel(std::uint32_t x, std::uint32_t y, Image& image) {
        const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
        Vec3 sum;
        float coverage = 0;
        for (std::uint32_t i = 0; i < kSamplesPerSide * kSamplesPerSide; ++i) {
            const Sample& sample =
                samples_[at(static_cast<std::int32_t>(x * kSamplesPerSide + i % kSamplesPerSide),
                            static_cast<std::int32_t>(y * kSamplesPerSide + i / kSamplesPerSide))];
            // Toned one by one: a single bright sample must not eat a whole edge. A background
            // colour was asked for as it is.
            const Vec3 light = sample.color * exposure_;
            sum = sum + (sample.coverage == 0 ? light : tone_map(light));
            coverage += sample.coverage;
        }
        constexpr float share = 1.0F / (kSamplesPerSide * kSamplesPerSide);
        Vec3 color = sum * share;
        coverage *= share;
        std::byte* out = image.pixels.data() + (std::size_t{y} * options_.width + x) * 4;
        if (options_.background.kind == Background::Kind::transparent) {
            if (coverage > 0) color = color * (1 / coverage);
            out[3] = static_cast<std::byte>(coverage * 255 + 0.5F);
        } else {
            out[3] = std::byte{255};
            if (coverage == 0 && options_.background.kind == Background::Kind::studio) {
                // One step of the 8-bit curve is about this much light at these greys.
                const float noise = dither(x, y) * 0.0011F;
                color = color + Vec3{noise, noise, noise};
            }
        }
        out[0] = static_cast<std::byte>(encode(color.x));
        out[1] = static_cast<std::byte>(encode(color.y));
        out[2] = static_cast<std::byte>(encode(color.z));
    }

    const PreparedScene& scene_;
    const Projection& camera_;
    const Studio& studio_;
    const RenderOptions& options_;
    Backdrop background_;
    float exposure_;
    JobPool& pool_;
    std::vector<TriangleRef> blended_;  ///< far to near
    GridRect area_;
    std::vector<Seen> seen_;
    std::vector<Sample> samples_;
};

}  // namespace

Result<Image> render(const Scene& scene, const RenderOptions& options, JobPool& pool) {
    if (options.width == 0 || options.height == 0 || options.width > kMaxSide ||
        options.height > kMaxSide) {
        return fail(kPreviewTooLarge, "a picture has sides of 1 to 8192 pixels");
    }
    TRY_ASSIGN(const PreparedScene prepared, prepare_scene(scene, options.z_up, pool));
    const Frame frame = orbit_frame(options.azimuth, std::clamp(options.elevation, -89.0F, 89.0F));
    const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
    Projection camera = frame_scene(prepared, frame, aspect, pool);
    camera.width = options.width * kSamplesPerSide;
    camera.height = options.height * kSamplesPerSide;
    const Studio studio(prepared, options.azimuth, pool);
    return Renderer(prepared, camera, studio, options, pool).run();
}

}  // namespace galley::preview
