#include "picture_findings.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "galley/base/jobs.h"
#include "galley/core/virtual_path.h"
#include "galley/project/asset_name.h"
#include "galley/texel/image_check.h"
#include "ledger_text.h"
#include "stored_picture.h"

namespace galley::cli {
namespace {

/// What pictures decoded at the same time may take together; a larger one is decoded alone.
constexpr std::uint64_t kMostTogether = std::uint64_t{1} << 30;
/// Pictures between two words of progress.
constexpr std::size_t kBatch = 32;

/// Floats that a texture cannot hold: it is of halves, or of blocks made from them.
void note_floats(const Image& image, Ledger& ledger) {
    if (image.type != SampleType::float32) return;
    texel::FloatCounts all;
    for (std::uint32_t y = 0; y < image.height; ++y) {
        const texel::FloatCounts row = texel::count_unstorable(image, y);
        all.clamped += row.clamped;
        all.not_numbers += row.not_numbers;
    }
    if (all.clamped + all.not_numbers == 0) return;
    ledger.add(Verdict::approximated, "samples outside 16-bit float", "",
               fmt::format("a cook clamps {} to 65504, and makes {} that are no number 0",
                           all.clamped, all.not_numbers));
}

/// Lets in what fits; its size is known from the header alone.
class MemoryGate {
public:
    void enter(std::uint64_t bytes) {
        std::unique_lock lock(mutex_);
        left_.wait(lock, [&] { return used_ == 0 || used_ + bytes <= kMostTogether; });
        used_ += bytes;
    }
    void leave(std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        used_ -= bytes;
        left_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable left_;
    std::uint64_t used_ = 0;
};

PictureFindings find_in(FileSystem& fs, const BroughtPicture& picture, MemoryGate& gate) {
    PictureFindings out;
    Bytes read;
    ByteSpan bytes = picture.bytes;
    if (!picture.file.empty()) {
        auto file = fs.read(picture.file, kMostFileBytes);
        if (!file) {
            out.error = std::move(file).error();
            return out;
        }
        read = *std::move(file);
        bytes = read;
    }
    const std::string extension = extension_of(picture.file);
    const auto info = probe_image(bytes, extension);
    if (!info) {
        out.error = info.error();
        return out;
    }
    // Some decoders hold what is stored, or a second picture, beside the pixels.
    const std::uint64_t memory = info->decoded_bytes() * 2;
    gate.enter(memory);
    out = findings_of(bytes, extension, {});
    gate.leave(memory);
    return out;
}

}  // namespace

PictureFindings findings_of(ByteSpan file, std::string_view extension, const DecodeLimits& limits) {
    PictureFindings out;
    auto image = decode_image(file, extension, limits, out.ledger);
    if (image) {
        note_floats(*image, out.ledger);
        if (out.ledger.partial()) out.warning = damage_of(out.ledger);
    } else {
        out.error = std::move(image).error();
    }
    return out;
}

namespace {

/// As a person in this directory would write it.
std::string from_here(const std::string& path) {
    std::error_code ignored;
    const auto here = std::filesystem::current_path(ignored);
    const std::string near = std::filesystem::path(path).lexically_proximate(here).generic_string();
    return near.starts_with("..") ? path : near;
}

}  // namespace

std::vector<BroughtPicture> pictures_of(const Source& source, std::string_view file) {
    std::vector<BroughtPicture> out;
    const ImporterRegistry importers = builtin_importers();
    for (const FileRead& one : source.files) {
        const Importer* importer = importers.find_for(one.path);
        if (importer == nullptr || importer->name != "image") continue;
        const std::string path = join_path(source.root, one.path);
        out.push_back({one.path == source.path ? std::string(file) : from_here(path), path});
    }
    const auto* model = std::get_if<Model>(&source.imported.content);
    if (model == nullptr) return out;
    PartNamer namer;
    for (const ModelImage& image : model->images) {
        const std::string name = namer.next(image.name);
        if (!image.embedded()) continue;
        out.push_back({fmt::format("{}:texture/{}", file, name), {}, image.encoded});
    }
    return out;
}

std::vector<PictureFindings> find_in_pictures(std::span<const BroughtPicture> pictures,
                                              Session& session) {
    std::vector<PictureFindings> out(pictures.size());
    if (pictures.empty()) return out;
    JobPool pool(hardware_threads());
    MemoryGate gate;
    for (std::size_t from = 0; from < pictures.size(); from += kBatch) {
        const std::size_t count = std::min(kBatch, pictures.size() - from);
        if (pictures.size() > kBatch) {
            session.console.progress(
                fmt::format("looking into pictures: {}/{}", from, pictures.size()));
        }
        pool.parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = from + begin; i < from + end; ++i) {
                out[i] = find_in(session.fs, pictures[i], gate);
            }
        });
    }
    session.console.clear_progress();
    return out;
}

void tell_findings(const PictureFindings& found, const BroughtPicture& picture,
                   std::string_view indent, Session& session) {
    session.console.out(entries_text(found.ledger, indent));
    for (const std::optional<Error>& error : {found.warning, found.error}) {
        if (!error) continue;
        session.console.report(Severity::warning, Error(*error).in_file(picture.shown));
    }
}

}  // namespace galley::cli
