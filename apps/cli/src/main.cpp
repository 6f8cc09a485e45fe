#include <csignal>

#include "verbs.h"

int main(int argc, char** argv) {
    // A closed pipe shows as a failing write, which ends the program quietly.
    std::signal(SIGPIPE, SIG_IGN);
    return galley::cli::run(argc, argv);
}
