#pragma once

// Starts a program as a process in a session of its own, with nothing on its standard input.

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <span>
#include <string>

namespace quadrille::server {

// `variables` ("NAME=value") go before those of this process's environment, `signals` is its mask. `prepare` runs in
// the child before the program; there are no threads yet. A program that does not run ends with status 127. Throws
// Error(io).
pid_t start_process(std::span<const std::string> words, std::span<const std::string> variables, const sigset_t& signals,
                    const std::function<void()>& prepare);

}  // namespace quadrille::server
