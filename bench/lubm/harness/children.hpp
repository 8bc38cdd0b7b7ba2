#pragma once

// The programs that the harness has started. All of them end by Control-C, SIGTERM or SIGHUP, when their time is over,
// and when the harness ends or is killed. Each is ended by its own process id: SIGTERM first, SIGKILL if it still runs
// kGraceSeconds later.
//
//   Children children;                                           before any other thread is made
//   Child build(children, {"quadrille", "build", ...}, log, 600);
//   if (build.wait() != 0) ...
//
// A signal does not end the harness itself: the program that it waits for ends, wait() throws Error (cancelled), and
// the objects on the stack clean up.

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"

namespace quadrille::lubm {

inline constexpr double kGraceSeconds = 10;

class Children {
 public:
  // One in a process. From here on a separate thread receives the signals.
  Children();
  ~Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  bool stopped() const { return stopped_; }
  // Error (cancelled) if a signal has come.
  void check_stopped() const;

 private:
  friend class Child;
  struct Life {
    Deadline end;    // SIGTERM is sent then
    Deadline grace;  // and SIGKILL then
    bool asked = false;
  };
  struct End {
    int status = 0;  // as waitpid() has it
    std::uint64_t peak_bytes = 0;
  };

  void add(pid_t process, double most_seconds);
  void ask_to_end(pid_t process);
  End reap(pid_t process);  // that has ended

  void watch();
  void ask(pid_t process, Life& life);

  std::mutex mutex_;
  std::map<pid_t, Life> lives_;
  std::atomic<bool> stopped_{false}, over_{false};
  std::jthread watcher_;
};

class Child {
 public:
  // Starts the program words[0], found by PATH. It reads nothing; its messages go to `log`, and its standard output
  // to the same. It lives `most_seconds` at most. Error (io) where it cannot be started.
  Child(Children& children, const std::vector<std::string>& words, const std::filesystem::path& log,
        double most_seconds);
  ~Child();  // ends it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Until it ends: its exit status, 128 + signal if one ended it. Error (cancelled) if the harness was stopped
  // meanwhile.
  int wait();
  // Of memory, after wait(): the largest resident set of one process, of the program and of those that it started and
  // waited for; at least what the harness itself has.
  std::uint64_t peak_bytes() const { return end_.peak_bytes; }
  bool is_running();
  // Requests its end and waits for it.
  void stop();

  pid_t process() const { return process_; }

 private:
  void reap();

  Children& children_;
  pid_t process_ = -1;
  bool reaped_ = false;
  Children::End end_;
};

// The last lines of `log`, for an error message; empty if there are none.
std::string last_words(const std::filesystem::path& log);

}  // namespace quadrille::lubm
