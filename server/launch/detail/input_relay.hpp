#pragma once

// An input relay is a descriptor of standard input that other processes can open below /proc. Pipes, files and
// terminals can be opened there; sockets (from sshd and some service managers) cannot. For a socket, a thread moves its
// bytes into a pipe.

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
    // Ends with the input, or with this process: no thread waits for it.
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
