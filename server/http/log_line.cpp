#include "server/http/log_line.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

#include "server/operations/recent_lines.hpp"

namespace quadrille::server {

void log_line(LogLevel level, std::string_view text) {
  static constexpr std::array<std::string_view, 3> kNames{"info", "warning", "error"};
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto milliseconds = now.time_since_epoch().count() % 1000;
  const std::string line =
      fmt::format("[{:%Y-%m-%d %H:%M:%S}.{:03}] {}: {}\n", fmt::localtime(std::chrono::system_clock::to_time_t(now)),
                  milliseconds, kNames[static_cast<std::size_t>(level)], text);
  remember_line(std::string_view(line).substr(0, line.size() - 1));
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // the error cannot be reported
}

}  // namespace quadrille::server
