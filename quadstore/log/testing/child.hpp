#pragma once

// For tests: a program that is run, watched by its output and killed.

#include <string>
#include <vector>

namespace quadrille::testing_log {

class Child {
 public:
  // Standard output is read here, standard error goes on. `failpoint`: QUADRILLE_FAILPOINT, empty for none.
  Child(const std::vector<std::string>& words, const std::string& failpoint);
  ~Child();  // kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void kill();
  // Waits for the end and returns all of its output; then status() is that of waitpid().
  std::string output();
  // Waits until it has written something.
  void wait_for_output();
  int status() const { return status_; }

 private:
  int process_ = -1;
  int pipe_ = -1;
  int status_ = 0;
  std::string output_;
};

}  // namespace quadrille::testing_log
