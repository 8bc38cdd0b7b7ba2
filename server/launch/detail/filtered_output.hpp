#pragma once

// Two pipes for the output of mpiexec, and a process that copies them to ours without mpiexec's remarks
// (remark_filter.hpp). It is a process of its own because the images may outlive their launcher, and still have
// something to say; it ends with the last writer.

#include <sys/types.h>

#include <string>

namespace quadrille::server {

class FilteredOutput {
 public:
  // Forks; to be made before there are threads. Throws Error(io).
  FilteredOutput();
  ~FilteredOutput();
  FilteredOutput(const FilteredOutput&) = delete;
  FilteredOutput& operator=(const FilteredOutput&) = delete;

  pid_t process() const { return process_; }
  // In a child, between fork and exec: standard output and error are the pipes.
  void become_standard_streams() const;
  // Once the child is there. What is written from now on is the child's.
  void close_here();
  // All that was written has come through, or `seconds` have passed since somebody still holds a pipe. The remarks.
  std::string finish(double seconds);

 private:
  [[noreturn]] static void copy(int output, int errors, int remarks);

  int output_ = -1, errors_ = -1;  // to write
  int remarks_ = -1;               // to read
  pid_t process_ = -1;
};

}  // namespace quadrille::server
