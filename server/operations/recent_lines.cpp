#include "server/operations/recent_lines.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

namespace quadrille::server {

namespace {

struct RememberedLines {
  std::mutex mutex;
  std::deque<std::string> lines;
};

// Lives to the end of the process: threads may log while it ends.
RememberedLines& remembered() {
  static RememberedLines& lines = *new RememberedLines;
  return lines;
}

}  // namespace

void remember_line(std::string_view line) {
  RememberedLines& all = remembered();
  const std::lock_guard lock(all.mutex);
  all.lines.emplace_back(line);
  if (all.lines.size() > kMostRecentLines) all.lines.pop_front();
}

std::vector<std::string> recent_lines(std::size_t most) {
  RememberedLines& all = remembered();
  const std::lock_guard lock(all.mutex);
  const std::size_t count = std::min(most, all.lines.size());
  return {all.lines.end() - static_cast<std::ptrdiff_t>(count), all.lines.end()};
}

}  // namespace quadrille::server
