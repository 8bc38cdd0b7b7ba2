#pragma once

// A LaunchedImage is an image on this machine, as its launcher sees it. It may not be our child; its descriptor ensures
// that a signal does not hit another process that has received its id.

#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>

namespace quadrille::server {

class LaunchedImage {
 public:
  LaunchedImage(pid_t pid, int rank)
      : pid_(pid), rank_(rank), descriptor_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}
  ~LaunchedImage() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  LaunchedImage(LaunchedImage&& other) noexcept
      : here(other.here),
        left(other.left),
        gone(other.gone),
        pid_(other.pid_),
        rank_(other.rank_),
        descriptor_(std::exchange(other.descriptor_, -1)) {}
  LaunchedImage(const LaunchedImage&) = delete;
  LaunchedImage& operator=(const LaunchedImage&) = delete;

  pid_t pid() const { return pid_; }
  bool may_be_first() const { return rank_ <= 0; }
  int descriptor() const { return descriptor_; }  // pidfd; -1 if the system has none
  std::string name() const {
    return rank_ < 0 ? fmt::format("an image (process {})", pid_) : fmt::format("image {} (process {})", rank_, pid_);
  }
  void signal(int number) const {
    if (descriptor_ >= 0) {
      syscall(SYS_pidfd_send_signal, descriptor_, number, nullptr, 0);
    } else {
      kill(pid_, number);
    }
  }

  // True if the process no longer exists.
  bool has_ended() const {
    if (descriptor_ < 0) return kill(pid_, 0) != 0;
    pollfd end{descriptor_, POLLIN, 0};
    return poll(&end, 1, 0) > 0;
  }

  bool here = false;  // has reported its start, and accepts signals
  bool left = false;  // has reported its exit status
  bool gone = false;  // its end has been detected

 private:
  pid_t pid_;
  int rank_;  // -1: not known
  int descriptor_;
};

}  // namespace quadrille::server
