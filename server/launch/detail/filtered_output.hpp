#pragma once

// A FilteredOutput is two pipes for the output of mpiexec, and a process that copies them to our output without
// mpiexec's remarks (remark_filter.hpp). It is a separate process because the images may outlive their launcher and
// still write; it ends with the last writer.

#include <sys/types.h>

#include <string>

namespace quadrille::server {

class FilteredOutput {
 public:
  // Forks; must be constructed before there are threads. Throws Error(io).
  FilteredOutput();
  ~FilteredOutput();
  FilteredOutput(const FilteredOutput&) = delete;
  FilteredOutput& operator=(const FilteredOutput&) = delete;

  pid_t process() const { return process_; }
  // In a child, between fork and exec: makes the pipes its standard output and error.
  void become_standard_streams() const;
  // Called after the child has started. Closes our ends, so only the child writes.
  void close_here();
  // Waits until all output has been copied, or for `seconds` while a process still holds a pipe. Returns the remarks.
  std::string finish(double seconds);

 private:
  [[noreturn]] static void copy(int output, int errors, int remarks);

  int output_ = -1, errors_ = -1;  // to write
  int remarks_ = -1;               // to read
  pid_t process_ = -1;
};

}  // namespace quadrille::server
