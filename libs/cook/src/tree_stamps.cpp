#include "tree_stamps.h"

#include <algorithm>

#include "import_source.h"
#include "record_fields.h"

namespace galley {

namespace {

void put_tree(ByteWriter& writer, const ScannedTree& tree, std::int64_t now_ns) {
    std::vector<const ScannedDirectory*> directories;
    for (const ScannedDirectory& directory : tree.directories()) {
        directories.push_back(&directory);
    }
    std::ranges::sort(directories, {}, [](const auto* one) { return std::string_view(one->path); });
    writer.u32(static_cast<std::uint32_t>(directories.size()));
    for (const ScannedDirectory* directory : directories) {
        put_text(writer, directory->path);
        writer.i64(directory->stat.mtime_ns);
        writer.u64(directory->stat.inode);
        writer.u8(stamp_is_settled(directory->stat, now_ns) ? 1 : 0);
    }
}

std::vector<TreeStamps::Directory> get_tree(ByteReader& reader) {
    std::vector<TreeStamps::Directory> directories(reader.count(21));
    for (TreeStamps::Directory& directory : directories) {
        directory.path = get_view(reader);
        directory.stat.type = FileType::directory;
        directory.stat.mtime_ns = reader.i64();
        directory.stat.inode = reader.u64();
        directory.settled = reader.u8() != 0;
    }
    return directories;
}

}  // namespace

Bytes encode_tree_stamps(const ScannedTree& sources, const ScannedTree& recipes,
                         std::uint64_t unclaimed, std::int64_t now_ns) {
    ByteWriter writer;
    put_tree(writer, sources, now_ns);
    put_tree(writer, recipes, now_ns);
    writer.u64(unclaimed);
    return writer.take();
}

std::optional<TreeStamps> decode_tree_stamps(ByteSpan bytes) {
    ByteReader reader(bytes);
    TreeStamps stamps;
    stamps.sources = get_tree(reader);
    stamps.recipes = get_tree(reader);
    stamps.unclaimed = reader.u64();
    if (!reader.finished()) {
        return std::nullopt;
    }
    return stamps;
}

}  // namespace galley
