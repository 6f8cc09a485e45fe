#include "console.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace galley::cli {
namespace {

std::string_view sequence(Console::Style style) {
    switch (style) {
    case Console::Style::plain: return "";
    case Console::Style::bold: return "\x1b[1m";
    case Console::Style::red: return "\x1b[1;31m";
    case Console::Style::yellow: return "\x1b[1;33m";
    case Console::Style::green: return "\x1b[32m";
    case Console::Style::cyan: return "\x1b[36m";
    case Console::Style::dim: return "\x1b[2m";
    }
    return "";
}

std::string paint(Console::Style style, std::string_view text, bool color) {
    if (!color || style == Console::Style::plain) return std::string(text);
    return fmt::format("{}{}\x1b[0m", sequence(style), text);
}

/// False when it did not arrive. Nobody listens to a closed pipe: there is nothing left to do.
bool put(std::FILE* to, std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), to) == text.size()) return true;
    if (errno == EPIPE) std::_Exit(1);
    return false;
}

}  // namespace

Console::Console() {
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    const bool color = (no_color == nullptr || *no_color == '\0') && !dumb;
    const bool error_terminal = isatty(STDERR_FILENO) != 0;
    color_out_ = color && isatty(STDOUT_FILENO) != 0;
    color_error_ = color && error_terminal;
    interactive_ = error_terminal && !dumb;
}

void Console::out(std::string_view text) {
    clear_progress();
    if (!put(stdout, text)) failed_ = true;
}

void Console::line(std::string_view text) {
    out(text);
    out("\n");
}

void Console::status(std::string_view text) {
    clear_progress();
    write_error(text);
    write_error("\n");
}

void Console::write_error(std::string_view text) {
    // What standard error does not take is lost: there is nowhere left to say so.
    (void)put(stderr, text);
}

void Console::report(Severity severity, const Error& error) {
    clear_progress();
    std::fflush(stdout);
    write_error(error_text(severity, error, color_error_));
}

void Console::progress(std::string_view text) {
    if (!interactive_) return;
    write_error("\r\x1b[K");
    write_error(text);
    std::fflush(stderr);
    progress_shown_ = true;
}

void Console::clear_progress() {
    if (!progress_shown_) return;
    write_error("\r\x1b[K");
    progress_shown_ = false;
}

unsigned Console::columns() const {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

bool Console::flush() {
    clear_progress();
    if (std::fflush(stdout) != 0) {
        if (errno == EPIPE) std::_Exit(1);
        failed_ = true;
    }
    return !failed_;
}

std::string Console::styled(Style style, std::string_view text) const {
    return paint(style, text, color_out_);
}

std::string error_text(Severity severity, const Error& error, bool color) {
    const auto style = severity == Severity::error     ? Console::Style::red
                       : severity == Severity::warning ? Console::Style::yellow
                                                       : Console::Style::cyan;
    const std::string_view word = severity == Severity::error     ? "error"
                                  : severity == Severity::warning ? "warning"
                                                                  : "note";
    std::string out;
    const std::string place = error.place.empty() ? "galley" : error.place.to_string();
    out += paint(Console::Style::bold, place + ":", color);
    out += fmt::format(" {} {}\n", paint(style, fmt::format("{} {}:", word, error.code.id), color),
                       error.message);
    for (const Error* cause = error.cause.get(); cause != nullptr; cause = cause->cause.get()) {
        const std::string where =
            cause->place.empty() ? std::string() : cause->place.to_string() + ": ";
        out += fmt::format("  because: {}{} ({})\n", where, cause->message, cause->code.id);
        if (!cause->hint.empty()) out += fmt::format("  hint: {}\n", cause->hint);
    }
    if (!error.hint.empty()) {
        out += fmt::format("  {} {}\n", paint(Console::Style::cyan, "hint:", color), error.hint);
    }
    out += paint(Console::Style::dim, fmt::format("  see docs/errors/{}.md", error.code.id), color);
    out += '\n';
    return out;
}

}  // namespace galley::cli
