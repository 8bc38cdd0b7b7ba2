#pragma once

// For tests and measurements: documents that repeat one construct, and the cost of reading them.

#include <cstddef>
#include <string>
#include <vector>

namespace quadrille::testing {

struct ConstructCost {
  std::string extension, construct;
  double seconds_per_byte = 0;  // CPU time of this thread
  double times_plain = 0;       // relative to plain statements of the same syntax
};

// Each document has about `bytes`; the result is the shortest time of several readings.
std::vector<ConstructCost> construct_costs(std::size_t bytes);

}  // namespace quadrille::testing
