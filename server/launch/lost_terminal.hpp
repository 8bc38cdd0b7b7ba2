#pragma once

// SIGHUP has two meanings: the terminal of the program is gone, so it must end; or somebody asks a server to read its
// settings again (kill -HUP).

#include <termios.h>

#include <cerrno>
#include <initializer_list>

namespace quadrille::server {

// True if a terminal that the process has as a standard stream is gone. Async-signal-safe.
inline bool has_lost_terminal() {
  for (const int stream : {0, 1, 2}) {
    termios unused{};
    if (tcgetattr(stream, &unused) != 0 && errno == EIO) return true;
  }
  return false;
}

}  // namespace quadrille::server
