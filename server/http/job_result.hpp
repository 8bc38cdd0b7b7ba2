#pragma once

// A JobResult is the answer of a job, in a file without a name: when the process ends in any way, the system removes
// it. The results of all jobs together have limited space (JobSpace).

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/unnamed_file.hpp"

namespace quadrille::server {

// Thread-safe.
class JobSpace {
 public:
  explicit JobSpace(std::uint64_t most_bytes) : most_(most_bytes) {}
  // Returns false, and takes nothing, if so many bytes are not free.
  bool take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  std::uint64_t most() const { return most_; }

 private:
  const std::uint64_t most_;
  std::atomic<std::uint64_t> used_ = 0;
};

class JobResult {
 public:
  // `space` must outlive the result.
  JobResult(const std::string& folder, JobSpace& space, std::string_view media_type);
  ~JobResult() { space_.give_back(bytes_); }
  JobResult(const JobResult&) = delete;
  JobResult& operator=(const JobResult&) = delete;

  // By the thread of the job. Throws StatusError(507) beyond the space, and as UnnamedFile::append().
  void append(std::string_view bytes);

  // After the last append(), by any thread.
  const std::string& media_type() const { return media_type_; }
  std::uint64_t bytes() const { return bytes_; }
  std::size_t read(std::uint64_t from, std::span<char> to) const { return file_.read(from, to); }

 private:
  JobSpace& space_;
  const std::string media_type_;
  UnnamedFile file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace quadrille::server
