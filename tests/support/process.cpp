#include "tests/support/process.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>

#include "base/error.hpp"

namespace quadrille::tests {

ProcessResult run_command(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) fail(ErrorKind::io, "cannot start a shell for: {}", command);
  ProcessResult result{0, {}};
  std::array<char, 65536> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.output.append(buffer.data(), size);
  }
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace quadrille::tests
