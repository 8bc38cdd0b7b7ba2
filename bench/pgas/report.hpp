#pragma once

// Writes the measurements as Markdown and as JSON.

#include <span>
#include <string>
#include <vector>

#include "bench/pgas/gauge.hpp"
#include "pgas/job.hpp"

namespace quadrille::bench {

// The machine of the measurement.
struct Surroundings {
  int images = 1;
  std::vector<int> groups;  // their sizes
  int cores = 1;
  std::string mpi;         // name and version of the library
  std::string transports;  // UCX_TLS; empty: the library's choice
};

// Local.
Surroundings find_surroundings(const pgas::Job& job, const pgas::Team& team);

// Pure. A heading and a table; times are of one operation, the slowest image's.
std::string to_text(const Surroundings& surroundings, std::span<const Measurement> measurements);
// Pure. {"images": .., "groups": [..], .., "measurements": [{"operation": .., "seconds": .., ..}]}
std::string to_json(const Surroundings& surroundings, std::span<const Measurement> measurements);

}  // namespace quadrille::bench
