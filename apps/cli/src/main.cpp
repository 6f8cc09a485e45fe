#include <csignal>

#include "large_blocks.h"
#include "verbs.h"

int main(int argc, char** argv) {
    // A closed pipe shows as a failing write, which ends the program quietly.
    std::signal(SIGPIPE, SIG_IGN);
    galley::cli::set_up_memory();
    return galley::cli::run(argc, argv);
}
