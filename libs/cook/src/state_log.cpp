#include "state_log.h"

#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
#include "galley/base/errors.h"
#include "galley/base/hash.h"
#include "galley/base/try.h"

namespace galley {

namespace {

constexpr std::string_view kMagic = "GLYSTATE";
constexpr std::uint64_t kHeaderSize = 16;
constexpr std::uint64_t kRecordHead = 16;

}  // namespace

StateLog::StateLog(FileSystem& fs, std::string path, std::uint32_t tag, std::uint32_t version)
    : fs_(fs), path_(std::move(path)), tag_(tag), version_(version) {}

Bytes StateLog::header() const {
    ByteWriter writer;
    writer.text(kMagic);
    writer.u32(version_);
    writer.u32(tag_);
    return writer.take();
}

void StateLog::open() {
    if (file_) {
        return;
    }
    if (auto mapped = fs_.map(path_)) {
        file_ = *std::move(mapped);
        file_size_ = file_->bytes().size();
    }
}

std::uint64_t StateLog::file_size() {
    open();
    return file_size_;
}

void StateLog::read(const std::function<void(std::uint32_t, ByteSpan)>& record) {
    open();
    if (!file_) {
        return;
    }
    const ByteSpan bytes = file_->bytes();
    const Bytes expected = header();
    if (bytes.size() < kHeaderSize ||
        !std::equal(expected.begin(), expected.end(), bytes.begin())) {
        return;
    }
    ByteReader reader(bytes);
    reader.skip(kHeaderSize);
    valid_size_ = kHeaderSize;
    while (reader.remaining() >= kRecordHead) {
        const std::uint32_t size = reader.u32();
        const std::uint32_t type = reader.u32();
        const std::uint64_t checksum = reader.u64();
        const ByteSpan payload = reader.bytes(size);
        if (reader.failed() || xxh3_64(payload) != checksum) {
            return;
        }
        record(type, payload);
        valid_size_ = reader.offset();
    }
}

void StateLog::append(std::uint32_t type, ByteSpan payload) {
    ByteWriter head;
    head.u32(static_cast<std::uint32_t>(payload.size()));
    head.u32(type);
    head.u64(xxh3_64(payload));
    const ByteSpan view = head.view();
    pending_.insert(pending_.end(), view.begin(), view.end());
    pending_.insert(pending_.end(), payload.begin(), payload.end());
}

Result<void> StateLog::flush() {
    if (pending_.empty()) {
        return {};
    }
    if (valid_size_ == 0) {
        return rewrite();
    }
    if (file_size_ != valid_size_) {
        // Somebody may have the damaged tail mapped, so it is not cut off in place.
        const ByteSpan good = file_->bytes().subspan(kHeaderSize, valid_size_ - kHeaderSize);
        pending_.insert(pending_.begin(), good.begin(), good.end());
        return rewrite();
    }
    TRY_ASSIGN(auto file, fs_.create(path_, CreateMode::append));
    TRY(file->write(pending_));
    TRY(file->close());
    valid_size_ += pending_.size();
    file_size_ = valid_size_;
    pending_.clear();
    return {};
}

Result<void> StateLog::rewrite() {
    const std::string temporary = path_ + ".tmp";
    TRY_ASSIGN(auto file, fs_.create(temporary, CreateMode::replace));
    TRY(file->write(header()));
    TRY(file->write(pending_));
    TRY(file->close());
    TRY(fs_.rename(temporary, path_));
    valid_size_ = kHeaderSize + pending_.size();
    file_size_ = valid_size_;
    pending_.clear();
    return {};
}

}  // namespace galley
