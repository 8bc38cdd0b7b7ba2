#pragma once

// A descriptor of standard input that other processes can open below /proc: pipes, files and terminals can be opened
// there, sockets (what sshd and some service managers give) cannot. A socket's bytes are moved into a pipe by a thread.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace quadrille::server {

class InputRelay {
 public:
  explicit InputRelay(int input) : descriptor_(input) {
    struct stat status {};
    if (fstat(input, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    descriptor_ = ends[0];
    // Ends with the input, or with this process: nothing waits for it.
    std::thread([input, out = ends[1]] {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, nullptr);
      while (splice(input, nullptr, out, nullptr, 1 << 20, SPLICE_F_MOVE) > 0) continue;
      close(out);
    }).detach();
  }

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace quadrille::server
