#pragma once

// One job writes a log at a time, or several read it: whoever does holds DIR/log/lock. The lock is flock(), so it ends
// with the process, however that ends; the file stays, with the last writer's name in it.

#include <filesystem>

namespace quadrille {

class LogLock {
 public:
  enum class Use { read, write };

  // Local, on image 0, before any image opens the log. Makes the folder if there is none, to write. Fails with
  // ErrorKind::user, naming host and process of the holder, when another job has it. To read where nothing may be
  // written (a read-only medium) there need be no lock file.
  explicit LogLock(const std::filesystem::path& folder, Use use = Use::write);
  ~LogLock();
  LogLock(const LogLock&) = delete;
  LogLock& operator=(const LogLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace quadrille
