#pragma once

#include <chrono>
#include <string>

#include "console.h"
#include "galley/cook/cook.h"
#include "galley/core/json.h"

namespace galley::cli {

/// What `cook` tells while it runs and at its end.
class CookPrinter : public CookObserver {
public:
    struct Options {
        bool quiet = false;    ///< errors alone
        bool explain = false;  ///< each asset with its reasons
        bool json = false;     ///< one object at the end
        bool dry_run = false;
    };
    CookPrinter(Console& console, const Options& options);

    void progress(std::uint64_t done, std::uint64_t total, std::string_view current) override;
    void asset(const AssetOutcome& outcome) override;
    void source(const SourceOutcome& outcome) override;

    void finish(const CookReport& report, std::string_view cooked_directory);

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double seconds() const;
    void draw_bar(std::uint64_t done, std::uint64_t total, std::string_view current);
    void print_failures(const CookReport& report);
    void print_summary(const CookReport& report, std::string_view cooked_directory);
    void print_json(const CookReport& report, std::string_view cooked_directory);

    Console& console_;
    Options options_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_shown_;
    Json assets_ = Json::array();
    Json sources_ = Json::array();
};

}  // namespace galley::cli
