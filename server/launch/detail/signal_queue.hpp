#pragma once

// A SignalQueue delivers SIGINT, SIGTERM, SIGHUP and SIGCHLD through a descriptor, as long as it lives. It can keep a
// SIGHUP until the images can take it.

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

namespace quadrille::server {

class SignalQueue {
 public:
  SignalQueue() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
    sigprocmask(SIG_BLOCK, &signals, &before_);
    descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~SignalQueue() {
    close(descriptor_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  SignalQueue(const SignalQueue&) = delete;
  SignalQueue& operator=(const SignalQueue&) = delete;

  int descriptor() const { return descriptor_; }
  const sigset_t& mask_before() const { return before_; }
  std::optional<int> next() {
    signalfd_siginfo info;
    if (read(descriptor_, &info, sizeof(info)) != sizeof(info)) return std::nullopt;
    return static_cast<int>(info.ssi_signo);
  }

  void keep_reload() { has_reload_ = true; }
  // True once after keep_reload().
  bool take_reload() { return std::exchange(has_reload_, false); }

 private:
  sigset_t before_;
  int descriptor_;
  bool has_reload_ = false;
};

}  // namespace quadrille::server
