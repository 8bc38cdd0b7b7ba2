#include "bench/graph/memory_limit.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

constexpr int kLimitTries = 20;

bool write_line(const std::string& path, const std::string& line) {
  std::ofstream file(path);
  file << line << '\n' << std::flush;
  return file.good();
}

// The number after `name` in a file of lines "name number".
std::uint64_t number_in(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t value = 0;
  while (file >> word >> value) {
    if (word == name) return value;
  }
  fail(ErrorKind::user, "{} has no line '{}'", path, name);
}

}  // namespace

MemoryLimit::MemoryLimit(std::string folder)
    : folder_(std::move(folder)), is_version_1_(std::filesystem::exists(folder_ + "/memory.limit_in_bytes")) {
  if (!std::filesystem::exists(path_of("memory.limit_in_bytes", "memory.max"))) {
    fail(ErrorKind::user, "{} is no control group of memory: it has no file memory.max or memory.limit_in_bytes",
         folder_);
  }
  if (!write_line(folder_ + "/cgroup.procs", std::to_string(getpid()))) {
    fail(ErrorKind::user, "this process cannot be moved into the control group {}: cgroup.procs cannot be written",
         folder_);
  }
  set(0);
}

std::string MemoryLimit::path_of(const char* version_1, const char* version_2) const {
  return folder_ + "/" + (is_version_1_ ? version_1 : version_2);
}

std::uint64_t MemoryLimit::kept_bytes() const {
  std::uint64_t all = 0;
  std::ifstream(path_of("memory.usage_in_bytes", "memory.current")) >> all;
  const std::string parts = folder_ + "/memory.stat";
  const std::uint64_t cache = number_in(parts, "active_file") + number_in(parts, "inactive_file");
  return all > cache ? all - cache : 0;
}

void MemoryLimit::set(std::uint64_t bytes) const {
  const std::string path = path_of("memory.limit_in_bytes", "memory.max");
  const std::string none = is_version_1_ ? "-1" : "max";
  if (bytes != 0) sync();  // only pages that their files have are dropped
  for (int tried = 0; tried < kLimitTries; ++tried) {
    if (write_line(path, bytes == 0 ? none : std::to_string(bytes))) return;
  }
  fail(ErrorKind::user, "the control group {} cannot be limited to {} bytes", folder_, bytes);
}

std::uint64_t storage_bytes_read() {
  return number_in("/proc/self/io", "read_bytes:");
}

}  // namespace quadrille::bench
