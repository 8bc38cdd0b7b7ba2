#pragma once

// One job writes a log at a time: whoever reads or writes it as a database's owner holds DIR/log/lock. The lock is
// flock(), so it ends with the process, however that ends; the file stays, with the last holder's name in it.

#include <filesystem>

namespace quadrille {

class LogLock {
 public:
  // Local, on image 0, before any image opens the log. Makes the folder if there is none. Fails with ErrorKind::user,
  // naming host and process of the holder, when another job has it.
  explicit LogLock(const std::filesystem::path& folder);
  ~LogLock();
  LogLock(const LogLock&) = delete;
  LogLock& operator=(const LogLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace quadrille
