#include "last_use.h"

#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
#include "galley/core/virtual_path.h"

namespace galley {

namespace {

constexpr std::uint32_t kTag = 0x53455355;  // "USES"
constexpr std::uint32_t kVersion = 1;

}  // namespace

LastUseLog::LastUseLog(FileSystem& fs, const std::string& state_directory)
    : log_(fs, join_path(state_directory, "last-use.log"), kTag, kVersion) {}

std::optional<std::int64_t> LastUseLog::find(const Digest& key) {
    const Bytes* value = log_.find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    ByteReader reader(*value);
    const std::int64_t time = reader.i64();
    return reader.finished() ? std::optional(time) : std::nullopt;
}

void LastUseLog::put(const Digest& key, std::int64_t now_ns) {
    ByteWriter writer;
    writer.i64(now_ns);
    log_.put(key, writer.take());
}

}  // namespace galley
