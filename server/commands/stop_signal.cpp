#include "server/commands/stop_signal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "server/launch/lost_terminal.hpp"

namespace quadrille::server {

namespace {

std::atomic<bool> is_raised{false};
std::atomic<bool> wants_reload{false};
int pipe_ends[2] = {-1, -1};
int nothing = -1;  // /dev/null

// Async-signal-safe: sets a flag, writes one byte to a pipe, and ends standard input. The system restarts a waiting
// read() of standard input (SA_RESTART), which then finds the end, so no thread waits for input that is no longer
// wanted.
void on_signal(int) {
  if (is_raised.exchange(true)) _exit(exit_code(ErrorKind::cancelled));
  const int saved = errno;
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  [[maybe_unused]] const auto written = write(pipe_ends[1], "s", 1);
  errno = saved;
}

// Async-signal-safe.
void on_hangup(int) {
  if (has_lost_terminal()) return on_signal(SIGTERM);
  const int saved = errno;
  wants_reload = true;
  [[maybe_unused]] const auto written = pipe_ends[1] >= 0 ? write(pipe_ends[1], "h", 1) : 0;
  errno = saved;
}

}  // namespace

void StopSignal::accept_reloads() {
  struct sigaction action {};
  action.sa_handler = on_hangup;
  action.sa_flags = SA_RESTART;
  sigaction(SIGHUP, &action, nullptr);
}

StopSignal::StopSignal() {
  if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) fail(ErrorKind::io, "cannot make a pipe for signals");
  nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

const std::atomic<bool>& StopSignal::flag() const {
  return is_raised;
}

void StopSignal::raise() const {
  if (!raised()) kill(getpid(), SIGTERM);
}

bool StopSignal::wait_for_reload() const {
  pollfd end{pipe_ends[0], POLLIN, 0};
  while (!raised()) {
    if (wants_reload.exchange(false)) return true;
    poll(&end, 1, -1);
    char unused = 0;
    [[maybe_unused]] const auto got = raised() ? 0 : read(pipe_ends[0], &unused, 1);
  }
  return false;
}

}  // namespace quadrille::server
