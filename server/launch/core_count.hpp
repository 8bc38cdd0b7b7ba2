#pragma once

// How many images this process may well be split into: one a physical core, of those cores that it may use. Two
// hardware threads of one core would share what an image needs most, the way to memory.

#include <filesystem>

namespace quadrille::server {

// Physical cores within the CPU affinity of this process, but no more than the CPU time that the quotas of its control
// groups (versions 2 and 1) allow, rounded down; at least 1. `root` is where /proc and /sys are, for tests.
int count_usable_cores(const std::filesystem::path& root = "/");

}  // namespace quadrille::server
