#pragma once

// How much memory this host lets us use: the smaller of its RAM and the limits of the control groups we run in.

#include <cstddef>
#include <string>

namespace quadrille::pgas {

// Local. Bytes. `root` stands before /proc and /sys, for tests.
std::size_t memory_limit_bytes(const std::string& root = "");

}  // namespace quadrille::pgas
