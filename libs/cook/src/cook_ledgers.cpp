#include "cook_ledgers.h"

#include "galley/core/virtual_path.h"
#include "ledger_fields.h"

namespace galley {

namespace {

constexpr std::uint32_t kTag = 0x53524447;  // "GDRS"
constexpr std::uint32_t kVersion = 1;

}  // namespace

CookLedgers::CookLedgers(FileSystem& fs, const std::string& state_directory)
    : log_(fs, join_path(state_directory, "ledgers.log"), kTag, kVersion) {}

Ledger CookLedgers::find(const Digest& key) {
    const Bytes* value = log_.find(key);
    if (value == nullptr) {
        return {};
    }
    ByteReader reader(*value);
    Ledger ledger = get_ledger(reader);
    return reader.finished() ? ledger : Ledger();
}

void CookLedgers::put(const Digest& key, const Ledger& ledger) {
    ByteWriter writer;
    put_ledger(writer, ledger);
    const Bytes* known = log_.find(key);
    const bool empty = ledger.entries().empty() && !ledger.partial();
    if (known == nullptr ? empty : *known == Bytes(writer.view().begin(), writer.view().end())) {
        return;
    }
    log_.put(key, writer.take());
}

}  // namespace galley
