#include "bench/report/machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace quadrille::bench {

namespace {

// The kernel's name of the first core's kind; empty if it has none.
std::string core_kind() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace

std::string describe_machine() {
  const double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const std::string kind = core_kind();
  return fmt::format("{} cores{}, {:.1f} GB of memory", std::thread::hardware_concurrency(),
                     kind.empty() ? "" : " (" + kind + ")", bytes / 1e9);
}

}  // namespace quadrille::bench
