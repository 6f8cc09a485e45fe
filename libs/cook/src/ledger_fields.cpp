#include "ledger_fields.h"

#include "record_fields.h"

namespace galley {

void put_ledger(ByteWriter& writer, const Ledger& ledger) {
    put_text(writer, ledger.partial_reason());
    writer.u32(static_cast<std::uint32_t>(ledger.entries().size()));
    for (const LedgerEntry& entry : ledger.entries()) {
        writer.u8(static_cast<std::uint8_t>(entry.verdict));
        put_text(writer, entry.what);
        put_text(writer, entry.where);
        put_text(writer, entry.detail);
        writer.u64(entry.count);
    }
}

Ledger get_ledger(ByteReader& reader) {
    Ledger ledger;
    if (std::string reason = get_text(reader); !reason.empty()) {
        ledger.set_partial(std::move(reason));
    }
    const std::uint32_t count = reader.count(21);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto verdict = static_cast<Verdict>(reader.u8());
        std::string what = get_text(reader);
        std::string where = get_text(reader);
        std::string detail = get_text(reader);
        ledger.add(verdict, std::move(what), std::move(where), std::move(detail), reader.u64());
    }
    return ledger;
}

}  // namespace galley
