#pragma once

// Runs a shell command and waits for it.

#include <string>

namespace quadrille::tests {

struct ProcessResult {
  int exit_code;       // 128 + signal if a signal ended it
  std::string output;  // its standard output; add 2>&1 to the command for its errors
};

// Error (io) where no shell can be started.
ProcessResult run_command(const std::string& command);

}  // namespace quadrille::tests
