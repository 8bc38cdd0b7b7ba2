#pragma once

// A Failpoint is a named place where a crash test kills the process, to examine the state that a crash leaves behind.
//
//   QUADRILLE_FAILPOINT=log.commit.before      SIGKILL at the first pass of that place
//   QUADRILLE_FAILPOINT=log.commit.before:17   at the 17th
//   QUADRILLE_FAILPOINT=log.commit.before:17@2 in image 2 alone, where the program is several processes
//
//   Failpoint before_commit("log.commit.before");   // at namespace scope, once for each name
//   before_commit.pass();                           // at the place
//
// SIGKILL runs no handler and no destructor: nothing is flushed, as with kill -9. A pass costs one read and one branch
// that is never taken while the variable is not set. Every place of the program is in failpoint_names(), which a crash
// harness walks through. The variable is read when the program starts; any thread may pass.

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille {

class Failpoint {
 public:
  // `name` is a literal, and the object lives as long as the program.
  explicit Failpoint(const char* name);
  Failpoint(const Failpoint&) = delete;
  Failpoint& operator=(const Failpoint&) = delete;

  void pass() {
    if (is_due()) [[unlikely]]
      die();
  }

  // The same in two steps, for places that do half of their work before they die: returns whether this is the chosen
  // pass.
  bool is_due() { return left_.load(std::memory_order_relaxed) != 0 && count_down(); }
  [[noreturn]] static void die();

  const char* name() const { return name_; }

 private:
  friend std::vector<std::string> failpoint_names();
  friend void set_failpoint_image(int image);
  friend void arm_failpoint(std::string_view name);
  bool count_down();

  const char* name_;
  Failpoint* next_;                      // all places of the program, a list
  std::atomic<std::uint64_t> left_ = 0;  // passes until the end; 0: not chosen
};

// The places of this program, ascending.
std::vector<std::string> failpoint_names();

// This process is image `image`: a place chosen for another image is ignored. Called before any place is passed.
void set_failpoint_image(int image);

// For a test in a child process: the next pass of this place is the last.
void arm_failpoint(std::string_view name);

// Fails with ErrorKind::user if QUADRILLE_FAILPOINT names no place of this program or has a malformed number: otherwise
// a harness could take a run without a kill for one that survived it.
void check_failpoint();

}  // namespace quadrille
