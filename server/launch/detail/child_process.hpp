#pragma once

// Starts a program as a process in its own session, with empty standard input.

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <span>
#include <string>

namespace quadrille::server {

// `variables` ("NAME=value") override those of this process's environment; `signals` is the child's signal mask.
// `prepare` runs in the child before the program, while there are no threads. If the program cannot be run, the child
// ends with status 127. Throws Error(io).
pid_t start_process(std::span<const std::string> words, std::span<const std::string> variables, const sigset_t& signals,
                    const std::function<void()>& prepare);

}  // namespace quadrille::server
