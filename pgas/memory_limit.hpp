#pragma once

// The memory limit of this host: the smaller of its RAM and the limits of our control groups.

#include <cstddef>
#include <string>

namespace quadrille::pgas {

// Local. In bytes. `root` precedes /proc and /sys, for tests.
std::size_t memory_limit_bytes(const std::string& root = "");

}  // namespace quadrille::pgas
