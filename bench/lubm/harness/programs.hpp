#pragma once

// The programs that a run starts. Each runs until its work is done; the server runs while its object exists. If a
// program ends with an error, all throw Error (user) with its last messages.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/lubm/harness/children.hpp"

namespace quadrille::lubm {

// The settings of a run: a log for each in `folder`, and a limit of `most_seconds`.
struct Workplace {
  Children& children;
  std::filesystem::path folder;
  double most_seconds;
};

struct ProgramRun {
  double seconds;
  std::uint64_t peak_bytes;  // of memory, of one process (Child::peak_bytes())
};

// Runs words[0] to its end.
ProgramRun run_program(const Workplace& workplace, const std::vector<std::string>& words);

// The first line that `words` say, such as a version.
std::string first_line_of(const Workplace& workplace, const std::vector<std::string>& words);

// `quadrille serve` on a port of 127.0.0.1 that is free.
class DatabaseServer {
 public:
  // Returns when it answers.
  DatabaseServer(const Workplace& workplace, const std::string& quadrille, const std::filesystem::path& database,
                 int images);

  const std::string& url() const { return url_; }
  double start_seconds() const { return start_seconds_; }

 private:
  void await_port();

  std::filesystem::path log_;
  Stopwatch watch_;
  Child child_;
  std::string url_;
  double start_seconds_ = 0;
};

}  // namespace quadrille::lubm
