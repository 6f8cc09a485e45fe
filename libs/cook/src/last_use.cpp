#include "last_use.h"

#include <algorithm>
#include <vector>

#include "galley/core/virtual_path.h"
#include "record_fields.h"

namespace galley {

namespace {

constexpr std::uint32_t kTag = 0x53455355;  // "USES"
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kUse = 1;

Bytes encode(const Digest& key, std::int64_t time) {
    ByteWriter writer;
    put_bits(writer, key);
    writer.i64(time);
    return writer.take();
}

}  // namespace

LastUseLog::LastUseLog(FileSystem& fs, const std::string& state_directory)
    : log_(fs, join_path(state_directory, "last-use.log"), kTag, kVersion) {}

void LastUseLog::load() {
    if (loaded_) {
        return;
    }
    loaded_ = true;
    log_.read([&](std::uint32_t type, ByteSpan payload) {
        ByteReader reader(payload);
        const auto key = get_bits<Digest>(reader);
        const std::int64_t time = reader.i64();
        if (type == kUse && reader.finished()) {
            uses_[key] = time;
        }
    });
}

std::optional<std::int64_t> LastUseLog::find(const Digest& key) {
    load();
    const auto found = uses_.find(key);
    return found == uses_.end() ? std::nullopt : std::optional(found->second);
}

void LastUseLog::put(const Digest& key, std::int64_t now_ns) {
    load();
    uses_[key] = now_ns;
    log_.append(kUse, encode(key, now_ns));
    added_ = true;
}

Result<void> LastUseLog::flush() {
    if (!added_) {
        return {};
    }
    added_ = false;
    return log_.flush();
}

Result<void> LastUseLog::rewrite(const std::function<bool(const Digest&)>& keep) {
    load();
    std::vector<std::pair<Digest, std::int64_t>> kept;
    for (const auto& [key, time] : uses_) {
        if (keep(key)) {
            kept.emplace_back(key, time);
        }
    }
    if (kept.size() == uses_.size()) {
        return {};
    }
    std::ranges::sort(kept, {}, [](const auto& use) { return use.first.bytes; });
    for (const auto& [key, time] : kept) {
        log_.append(kUse, encode(key, time));
    }
    return log_.rewrite();
}

}  // namespace galley
