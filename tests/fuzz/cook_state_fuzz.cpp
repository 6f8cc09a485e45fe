// Bytes as the payload of one record of the cook's state (its checksum made right), as a whole log,
// or as the known tree: the cook that finds them must end well, with the same result as without.
#include <cstdlib>

#include "galley/base/byte_writer.h"
#include "galley/base/hash.h"
#include "galley/cook/cook.h"
#include "galley/core/memory_file_system.h"

using namespace galley;

namespace {

Bytes log_of(ByteSpan data) {
    ByteWriter writer;
    writer.text("GLYSTATE");
    writer.u32(4);
    writer.u32(0x53435253);
    if (data.empty() || data[0] == std::byte{0}) {
        writer.bytes(data);
        return writer.take();
    }
    const ByteSpan payload = data.subspan(1);
    writer.u32(static_cast<std::uint32_t>(payload.size()));
    writer.u32(static_cast<std::uint32_t>(data[0]) % 5);
    writer.u64(xxh3_64(payload));
    writer.bytes(payload);
    return writer.take();
}

/// A known tree that belongs to the log which has this stat.
Bytes tree_of(ByteSpan data, const FileStat& log) {
    ByteWriter body;
    body.u64(log.size);
    body.i64(log.mtime_ns);
    body.i64(log.ctime_ns);
    body.u64(log.inode);
    body.bytes(data);
    ByteWriter writer;
    writer.text("GLYTREE2");
    writer.u64(xxh3_64(body.view()));
    writer.bytes(body.view());
    return writer.take();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto importers = [] {
        ImporterRegistry registry;
        register_builtin_importers(registry);
        return registry;
    }();
    MemoryFileSystem fs;
    fs.put("p/project.json", std::string_view("{}"));
    std::string picture(18 + 3, '\0');
    picture[2] = 2;
    picture[12] = picture[14] = 1;
    picture[16] = 24;
    fs.put("p/assets/a.tga", std::string_view(picture));
    const ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
    fs.put("p/cooked/state/desktop.log", log_of(bytes));
    fs.put("p/cooked/state/desktop.tree", tree_of(bytes, *fs.stat("p/cooked/state/desktop.log")));
    fs.advance(10'000'000'000);
    Diagnostics diagnostics;
    CookOptions options;
    options.jobs = 1;
    CookObserver observer;
    const auto project = open_project(fs, "p", "", diagnostics);
    const auto report = cook(fs, *project, importers, options, observer);
    if (!report || !fs.exists("p/cooked/desktop.manifest")) {
        std::abort();
    }
    return 0;
}
