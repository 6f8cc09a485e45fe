#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "console.h"
#include "galley/base/file_system.h"
#include "galley/import/importer.h"
#include "json_text.h"

namespace galley::cli {

/// What a verb works with, and the exit code it leaves.
struct Session {
    Console& console;
    FileSystem& fs;
    int exit_code = 0;

    /// Prints the error and makes the exit code 1.
    void fail(const Error& error) {
        console.error(error);
        exit_code = 1;
    }
    /// The same for a verb that was asked for JSON: `{"error": ...}` goes to the output too, so
    /// that what reads it always finds a document.
    void fail(const Error& error, bool json) {
        if (json) {
            Json out = Json::object();
            out.set("error", json_of(error));
            console.out(write_json(out));
        }
        fail(error);
    }
};

/// Each adds its verb to `app`; parsing the verb runs it.
void add_new(CLI::App& app, Session& session);
void add_import(CLI::App& app, Session& session);
void add_cook(CLI::App& app, Session& session);
void add_why(CLI::App& app, Session& session);
void add_inspect(CLI::App& app, Session& session);
void add_view(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_gc(CLI::App& app, Session& session);
void add_vda(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_export(CLI::App& app, Session& session);

/// Options that several verbs have.
CLI::Option* add_size_option(CLI::App& verb, const std::string& name, std::uint64_t& bytes,
                             const std::string& help);
CLI::Option* add_json_flag(CLI::App& verb, bool& json);
CLI::Option* add_out_option(CLI::App& verb, std::string& out);
CLI::Option* add_jobs_option(CLI::App& verb, unsigned& jobs);
/// The name becomes part of file names.
CLI::Option* add_profile_option(CLI::App& verb, std::string& profile);

/// The importers of this program.
[[nodiscard]] ImporterRegistry builtin_importers();

/// Runs the command line; gives the exit code.
int run(int argc, const char* const* argv);

}  // namespace galley::cli
