#pragma once

// The most bytes in one call of MPI, whose counts are of type int. Larger blocks, puts and gets are divided.

#include <cstdint>

#include "base/limit.hpp"

namespace quadrille::pgas::detail {

inline Limit most_sent("sent", std::uint64_t{1} << 30);

}  // namespace quadrille::pgas::detail
