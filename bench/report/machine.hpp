#pragma once

#include <string>

namespace quadrille::bench {

// What the measurements were taken on: "2 cores (Intel(R) Xeon(R) ...), 24.0 GB of memory".
std::string describe_machine();

}  // namespace quadrille::bench
