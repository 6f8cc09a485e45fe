#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "art.h"
#include "child_process.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kVerbs[] = {"new",    "import", "cook", "why",     "inspect", "view",
                                  "verify", "gc",     "vda",  "convert", "export"};

std::string text_of(const std::filesystem::path& path) {
    return std::string(as_text(read_file(path)));
}

TEST(Usage, EveryVerbExplainsItselfWithAnExample) {
    for (const std::string verb : kVerbs) {
        const ChildResult result = run_galley({verb, "--help"});
        EXPECT_EQ(result.exit_code, 0) << verb;
        EXPECT_THAT(result.out, HasSubstr("Usage: galley " + verb + " "));
        EXPECT_THAT(result.out, HasSubstr("Examples:\n  galley " + verb + " "));
        EXPECT_EQ(result.error, "") << verb;
    }
}

TEST(Usage, HelpAndVersionOfTheWholeProgram) {
    const ChildResult help = run_galley({"--help"});
    EXPECT_EQ(help.exit_code, 0);
    for (const std::string verb : kVerbs) EXPECT_THAT(help.out, HasSubstr("  " + verb + " "));
    const ChildResult version = run_galley({"--version"});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_TRUE(std::regex_match(version.out, std::regex("galley \\d+\\.\\d+\\.\\d+\n")))
        << version.out;
}

TEST(Usage, WrongUsageIsExitCode2AndDoesNothing) {
    const TempDir dir;
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"--nonsense"},
        {"cook"},
        {"cook", ".", "--nonsense"},
        {"cook", ".", "--memory", "lots"},
        {"cook", ".", "--jobs", "many"},
        {"cook", ".", "--jobs", "100000"},
        {"cook", ".", "--profile", "../desktop"},
        {"cook", ".", "--profile", ""},
        {"why", ".", "a.png", "--profile", "a/b"},
        {"view", "a.png"},
        {"view", "a.png", "-o", "b.png", "--size", "large"},
        {"view", "a.png", "-o", "b.png", "--up", "x"},
        {"new"},
        {"import", "a.png"},
    };
    for (const auto& arguments : wrong) {
        const ChildResult result =
            run_galley(arguments, {.directory = dir.path(), .home = dir.path()});
        EXPECT_EQ(result.exit_code, 2) << testing::PrintToString(arguments);
        EXPECT_THAT(result.error, HasSubstr("error G5001: ")) << testing::PrintToString(arguments);
        EXPECT_EQ(result.out, "");
    }
    EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST(Usage, AnUnknownVerbSuggestsTheNearest) {
    const ChildResult near = run_galley({"cok", "my_game"});
    EXPECT_EQ(near.exit_code, 2);
    EXPECT_THAT(near.error, HasSubstr("error G5002: "));
    EXPECT_THAT(near.error, HasSubstr("did you mean 'galley cook'?"));
    EXPECT_THAT(run_galley({"inpsect"}).error, HasSubstr("'galley inspect'"));
    EXPECT_THAT(run_galley({"xyzzy"}).error, Not(HasSubstr("did you mean")));
}

TEST(Usage, NothingIsColouredAwayFromATerminal) {
    EXPECT_THAT(run_galley({"cok"}).error, Not(HasSubstr("\x1b")));
    EXPECT_THAT(run_galley({"verify", "/nonexistent/file.vda"}).out, Not(HasSubstr("\x1b")));
}

TEST(Usage, AClosedPipeEndsTheProgramQuietly) {
    const ChildResult result =
        run_galley({"--help"}, {.directory = {}, .home = {}, .nobody_reads = true});
    EXPECT_EQ(result.exit_code, 1);  // and not 128 + SIGPIPE
    EXPECT_EQ(result.error, "");
}

TEST(Usage, ErrorsNameThePlaceTheCodeAndItsPage) {
    const TempDir dir;
    write_file(dir / "notes.txt", "no picture");
    const ChildResult result =
        run_galley({"inspect", "notes.txt"}, {.directory = dir.path(), .home = {}});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.error, HasSubstr("notes.txt: error G5003: "));
    EXPECT_THAT(result.error, HasSubstr("\n  hint: "));
    EXPECT_THAT(result.error, HasSubstr("\n  see docs/errors/G5003.md\n"));
    const ChildResult missing =
        run_galley({"inspect", "absent.png"}, {.directory = dir.path(), .home = {}});
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("absent.png"));
    EXPECT_THAT(missing.error, HasSubstr("G1001"));
}

TEST(Usage, FilesOfFormatsThatAreNotReadYetSaySo) {
    const TempDir dir;
    for (const char* name : {"a.fbx", "b.obj", "c.psd", "d.ktx", "e.wav", "f.ttf"}) {
        write_file(dir / name, std::string_view("anything"));
        for (const char* verb : {"inspect", "view"}) {
            std::vector<std::string> arguments = {verb, name};
            if (verb == std::string_view("view"))
                arguments.insert(arguments.end(), {"-o", "p.png"});
            const ChildResult result = run_galley(arguments, {.directory = dir.path(), .home = {}});
            EXPECT_EQ(result.exit_code, 1) << name;
            EXPECT_THAT(result.error, HasSubstr("error G1903: ")) << name;
        }
    }
}

TEST(Usage, ManualPageCompletionAndGuideKnowEveryVerbAndOption) {
    const std::string bash = text_of(source_dir() / "apps/cli/galley.bash");
    std::string manual = text_of(source_dir() / "apps/cli/galley.1");
    manual = std::regex_replace(manual, std::regex("\\\\-"), "-");
    const std::string guide = text_of(source_dir() / "docs/guide/cli.md");
    const std::regex option("\\s(--[a-z][a-z-]+)");
    for (const std::string verb : kVerbs) {
        EXPECT_THAT(bash, HasSubstr(verb + ")"));
        EXPECT_THAT(manual, HasSubstr(".B " + verb + "\n"));
        EXPECT_THAT(guide, HasSubstr("\n## " + verb + "\n"));
        const std::string help = run_galley({verb, "--help"}).out;
        const std::string options = help.substr(0, help.find("Examples:"));
        for (std::sregex_iterator it(options.begin(), options.end(), option), end; it != end;
             ++it) {
            EXPECT_THAT(bash, HasSubstr((*it)[1].str())) << verb;
        }
    }
}

}  // namespace
}  // namespace galley::test
