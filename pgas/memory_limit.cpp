#include "pgas/memory_limit.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace quadrille::pgas {

namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

// The number in a control group's file; "max" and a missing file mean no limit.
std::size_t limit_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t bytes = 0;
  return file >> bytes ? bytes : kNoLimit;
}

std::size_t ram_bytes(const std::string& root) {
  std::ifstream file(root + "/proc/meminfo");
  std::string word;
  std::size_t kilobytes = 0;
  while (file >> word) {
    if (word == "MemTotal:" && file >> kilobytes) return kilobytes * 1024;
  }
  return kNoLimit;
}

// A group is subject to its own limit and those of all its ancestors.
std::size_t limit_along(const std::string& mount, std::string group, const char* file) {
  std::size_t limit = limit_in(mount + "/" + file);
  while (group.size() > 1) {
    limit = std::min(limit, limit_in(mount + group + "/" + file));
    group.resize(group.rfind('/'));
  }
  return limit;
}

std::size_t control_group_limit(const std::string& root) {
  std::size_t limit = kNoLimit;
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // hierarchy:controllers:path
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (controllers.empty()) {
      limit = std::min(limit, limit_along(root + "/sys/fs/cgroup", path, "memory.max"));
    } else if (controllers.find("memory") != std::string::npos) {
      limit = std::min(limit, limit_along(root + "/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"));
    }
  }
  return limit;
}

}  // namespace

std::size_t memory_limit_bytes(const std::string& root) {
  return std::min(ram_bytes(root), control_group_limit(root));
}

}  // namespace quadrille::pgas
