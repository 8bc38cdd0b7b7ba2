#include "server/operations/process_metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace quadrille::server {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

double since_boot() {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// The 22nd field of /proc/self/stat (proc(5)), in clock ticks since boot. The second field is a name in parentheses,
// which may have blanks.
double started_after_boot() {
  constexpr int kFieldsBefore = 19;  // between the name and this one
  std::ifstream file("/proc/self/stat");
  const std::string line((std::istreambuf_iterator<char>(file)), {});
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 0; field < kFieldsBefore; ++field) fields >> skipped;
  double ticks = 0;
  fields >> ticks;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// Computed once: the clock of the machine may be set.
double start_seconds() {
  static const double start = static_cast<double>(std::time(nullptr)) - since_boot() + started_after_boot();
  return start;
}

std::uint64_t open_files() {
  std::error_code error;
  std::filesystem::directory_iterator at("/proc/self/fd", error);
  std::uint64_t count = 0;
  while (!error && at != std::filesystem::directory_iterator()) {
    ++count;
    at.increment(error);
  }
  return count > 0 ? count - 1 : 0;  // without that of the folder
}

}  // namespace

ProcessUsage process_usage() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  return {cpu_seconds(), resident_bytes(), start_seconds(), open_files(), files.rlim_cur};
}

void write_process_metrics(MetricsText& text, std::string_view version) {
  const ProcessUsage usage = process_usage();
  text.family("quadrille_build_info", MetricType::gauge, "1; the label has the version of the program.");
  text.sample(std::uint64_t{1}, {{"version", version}});
  text.single("quadrille_process_start_time_seconds", MetricType::gauge, "Start of this process, since 1970.",
              usage.start_seconds);
  text.single("quadrille_process_cpu_seconds_total", MetricType::counter,
              "Processor time of this process, user and system.", usage.cpu_seconds);
  text.single("quadrille_process_resident_memory_bytes", MetricType::gauge,
              "Resident memory of this process, with shared memory that it has touched.", usage.resident_bytes);
  text.single("quadrille_process_open_fds", MetricType::gauge, "Open file descriptors of this process.",
              usage.open_files);
  text.single("quadrille_process_max_fds", MetricType::gauge, "Limit of open file descriptors.", usage.most_open_files);
}

}  // namespace quadrille::server
