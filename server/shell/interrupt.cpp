#include "server/shell/interrupt.hpp"

#include <signal.h>

#include <atomic>

namespace quadrille::server {

namespace {

std::atomic<bool> is_interrupted{false};

void on_interrupt(int) {
  is_interrupted = true;
}

}  // namespace

Interrupt::Interrupt() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
}

bool Interrupt::is_raised() {
  return is_interrupted;
}

void Interrupt::reset() {
  is_interrupted = false;
}

void Interrupt::leave_to_others() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGWINCH, SIGTSTP, SIGCONT}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace quadrille::server
