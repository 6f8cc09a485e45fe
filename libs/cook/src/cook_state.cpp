#include "cook_state.h"

#include <algorithm>

#include "galley/core/virtual_path.h"
#include "record_fields.h"

namespace galley {

namespace {

constexpr std::uint32_t kTag = 0x53435253;  // "SRCS"
constexpr std::uint32_t kVersion = 6;
constexpr std::uint32_t kSource = 1;
constexpr std::uint32_t kGone = 2;
constexpr std::uint32_t kFinished = 3;
constexpr std::uint64_t kFewRecords = 64;
/// The record of a source that is one picture; most are larger.
constexpr std::uint64_t kUsualRecord = 440;

bool by_source(const SourceHead& a, const SourceHead& b) { return a.source < b.source; }

/// Keeps the last head of each source, and drops those whose last record says that they are gone
/// (a head without bytes).
void keep_last(std::vector<SourceHead>& heads) {
    // A log is sorted when it is written anew; what was appended since is usually little.
    const auto appended = std::is_sorted_until(heads.begin(), heads.end(), by_source);
    std::stable_sort(appended, heads.end(), by_source);
    std::inplace_merge(heads.begin(), appended, heads.end(), by_source);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const bool last = i + 1 == heads.size() || heads[i + 1].source != heads[i].source;
        if (last && !heads[i].bytes.empty()) {
            heads[kept++] = heads[i];
        }
    }
    heads.resize(kept);
}

}  // namespace

void put_summary(ByteWriter& writer, const CookSummary& summary) {
    put_hash(writer, summary.versions);
    put_hash(writer, summary.rules);
    put_stat(writer, summary.manifest);
    put_hash(writer, summary.store);
    writer.u8(summary.store_settled ? 1 : 0);
    writer.u8(summary.twins ? 1 : 0);
}

CookSummary get_summary(ByteReader& reader) {
    CookSummary summary;
    summary.versions = get_hash(reader);
    summary.rules = get_hash(reader);
    summary.manifest = get_stat(reader);
    summary.store = get_hash(reader);
    summary.store_settled = reader.u8() != 0;
    summary.twins = reader.u8() != 0;
    return summary;
}

CookState::CookState(FileSystem& fs, const std::string& state_directory, const std::string& profile)
    : log_(fs, join_path(state_directory, profile + ".log"), kTag, kVersion) {}

void CookState::load() {
    bool appended = false;
    heads_.reserve(static_cast<std::size_t>(log_.file_size() / kUsualRecord));
    log_.read([&](std::uint32_t type, ByteSpan payload) {
        if (type == kSource) {
            if (const auto head = decode_source_head(payload)) {
                appended = appended || (!heads_.empty() && head->source <= heads_.back().source);
                heads_.push_back(*head);
                ++records_;
            }
        } else if (type == kGone) {
            SourceHead gone;
            gone.source = as_text(payload);
            heads_.push_back(gone);
            appended = true;
            ++records_;
        } else if (type == kFinished) {
            ByteReader reader(payload);
            const CookSummary summary = get_summary(reader);
            summary_ = reader.finished() ? std::optional(summary) : std::nullopt;
        }
    });
    if (appended) {
        keep_last(heads_);
    }
}

const SourceHead* CookState::find(std::string_view source) const {
    const auto found = std::lower_bound(
        heads_.begin(), heads_.end(), source,
        [](const SourceHead& head, std::string_view path) { return head.source < path; });
    return found != heads_.end() && found->source == source ? &*found : nullptr;
}

void CookState::put(const SourceRecord& record) {
    changed_[record.source] = encode_source_record(record);
}

void CookState::remove(std::string_view source) { changed_[std::string(source)] = std::nullopt; }

std::vector<SourceHead> CookState::heads_now() const {
    std::vector<SourceHead> heads;
    heads.reserve(heads_.size() + changed_.size());
    auto changed = changed_.begin();
    const auto add_changed = [&] {
        const auto head = changed->second ? decode_source_head(*changed->second) : std::nullopt;
        if (head) {
            heads.push_back(*head);
        }
        ++changed;
    };
    for (const SourceHead& head : heads_) {
        while (changed != changed_.end() && changed->first < head.source) {
            add_changed();
        }
        if (changed != changed_.end() && changed->first == head.source) {
            add_changed();
        } else {
            heads.push_back(head);
        }
    }
    while (changed != changed_.end()) {
        add_changed();
    }
    return heads;
}

Result<void> CookState::finish(const CookSummary& summary) {
    ByteWriter finished;
    put_summary(finished, summary);
    const bool compact =
        records_ + changed_.size() > kFewRecords && records_ + changed_.size() >= 2 * heads_.size();
    if (!compact) {
        for (const auto& [source, record] : changed_) {
            log_.append(record ? kSource : kGone,
                        record ? ByteSpan(*record) : as_byte_span(source));
        }
        log_.append(kFinished, finished.view());
        return log_.flush();
    }
    for (const SourceHead& head : heads_now()) {
        log_.append(kSource, head.bytes);
    }
    log_.append(kFinished, finished.view());
    return log_.rewrite();
}

}  // namespace galley
