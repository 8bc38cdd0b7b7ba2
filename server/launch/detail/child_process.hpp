#pragma once

// Starts a program as a process in its own group or session, with empty standard input: a Control-C at the terminal
// does not reach it.

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <span>
#include <string>

namespace quadrille::server {

// A program in a session of its own has no terminal, so that it cannot ask there: ssh would. In a group of its own it
// shares the processor with the launcher's other processes by their nice values; Linux divides it among sessions first.
enum class Apart { group, session };

// `variables` ("NAME=value") override those of this process's environment; `signals` is the child's signal mask.
// `prepare` runs in the child before the program, while there are no threads. If the program cannot be run, the child
// ends with status 127. Throws Error(io).
pid_t start_process(Apart apart, std::span<const std::string> words, std::span<const std::string> variables,
                    const sigset_t& signals, const std::function<void()>& prepare);

}  // namespace quadrille::server
