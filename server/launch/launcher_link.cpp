#include "server/launch/launcher_link.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "server/launch/detail/inherited_listeners.hpp"
#include "server/launch/detail/launcher_protocol.hpp"
#include "server/launch/detail/service_manager.hpp"
#include "server/launch/launcher.hpp"

namespace quadrille::server {

namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

int open_of_launcher(const char* name, int flags) {
  const std::string path = environment(name);
  if (path.empty()) return -1;
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) fail(ErrorKind::cancelled, "the process that started the images has ended");
  return descriptor;
}

// A line is shorter than PIPE_BUF, so lines of several images do not mix.
void tell(int pipe, const std::string& line) {
  [[maybe_unused]] const ssize_t written = write(pipe, line.data(), line.size());
}

}  // namespace

LauncherLink::LauncherLink(double grace_seconds) {
  const std::string images = environment(kImagesVariable);
  if (images.empty()) return;
  images_ = std::atoi(images.c_str());
  inherited_ = listening_sockets();
  if (environment(kHostVariable) == process_space()) {
    report_ = open_of_launcher(kReportVariable, O_RDWR);  // a reader too: no SIGPIPE when the launcher has ended
    life_ = open_of_launcher(kLifeVariable, O_RDONLY);
  } else {
    life_ = static_cast<int>(syscall(SYS_pidfd_open, getppid(), 0));
  }
  if (is_beside_launcher()) tell(report_, fmt::format("{}{} {}\n", kHere, getpid(), rank_from_launcher().value_or(-1)));
  if (life_ >= 0) start_watching(grace_seconds);
}

void LauncherLink::start_watching(double grace_seconds) {
  wake_ = eventfd(0, EFD_CLOEXEC);
  // Other threads handle signals.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  watcher_ = std::thread([this, grace_seconds] { watch(grace_seconds); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

LauncherLink::~LauncherLink() {
  if (watcher_.joinable()) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof(one));
    watcher_.join();
  }
  for (const int descriptor : {report_, life_, wake_}) {
    if (descriptor >= 0) close(descriptor);
  }
}

void LauncherLink::watch(double grace_seconds) {
  pollfd waited[] = {{life_, static_cast<short>(is_beside_launcher() ? 0 : POLLIN), 0}, {wake_, POLLIN, 0}};
  while (waited[0].revents == 0 && waited[1].revents == 0) poll(waited, 2, -1);
  if (waited[1].revents != 0) return;
  // Another image may have ended before MPI detected it: MPI_Init would wait for it. On another host no process is left
  // that could end this image.
  if (!met_.load() || !is_beside_launcher()) _exit(2);
  kill(getpid(), SIGTERM);
  poll(waited + 1, 1, static_cast<int>(grace_seconds * 1000));
  if (waited[1].revents == 0) _exit(2);
}

void LauncherLink::tell_met() {
  met_.store(true);
  for (const int socket : std::exchange(inherited_, {})) {
    drop_connections_to(socket);
    close(socket);
  }
  if (is_beside_launcher()) tell(report_, fmt::format("{}{}\n", kMet, getpid()));
}

void LauncherLink::tell_serving() const {
  if (is_beside_launcher()) tell(report_, fmt::format("{}{}\n", kServing, getpid()));
}

void LauncherLink::tell_ending() const {
  if (is_beside_launcher()) tell(report_, fmt::format("{}{}\n", kEnding, getpid()));
}

bool LauncherLink::tell_lost(const std::string& message) const {
  if (is_beside_launcher()) tell(report_, fmt::format("{}{}\n", kLost, message.substr(0, PIPE_BUF / 2)));
  return is_beside_launcher();
}

void LauncherLink::notify(const std::string& line) const {
  if (!is_beside_launcher()) {
    notify_service_manager(line);
  } else if (!environment("NOTIFY_SOCKET").empty()) {
    tell(report_, fmt::format("{}{}\n", kNotify, line.substr(0, PIPE_BUF / 2)));
  }
}

std::string LauncherLink::standard_input() const {
  return is_beside_launcher() ? environment(kInputVariable) : "/dev/stdin";
}

std::string LauncherLink::standard_output() const {
  return is_beside_launcher() ? environment(kOutputVariable) : "/dev/stdout";
}

bool LauncherLink::has_terminal() const {
  return has_launcher() ? environment(kTerminalVariable) == "1" : isatty(STDERR_FILENO) == 1;
}

int LauncherLink::leave(int status) {
  if (!has_launcher()) return status;
  if (!is_beside_launcher()) return 0;  // images beside the launcher report it; without any, it is an error
  tell(report_, fmt::format("{}{} {}\n", kLeft, getpid(), status));
  return 0;
}

}  // namespace quadrille::server
