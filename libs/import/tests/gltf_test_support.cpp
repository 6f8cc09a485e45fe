#include "gltf_test_support.h"

#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "galley/test/corpus.h"

namespace galley::test {

GltfProject& GltfProject::put(std::string_view path, ByteSpan bytes) {
    fs_.put(fmt::format("/project/{}", path), bytes);
    return *this;
}

GltfProject& GltfProject::put(std::string_view path, std::string_view text) {
    return put(path, as_byte_span(text));
}

Result<Imported> GltfProject::import(std::string_view path, const ImportLimits& limits) {
    SourceFiles files(fs_, "/project", std::uint64_t{1} << 30);
    auto parsed = VirtualPath::parse(path);
    if (!parsed) return std::unexpected(parsed.error());
    auto imported = import_gltf(files, *parsed, limits);
    read_ = files.files();
    absent_ = files.absent();
    return imported;
}

Result<Imported> import_text(std::string_view json, const ImportLimits& limits) {
    return GltfProject().put("model.gltf", json).import("model.gltf", limits);
}

Result<Imported> import_bytes(ByteSpan bytes) {
    return GltfProject().put("model.glb", bytes).import("model.glb");
}

Model model_of(const Result<Imported>& imported) {
    if (!imported) {
        ADD_FAILURE() << imported.error().to_string();
        return {};
    }
    return std::get<Model>(imported->content);
}

namespace {

const LedgerEntry* find_entry(const Result<Imported>& imported, std::string_view what) {
    if (!imported) return nullptr;
    for (const LedgerEntry& entry : imported->ledger.entries()) {
        if (entry.what == what) return &entry;
    }
    return nullptr;
}

}  // namespace

LedgerEntry entry_of(const Result<Imported>& imported, std::string_view what) {
    if (const LedgerEntry* entry = find_entry(imported, what)) return *entry;
    ADD_FAILURE() << "no ledger entry '" << what << "'"
                  << (imported ? "" : ": " + imported.error().to_string());
    return {};
}

bool has_entry(const Result<Imported>& imported, std::string_view what) {
    return find_entry(imported, what) != nullptr;
}

std::string failure(const Result<Imported>& imported) {
    if (imported) {
        ADD_FAILURE() << "the import worked";
        return {};
    }
    const Error& error = imported.error();
    EXPECT_FALSE(error.place.file.empty()) << error.to_string();
    EXPECT_FALSE(error.message.empty());
    return fmt::format("{} {}", error.code.id, error.place.field);
}

std::string base64(ByteSpan bytes) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 |
                   (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k > bytes.size() ? '=' : kAlphabet[bits >> (18 - 6 * k) & 63];
        }
    }
    return out;
}

int GltfBuilder::raw_view(ByteSpan bytes, int stride) {
    while (bytes_.size() % 4 != 0) bytes_.push_back(std::byte{0});
    views_.push_back(fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}{}}})",
                                 bytes_.size(), bytes.size(),
                                 stride == 0 ? "" : fmt::format(R"(,"byteStride":{})", stride)));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return static_cast<int>(views_.size()) - 1;
}

int GltfBuilder::accessor(std::string_view members) {
    accessors_.push_back(fmt::format("{{{}}}", members));
    return static_cast<int>(accessors_.size()) - 1;
}

int GltfBuilder::data_accessor(int view, int component, std::string_view type, std::size_t count,
                               std::string_view more) {
    return accessor(fmt::format(R"("bufferView":{},"componentType":{},"type":"{}","count":{}{}{})",
                                view, component, type, count, more.empty() ? "" : ",", more));
}

int GltfBuilder::mesh(std::string_view primitive_members) {
    meshes_.push_back(fmt::format(R"({{"primitives":[{{{}}}]}})", primitive_members));
    return static_cast<int>(meshes_.size()) - 1;
}

GltfBuilder& GltfBuilder::root(std::string_view member) {
    root_.emplace_back(member);
    return *this;
}

std::string GltfBuilder::json(std::string_view buffer) const {
    std::vector<std::string> members = {R"("asset":{"version":"2.0"})"};
    if (!bytes_.empty()) members.push_back(fmt::format(R"("buffers":[{}])", buffer));
    const auto list = [&](std::string_view name, const std::vector<std::string>& items) {
        if (items.empty()) return;
        members.push_back(fmt::format(R"("{}":[{}])", name, fmt::join(items, ",")));
    };
    list("bufferViews", views_);
    list("accessors", accessors_);
    list("meshes", meshes_);
    members.insert(members.end(), root_.begin(), root_.end());
    return fmt::format("{{{}}}", fmt::join(members, ","));
}

std::string GltfBuilder::text() const {
    return json(
        fmt::format(R"({{"byteLength":{},"uri":"data:application/octet-stream;base64,{}"}})",
                    bytes_.size(), base64(bytes_)));
}

Bytes GltfBuilder::glb() const {
    std::string text = json(fmt::format(R"({{"byteLength":{}}})", bytes_.size()));
    while (text.size() % 4 != 0) text += ' ';
    Bytes binary = bytes_;
    while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
    Bytes out;
    const auto u32 = [&](std::size_t value) {
        for (int shift = 0; shift < 32; shift += 8) {
            out.push_back(static_cast<std::byte>(value >> shift));
        }
    };
    u32(0x46546C67);
    u32(2);
    u32(12 + 8 + text.size() + 8 + binary.size());
    u32(text.size());
    u32(0x4E4F534A);
    const ByteSpan json_bytes = as_byte_span(text);
    out.insert(out.end(), json_bytes.begin(), json_bytes.end());
    u32(binary.size());
    u32(0x004E4942);
    out.insert(out.end(), binary.begin(), binary.end());
    return out;
}

std::map<std::string, Facts> expected_facts(std::string_view folder) {
    std::map<std::string, Facts> out;
    std::ifstream file(corpus_dir() / "expected.tsv");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(folder)) continue;
        std::vector<std::string> fields;
        std::size_t start = 0;
        while (fields.size() < 3) {
            const std::size_t tab = line.find('\t', start);
            if (tab == std::string::npos) break;
            fields.push_back(line.substr(start, tab - start));
            start = tab + 1;
        }
        if (fields.size() == 3) out[fields[0]][fields[1]][fields[2]] = line.substr(start);
    }
    return out;
}

}  // namespace galley::test
