#include "keyed_log.h"

#include <algorithm>
#include <vector>

#include "record_fields.h"

namespace galley {

namespace {

constexpr std::uint32_t kValue = 1;

Bytes encode(const Digest& key, ByteSpan value) {
    ByteWriter writer;
    put_bits(writer, key);
    writer.bytes(value);
    return writer.take();
}

}  // namespace

KeyedLog::KeyedLog(FileSystem& fs, std::string path, std::uint32_t tag, std::uint32_t version)
    : log_(fs, std::move(path), tag, version) {}

void KeyedLog::load() {
    if (loaded_) {
        return;
    }
    loaded_ = true;
    log_.read([&](std::uint32_t type, ByteSpan payload) {
        ByteReader reader(payload);
        const auto key = get_bits<Digest>(reader);
        const ByteSpan value = reader.bytes(reader.remaining());
        if (type == kValue && !reader.failed()) {
            values_[key] = Bytes(value.begin(), value.end());
        }
    });
}

const Bytes* KeyedLog::find(const Digest& key) {
    load();
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
}

void KeyedLog::put(const Digest& key, Bytes value) {
    load();
    log_.append(kValue, encode(key, value));
    values_[key] = std::move(value);
    added_ = true;
}

Result<void> KeyedLog::flush() {
    if (!added_) {
        return {};
    }
    added_ = false;
    return log_.flush();
}

Result<void> KeyedLog::rewrite(const std::function<bool(const Digest&)>& keep) {
    load();
    const std::size_t before = values_.size();
    std::erase_if(values_, [&](const auto& value) { return !keep(value.first); });
    if (values_.size() == before) {
        return {};
    }
    std::vector<Digest> keys;
    for (const auto& [key, value] : values_) {
        keys.push_back(key);
    }
    std::ranges::sort(keys, {}, &Digest::bytes);
    for (const Digest& key : keys) {
        log_.append(kValue, encode(key, values_[key]));
    }
    return log_.rewrite();
}

}  // namespace galley
