#pragma once

// Control-C in a shell: it interrupts what runs or is typed, not the shell.

namespace quadrille::server {

class Interrupt {
 public:
  // One in a process. From here on SIGINT sets a flag, and ends a read() of the thread that it reaches (EINTR).
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool is_raised();
  static void reset();
  // The calling thread, and threads that it starts, get no signals of the terminal: they belong to the main thread.
  static void leave_to_others();
};

}  // namespace quadrille::server
