#pragma once

// The default number of images: one for each physical core that this process may use. Two hardware threads of one core
// would share the resource that an image needs most, the path to memory.

#include <filesystem>

namespace quadrille::server {

// The number of physical cores within the CPU affinity of this process, at most the CPU time that the quotas of its
// control groups (versions 2 and 1) allow, rounded down; at least 1. `root` contains /proc and /sys, for tests.
int count_usable_cores(const std::filesystem::path& root = "/");

}  // namespace quadrille::server
