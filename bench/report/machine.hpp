#pragma once

#include <string>

namespace quadrille::bench {

// The machine of the measurements: "2 cores (Intel(R) Xeon(R) ...), 24.0 GB of memory".
std::string describe_machine();

}  // namespace quadrille::bench
