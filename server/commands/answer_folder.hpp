#pragma once

// An AnswerFolder gets the answers of several queries (query --output-dir), and prints a line for each, with tabs
// between the columns; - stands for a missing value:
//
//   status  rows  bytes  seconds  query   answer      error
//   ok      105   29341  0.012    q9.rq   out/q9.tsv  -
//   failed  -     -      0.003    q8.rq   -           line 2, column 8: ...
//
//   begin("q9.rq") -> write(), write() ... into out/.q9.part -> end() -> out/q9.tsv, complete
//                                                            \-> fail(): no file
//
// Local. Rows of a graph are its triples; they are counted in the file.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::server {

class AnswerFolder {
 public:
  // Makes the folder. Throws Error(user) if two of `queries` would have the same answer, Error(io).
  AnswerFolder(std::filesystem::path folder, const std::vector<std::string>& queries);
  ~AnswerFolder();
  AnswerFolder(const AnswerFolder&) = delete;
  AnswerFolder& operator=(const AnswerFolder&) = delete;

  // Throw Error(io), with the file's name.
  void begin(const std::string& query);
  void write(std::string_view bytes);
  void end(results::ResultFormat format, results::AnswerKind kind);
  void fail(const Error& error);

  // The exit status: 0 if no query has failed.
  int status() const { return status_; }

 private:
  void discard();
  [[noreturn]] void fail_to_write();

  const std::filesystem::path folder_;
  std::string query_;  // the present one
  std::filesystem::path part_;
  std::FILE* file_ = nullptr;
  std::uint64_t bytes_ = 0;
  Stopwatch watch_;
  int status_ = 0;
};

}  // namespace quadrille::server
