#include "inputs_log.h"

#include "galley/core/virtual_path.h"
#include "record_fields.h"

namespace galley {

namespace {

constexpr std::uint32_t kTag = 0x53545049;  // "IPTS"
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kEntry = 1;
constexpr std::uint64_t kFewRecords = 64;

Bytes encode(const Uuid& asset, const InputsLog::Entry& entry) {
    ByteWriter writer;
    put_bits(writer, asset);
    writer.u32(static_cast<std::uint32_t>(entry.inputs.size()));
    for (const auto& [label, value] : entry.inputs) {
        put_text(writer, label);
        put_text(writer, value);
    }
    writer.u32(static_cast<std::uint32_t>(entry.why.size()));
    for (const Change& change : entry.why) {
        put_text(writer, change.input);
        put_text(writer, change.from);
        put_text(writer, change.to);
    }
    return writer.take();
}

std::optional<InputsLog::Entry> decode(ByteSpan bytes) {
    ByteReader reader(bytes);
    reader.skip(16);
    InputsLog::Entry entry;
    entry.inputs.resize(reader.count(8));
    for (auto& [label, value] : entry.inputs) {
        label = get_text(reader);
        value = get_text(reader);
    }
    entry.why.resize(reader.count(12));
    for (Change& change : entry.why) {
        change.input = get_text(reader);
        change.from = get_text(reader);
        change.to = get_text(reader);
    }
    if (!reader.finished()) {
        return std::nullopt;
    }
    return entry;
}

}  // namespace

InputsLog::InputsLog(FileSystem& fs, const std::string& state_directory)
    : log_(fs, join_path(state_directory, "inputs.log"), kTag, kVersion) {}

void InputsLog::load() {
    const auto add = [this](std::uint32_t type, ByteSpan payload) {
        if (type != kEntry || payload.size() < 16) {
            return;
        }
        ByteReader reader(payload);
        entries_[get_bits<Uuid>(reader)] = payload;
        ++records_;
    };
    std::call_once(loaded_, [&] { log_.read(add); });
}

std::optional<InputsLog::Entry> InputsLog::find(const Uuid& asset) {
    load();
    const auto found = entries_.find(asset);
    return found == entries_.end() ? std::nullopt : decode(found->second);
}

void InputsLog::put(const Uuid& asset, const Entry& entry) { added_[asset] = encode(asset, entry); }

Result<void> InputsLog::flush() {
    if (added_.empty()) {
        return {};
    }
    load();
    const bool compact = records_ > kFewRecords && records_ > 2 * entries_.size();
    if (compact) {
        for (const auto& [id, bytes] : entries_) {
            if (!added_.contains(id)) {
                log_.append(kEntry, bytes);
            }
        }
    }
    for (const auto& [id, bytes] : added_) {
        log_.append(kEntry, bytes);
    }
    added_.clear();
    return compact ? log_.rewrite() : log_.flush();
}

}  // namespace galley
