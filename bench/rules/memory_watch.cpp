#include "bench/rules/memory_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace quadrille::bench {

namespace {

constexpr auto kTurn = std::chrono::milliseconds(100);

// 0 if it has ended.
std::uint64_t peak_bytes_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  for (std::string word; file >> word;) {
    if (word != "VmHWM:") continue;
    std::uint64_t kilobytes = 0;
    file >> kilobytes;
    return kilobytes << 10;
  }
  return 0;
}

}  // namespace

MemoryWatch::MemoryWatch()
    : thread_([this](const std::stop_token& stop) {
        for (; !stop.stop_requested(); std::this_thread::sleep_for(kTurn)) look();
      }) {}

MemoryWatch::~MemoryWatch() = default;

void MemoryWatch::look() {
  look_below(::getpid());
}

// Processes end meanwhile; files that are gone have no children.
void MemoryWatch::look_below(pid_t process) {
  std::error_code gone;
  const std::filesystem::directory_iterator tasks(fmt::format("/proc/{}/task", process), gone);
  if (gone) return;
  for (const auto& task : tasks) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) {
      most_bytes_ = std::max(most_bytes_.load(), peak_bytes_of(child));
      look_below(child);
    }
  }
}

}  // namespace quadrille::bench
