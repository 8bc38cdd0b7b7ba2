#pragma once

// A LogLock lets one job write a log, or several read it: each holds DIR/log/lock. The lock is flock(), so it ends
// with the process in any case; the file stays, with the last writer's name in it.

#include <filesystem>

namespace quadrille {

class LogLock {
 public:
  enum class Use { read, write };

  // Local, on image 0, before any image opens the log. Creates the folder if necessary, for writing. Fails with
  // ErrorKind::user, naming host and process of the holder, if another job has it. A reader needs no lock file where
  // nothing may be written (a read-only medium).
  explicit LogLock(const std::filesystem::path& folder, Use use = Use::write);
  ~LogLock();
  LogLock(const LogLock&) = delete;
  LogLock& operator=(const LogLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace quadrille
