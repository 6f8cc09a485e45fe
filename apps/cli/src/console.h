#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "galley/base/diagnostics.h"
#include "galley/base/result.h"

namespace galley::cli {

/// What a program of the command line says to whom: results to standard output, everything else to
/// standard error. Colour is used only on a terminal, and never with NO_COLOR set to anything but
/// nothing (no-color.org). A reader that closed its end ends the program quietly with exit code 1.
/// One thread at a time.
class Console {
public:
    Console();

    void out(std::string_view text);     ///< as it is, to standard output
    void line(std::string_view text);    ///< with a line end, to standard output
    void status(std::string_view text);  ///< with a line end, to standard error

    void error(const Error& error) { report(Severity::error, error); }
    void report(Severity severity, const Error& error);
    void report(const Diagnostic& diagnostic) { report(diagnostic.severity, diagnostic.error); }

    /// A line that the next one replaces; only where `interactive`.
    void progress(std::string_view text);
    void clear_progress();

    /// Standard error is a terminal that can redraw a line.
    [[nodiscard]] bool interactive() const { return interactive_; }
    /// Columns of the terminal, 80 where nobody knows.
    [[nodiscard]] unsigned columns() const;

    /// Whether everything that was said arrived; a full disk behind standard output is an error.
    [[nodiscard]] bool flush();

    enum class Style : std::uint8_t { plain, bold, red, yellow, green, cyan, dim };
    /// Text in a style for standard output.
    [[nodiscard]] std::string styled(Style style, std::string_view text) const;

private:
    void write_error(std::string_view text);

    bool color_out_ = false;
    bool color_error_ = false;
    bool interactive_ = false;
    bool progress_shown_ = false;
    bool failed_ = false;
};

/// `place: error G2003: message`, then indented lines with hint, causes and the page of the code.
[[nodiscard]] std::string error_text(Severity severity, const Error& error, bool color);

/// `1.5 MiB`.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// `512`, `64K`, `512M`, `2G`, `1.5G`: K, M and G count in 1024, and may be followed by `B` or
/// `iB`, in either case. Nothing for what is no size or does not fit.
[[nodiscard]] bool parse_size(std::string_view text, std::uint64_t& bytes);

/// The entry of `words` that `text` was most likely meant to be, or nothing.
[[nodiscard]] std::string_view nearest_word(std::string_view text,
                                            std::span<const std::string_view> words);

}  // namespace galley::cli
