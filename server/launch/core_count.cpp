#include "server/launch/core_count.hpp"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

std::string read_line(const fs::path& path) {
  std::string line;
  std::getline(std::ifstream(path) >> std::ws, line);
  return line;
}

std::vector<int> usable_cpus() {
  std::vector<int> cpus;
  for (int most = 1024; most <= 1 << 20; most *= 4) {
    cpu_set_t* const set = CPU_ALLOC(most);
    const std::size_t bytes = CPU_ALLOC_SIZE(most);
    const bool told = sched_getaffinity(0, bytes, set) == 0;
    for (int cpu = 0; told && cpu < most; ++cpu) {
      if (CPU_ISSET_S(cpu, bytes, set)) cpus.push_back(cpu);
    }
    CPU_FREE(set);
    if (told) break;  // otherwise there are more CPUs than the mask has bits
  }
  return cpus;
}

// Hardware threads of one core have the same list of siblings.
int count_cores(const fs::path& root) {
  std::set<std::string> cores;
  for (const int cpu : usable_cpus()) {
    const std::string name = "cpu" + std::to_string(cpu);
    const std::string siblings = read_line(root / "sys/devices/system/cpu" / name / "topology/thread_siblings_list");
    cores.insert(siblings.empty() ? name : siblings);
  }
  return static_cast<int>(cores.size());
}

constexpr double kNoQuota = std::numeric_limits<double>::infinity();

double quota(const std::string& runtime, const std::string& period) {
  std::istringstream runtime_in(runtime), period_in(period);
  double runtime_us = 0, period_us = 0;
  if (!(runtime_in >> runtime_us) || !(period_in >> period_us) || runtime_us <= 0 || period_us <= 0) return kNoQuota;
  return runtime_us / period_us;
}

double quota_of_group(const fs::path& group) {
  std::istringstream both(read_line(group / "cpu.max"));  // version 2: "max 100000" or "150000 100000"
  std::string runtime, period;
  if (both >> runtime >> period) return quota(runtime, period);
  return quota(read_line(group / "cpu.cfs_quota_us"), read_line(group / "cpu.cfs_period_us"));
}

// The smallest quota of the group and its ancestors, up to `mount`.
double quota_up_to(const fs::path& mount, const std::string& group) {
  double smallest = quota_of_group(mount);
  fs::path at = mount;
  for (const fs::path& part : fs::path(group).relative_path())
    smallest = std::min(smallest, quota_of_group(at /= part));
  return smallest;
}

// /proc/self/cgroup: "0::/a/b" for version 2, "4:cpu,cpuacct:/a/b" for version 1.
double smallest_quota(const fs::path& root) {
  double smallest = kNoQuota;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && ("," + controllers + ",").find(",cpu,") == std::string::npos) continue;
    smallest = std::min(smallest, quota_up_to(root / "sys/fs/cgroup" / controllers, line.substr(second + 1)));
  }
  return smallest;
}

}  // namespace

int count_usable_cores(const std::filesystem::path& root) {
  const double cores = std::min<double>(count_cores(root), smallest_quota(root));
  return std::max(1, static_cast<int>(cores));
}

}  // namespace quadrille::server
