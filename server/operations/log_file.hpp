#pragma once

// A LogFile is a file that entries of a log are appended to, by one thread at a time.
//
// L1  append() writes all its bytes or none, also when the disk is full. Several processes of one machine may append to
//     the same file: a lock of the file (flock) keeps their bytes apart.
// L2  A new file can be read and written by its owner alone (0600).
// L3  A file that has been moved away or removed is made again by the next append(), so a rotation needs no signal. A
//     file that is truncated in its place (copytruncate of logrotate) goes on from its new end.
//
// Errors: Error(storage_full) if the disk or a quota is full, else Error(io).

#include <string>
#include <string_view>

namespace quadrille::server {

class LogFile {
 public:
  // "-" is standard error. Throws Error(user) if the file cannot be opened.
  explicit LogFile(std::string path);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  const std::string& path() const { return path_; }
  // One or more whole lines.
  void append(std::string_view bytes);
  // Returns when all bytes so far are on the disk.
  void sync();

 private:
  void reopen_if_moved();
  [[noreturn]] void fail_with(int error) const;

  const std::string path_;
  int fd_ = -1;
  bool is_regular_ = false;
};

// Local. Throws Error(user) if the folder of the file does not exist. Does not make the file, which would then belong
// to the user who checks the settings.
void check_log_folder(const std::string& path);

}  // namespace quadrille::server
