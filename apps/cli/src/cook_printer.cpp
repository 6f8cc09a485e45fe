#include "cook_printer.h"

#include <algorithm>

#include <fmt/format.h>

#include "json_text.h"
#include "ledger_text.h"

namespace galley::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kBarInterval = 100ms;
constexpr auto kLineInterval = 1000ms;
/// Before this much has gone by, nobody can tell how long the rest takes.
constexpr double kEtaAfterSeconds = 1;

std::string duration_text(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    const auto minutes = static_cast<std::uint64_t>(seconds / 60);
    if (minutes < 90) return fmt::format("{} min", minutes);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

/// Cuts at the front, between characters, so that the end of a path stays.
std::string last_part(std::string_view text, std::size_t columns) {
    if (text.size() <= columns) return std::string(text);
    std::size_t from = text.size() - columns + 3;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
    return "..." + std::string(text.substr(from));
}

Json source_json(const SourceOutcome& outcome) {
    Json out = Json::object();
    out.set("source", outcome.source);
    out.set("imported", outcome.imported);
    out.set("failed", outcome.failed);
    out.set("known_failure", outcome.known_failure);
    out.set("why", json_of(outcome.why));
    Json diagnostics = Json::array();
    for (const Diagnostic& d : outcome.diagnostics) diagnostics.push_back(json_of(d));
    out.set("diagnostics", std::move(diagnostics));
    out.set("ledger", json_of(outcome.ledger));
    return out;
}

}  // namespace

CookPrinter::CookPrinter(Console& console, const Options& options)
    : console_(console), options_(options) {}

double CookPrinter::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

void CookPrinter::progress(std::uint64_t done, std::uint64_t total, std::string_view current) {
    if (options_.quiet || options_.json) return;
    const auto now = Clock::now();
    const auto interval = console_.interactive() ? kBarInterval : kLineInterval;
    // A cook that is over at once shows nothing but its end.
    if (now - start_ < interval || now - last_shown_ < interval) return;
    last_shown_ = now;
    if (console_.interactive()) {
        draw_bar(done, total, current);
    } else if (total > 0) {
        console_.status(
            fmt::format("cook: {}/{} ({}%) {}", done, total, done * 100 / total, current));
    }
}

void CookPrinter::draw_bar(std::uint64_t done, std::uint64_t total, std::string_view current) {
    constexpr std::uint64_t kWidth = 24;
    const std::uint64_t filled = total == 0 ? 0 : std::min(done * kWidth / total, kWidth);
    std::string text =
        fmt::format("[{}{}] {}/{} {}%", std::string(filled, '#'), std::string(kWidth - filled, '.'),
                    done, total, total == 0 ? 0 : done * 100 / total);
    const double gone = seconds();
    if (done > 0 && done < total && gone > kEtaAfterSeconds) {
        const double rest = gone / static_cast<double>(done) * static_cast<double>(total - done);
        text += fmt::format(", {} left", duration_text(rest));
    }
    const std::size_t columns = console_.columns();
    if (columns > text.size() + 8) {
        text += "  ";
        text += last_part(current, columns - text.size() - 3);
    }
    console_.progress(text);
}

void CookPrinter::asset(const AssetOutcome& outcome) {
    if (options_.json) {
        Json row = Json::object();
        row.set("name", outcome.name);
        row.set("kind", kind_info(outcome.kind).word);
        row.set("outcome", outcome_word(outcome.outcome));
        row.set("why", json_of(outcome.why));
        row.set("microseconds", outcome.microseconds);
        if (outcome.error) row.set("error", json_of(*outcome.error));
        if (!outcome.diagnostics.empty()) {
            Json diagnostics = Json::array();
            for (const Diagnostic& one : outcome.diagnostics) diagnostics.push_back(json_of(one));
            row.set("diagnostics", std::move(diagnostics));
        }
        if (!outcome.ledger.entries().empty()) row.set("ledger", json_of(outcome.ledger));
        assets_.push_back(std::move(row));
    }
    if (options_.json || options_.quiet) return;  // errors come together at the end
    for (const Diagnostic& one : outcome.diagnostics) {
        if (one.severity != Severity::note || options_.explain) console_.report(one);
    }
    if (!options_.explain && !options_.dry_run) return;
    console_.line(fmt::format("{} {}", outcome_word(outcome.outcome), outcome.name));
    if (!options_.explain) return;
    for (const Change& change : outcome.why) {
        console_.line(fmt::format("    because {}", change_text(change)));
    }
    console_.out(ledger_text(outcome.ledger, "    "));
}

void CookPrinter::source(const SourceOutcome& outcome) {
    if (options_.json) sources_.push_back(source_json(outcome));
    if (outcome.failed || options_.json) return;  // failures come together at the end
    if (options_.explain && !options_.quiet && outcome.imported) {
        console_.line(fmt::format("imported {}", outcome.source));
        for (const Change& change : outcome.why) {
            console_.line(fmt::format("    because {}", change_text(change)));
        }
        console_.out(ledger_text(outcome.ledger, "    "));
    }
    if (options_.quiet) return;
    for (const Diagnostic& diagnostic : outcome.diagnostics) {
        if (diagnostic.severity != Severity::note || options_.explain) console_.report(diagnostic);
    }
}

void CookPrinter::finish(const CookReport& report, std::string_view cooked_directory) {
    console_.clear_progress();
    print_failures(report);
    if (options_.json) {
        print_json(report, cooked_directory);
    } else if (!options_.quiet) {
        print_summary(report, cooked_directory);
    }
}

void CookPrinter::print_failures(const CookReport& report) {
    for (const SourceOutcome& outcome : report.failures) {
        for (const Diagnostic& diagnostic : outcome.diagnostics) {
            if (diagnostic.severity == Severity::error) console_.report(diagnostic);
        }
        std::string lost = options_.json ? std::string() : ledger_text(outcome.ledger, "    ");
        if (!lost.empty()) {
            lost.pop_back();  // its line end
            console_.status(lost);
        }
        if (outcome.known_failure && !options_.quiet) {
            console_.status(fmt::format(
                "  {} failed before with the same bytes and was not tried again (--force does)",
                outcome.source));
        }
    }
}

void CookPrinter::print_summary(const CookReport& report, std::string_view cooked_directory) {
    std::string text = fmt::format(
        "{}: {} sources, {} imported; {} assets: {} cooked, {} fresh, {} restored, {} removed, "
        "{} failed; {} in {:.2f} s",
        options_.dry_run ? "dry run" : "cook", report.sources, report.imported, report.assets,
        report.cooked, report.fresh, report.restored, report.removed,
        report.failed_sources + report.failed_assets, bytes_text(report.bytes_written), seconds());
    console_.line(text);
    if (report.sources == 0) {
        console_.status(fmt::format("nothing to cook: no source was found; 'galley import' brings "
                                    "some in ({} other files)",
                                    report.unclaimed));
    }
    if (report.cooked + report.restored > 0 && !options_.dry_run) {
        console_.line(fmt::format("in {}", cooked_directory));
    }
}

void CookPrinter::print_json(const CookReport& report, std::string_view cooked_directory) {
    Json out = Json::object();
    out.set("cooked_directory", cooked_directory);
    out.set("dry_run", options_.dry_run);
    out.set("ok", report.ok());
    out.set("sources", report.sources);
    out.set("imported", report.imported);
    out.set("assets", report.assets);
    out.set("cooked", report.cooked);
    out.set("fresh", report.fresh);
    out.set("restored", report.restored);
    out.set("removed", report.removed);
    out.set("failed_sources", report.failed_sources);
    out.set("failed_assets", report.failed_assets);
    out.set("unclaimed_files", report.unclaimed);
    out.set("bytes_written", report.bytes_written);
    out.set("seconds", seconds());
    out.set("busy_seconds", report.busy_seconds);
    out.set("thread_seconds", report.thread_seconds);
    out.set("peak_job_memory", report.peak_job_memory);
    out.set("asset_outcomes", std::move(assets_));
    out.set("source_outcomes", std::move(sources_));
    Json failures = Json::array();
    for (const SourceOutcome& outcome : report.failures) failures.push_back(source_json(outcome));
    out.set("failures", std::move(failures));
    console_.out(write_json(out));
}

}  // namespace galley::cli
