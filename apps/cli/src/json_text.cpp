#include "json_text.h"

#include <fmt/format.h>

namespace galley::cli {
namespace {

/// Numbers as a person wrote them: 0.1, not 0.10000000149011612.
Json number(float v) { return Json(std::stod(fmt::format("{}", v))); }

Json json_of(const Place& place) {
    Json out = Json::object();
    if (!place.file.empty()) out.set("file", place.file);
    if (place.line != 0) out.set("line", place.line);
    if (place.column != 0) out.set("column", place.column);
    if (place.offset != Place::kNoOffset) out.set("offset", place.offset);
    if (!place.chunk.empty()) out.set("chunk", place.chunk);
    if (!place.field.empty()) out.set("field", place.field);
    return out;
}

}  // namespace

Json json_of(const Error& error) {
    Json out = Json::object();
    out.set("code", error.code.id);
    out.set("message", error.message);
    if (!error.place.empty()) out.set("place", json_of(error.place));
    if (!error.hint.empty()) out.set("hint", error.hint);
    if (error.cause) out.set("because", json_of(*error.cause));
    return out;
}

Json json_of(const Diagnostic& diagnostic) {
    Json out = Json::object();
    out.set("severity", severity_word(diagnostic.severity));
    const Json error = json_of(diagnostic.error);
    for (const auto& [key, value] : *error.if_object()) out.set(key, value);
    return out;
}

Json json_of(const Ledger& ledger) {
    Json entries = Json::array();
    for (const LedgerEntry& entry : ledger.entries()) {
        Json row = Json::object();
        row.set("verdict", verdict_word(entry.verdict));
        row.set("what", entry.what);
        if (!entry.where.empty()) row.set("where", entry.where);
        if (!entry.detail.empty()) row.set("detail", entry.detail);
        row.set("count", entry.count);
        entries.push_back(std::move(row));
    }
    Json out = Json::object();
    out.set("lossy", ledger.lossy());
    out.set("partial", ledger.partial() ? Json(ledger.partial_reason()) : Json());
    out.set("entries", std::move(entries));
    return out;
}

Json json_of(std::span<const Change> changes) {
    Json out = Json::array();
    for (const Change& change : changes) {
        Json row = Json::object();
        row.set("input", change.input);
        row.set("from", change.from.empty() ? Json() : Json(change.from));
        row.set("to", change.to.empty() ? Json() : Json(change.to));
        out.push_back(std::move(row));
    }
    return out;
}

Json json_of(Vec2 v) { return Json::Array{number(v.x), number(v.y)}; }
Json json_of(Vec3 v) { return Json::Array{number(v.x), number(v.y), number(v.z)}; }
Json json_of(const Vec4& v) {
    return Json::Array{number(v.x), number(v.y), number(v.z), number(v.w)};
}
Json json_of(const Aabb& box) {
    Json out = Json::object();
    out.set("min", json_of(box.min));
    out.set("max", json_of(box.max));
    return out;
}

std::string change_text(const Change& change) {
    if (change.from.empty() && change.to.empty()) return change.input;
    if (change.from.empty()) return fmt::format("{}: new ({})", change.input, change.to);
    if (change.to.empty()) return fmt::format("{}: gone (was {})", change.input, change.from);
    return fmt::format("{}: {} -> {}", change.input, change.from, change.to);
}

std::string_view severity_word(Severity severity) {
    switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    }
    return "error";
}

}  // namespace galley::cli
