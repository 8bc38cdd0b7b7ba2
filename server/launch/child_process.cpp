#include "server/launch/detail/child_process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

// The arguments in the form of exec, without the null at the end.
std::vector<char*> pointers(std::span<const std::string> words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  return all;
}

}  // namespace

pid_t start_process(Apart apart, std::span<const std::string> words, std::span<const std::string> variables,
                    const sigset_t& signals, const std::function<void()>& prepare) {
  std::vector<char*> arguments = pointers(words), environment = pointers(variables);
  arguments.push_back(nullptr);
  for (char** inherited = environ; *inherited; ++inherited) environment.push_back(*inherited);
  environment.push_back(nullptr);
  const pid_t pid = fork();
  if (pid < 0) fail(ErrorKind::io, "cannot start a process: {}", std::strerror(errno));
  if (pid > 0) return pid;
  apart == Apart::session ? setsid() : setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  prepare();
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  execvpe(arguments[0], arguments.data(), environment.data());
  _exit(127);
}

}  // namespace quadrille::server
