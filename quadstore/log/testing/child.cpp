#include "quadstore/log/testing/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/error.hpp"

extern char** environ;

namespace quadrille::testing_log {

Child::Child(const std::vector<std::string>& words, const std::string& failpoint) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(ErrorKind::io, "no pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  failpoint.empty() ? ::unsetenv("QUADRILLE_FAILPOINT") : ::setenv("QUADRILLE_FAILPOINT", failpoint.c_str(), 1);
  const int failed = ::posix_spawn(&process_, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::unsetenv("QUADRILLE_FAILPOINT");
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  pipe_ = ends[0];
  if (failed != 0) fail(ErrorKind::io, "cannot run {}", words[0]);
}

Child::~Child() {
  kill();
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
  ::close(pipe_);
}

void Child::kill() {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

void Child::wait_for_output() {
  std::array<char, 64> bytes;
  const auto size = ::read(pipe_, bytes.data(), bytes.size());
  if (size > 0) output_.append(bytes.data(), static_cast<std::size_t>(size));
}

std::string Child::output() {
  std::array<char, 4096> bytes;
  for (;;) {
    const auto size = ::read(pipe_, bytes.data(), bytes.size());
    if (size <= 0) break;
    output_.append(bytes.data(), static_cast<std::size_t>(size));
  }
  ::waitpid(process_, &status_, 0);
  process_ = -1;
  return output_;
}

}  // namespace quadrille::testing_log
