#pragma once

// The limits of jobs (job_table.hpp).

#include <cstddef>
#include <cstdint>
#include <string>

namespace quadrille::server {

struct JobOptions {
  std::size_t most = 100;                              // jobs that wait, run, or have ended and are kept
  std::size_t running = 2;                             // at once; fewer than the lanes for long queries
  std::uint64_t space_bytes = std::uint64_t{1} << 30;  // of the results of all jobs
  double keep_seconds = 3600;                          // that an ended job is kept
  std::string folder = {};                             // for files of results, which have no names there
};

}  // namespace quadrille::server
