#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/core/memory_file_system.h"
#include "galley/import/gltf.h"

namespace galley::test {

/// A file system in memory with one model in `/project`, imported from there.
class GltfProject {
public:
    GltfProject& put(std::string_view path, ByteSpan bytes);
    GltfProject& put(std::string_view path, std::string_view text);
    Result<Imported> import(std::string_view path, const ImportLimits& limits = {});
    /// What the last import read, and looked for in vain.
    const std::vector<FileRead>& files() const { return read_; }
    const std::vector<std::string>& absent() const { return absent_; }
    MemoryFileSystem& file_system() { return fs_; }

private:
    MemoryFileSystem fs_;
    std::vector<FileRead> read_;
    std::vector<std::string> absent_;
};

/// Imports one text as `model.gltf`, or bytes as `model.glb`.
Result<Imported> import_text(std::string_view json, const ImportLimits& limits = {});
Result<Imported> import_bytes(ByteSpan bytes);
/// The model of an import that must work; a failing test and an empty model otherwise.
Model model_of(const Result<Imported>& imported);
/// The entry of the ledger with this `what`, or an empty one and a failing test.
LedgerEntry entry_of(const Result<Imported>& imported, std::string_view what);
bool has_entry(const Result<Imported>& imported, std::string_view what);
/// `G2003 /meshes/0` of a failed import; a failing test when it worked.
std::string failure(const Result<Imported>& imported);

std::string base64(ByteSpan bytes);

/// Builds a .gltf text piece by piece: bytes become one buffer, a data URI.
class GltfBuilder {
public:
    /// Appends values as they lie in memory, in a view of their own; gives its index.
    template <class T>
    int view(const std::vector<T>& values, int stride = 0) {
        return raw_view(std::as_bytes(std::span(values)), stride);
    }
    int raw_view(ByteSpan bytes, int stride = 0);
    /// Members of an accessor without braces; gives its index.
    int accessor(std::string_view members);
    /// An accessor over a view of its own.
    template <class T>
    int data(const std::vector<T>& values, int component, std::string_view type, std::size_t count,
             std::string_view more = "") {
        return data_accessor(view(values), component, type, count, more);
    }
    int data_accessor(int view, int component, std::string_view type, std::size_t count,
                      std::string_view more = "");
    /// Members of a primitive without braces, one mesh each; gives the mesh's index.
    int mesh(std::string_view primitive_members);
    /// A further member of the root: `"nodes": []`.
    GltfBuilder& root(std::string_view member);

    [[nodiscard]] std::string text() const;
    [[nodiscard]] Bytes glb() const;
    [[nodiscard]] Result<Imported> import() const { return import_text(text()); }

private:
    [[nodiscard]] std::string json(std::string_view buffer) const;
    Bytes bytes_;
    std::vector<std::string> views_, accessors_, meshes_, root_;
};

inline constexpr int kI8 = 5120, kU8 = 5121, kI16 = 5122, kU16 = 5123, kU32 = 5125, kF32 = 5126;

/// Facts of expected.tsv by tool and name.
using Facts = std::map<std::string, std::map<std::string, std::string>>;
/// Of every file below a folder of the corpus, by path.
std::map<std::string, Facts> expected_facts(std::string_view folder);

}  // namespace galley::test
