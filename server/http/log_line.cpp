#include "server/http/log_line.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>

#include "server/operations/recent_lines.hpp"

namespace quadrille::server {

namespace {

std::atomic<LogFormat> message_format = LogFormat::lines;

std::string_view level_name(LogLevel level) {
  static constexpr std::array<std::string_view, 3> kNames{"info", "warning", "error"};
  return kNames[static_cast<std::size_t>(level)];
}

void write_message(std::string_view line) {
  remember_line(line.substr(0, line.size() - 1));
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // the error cannot be reported
}

// Returns false if messages are lines.
bool write_json(LogLevel level, std::string_view text) {
  if (message_format.load(std::memory_order_relaxed) != LogFormat::json) return false;
  std::string line;
  LogEntry(line, LogFormat::json, "server").text("level", level_name(level)).text("message", text).end();
  write_message(line);
  return true;
}

}  // namespace

void set_log_format(LogFormat format) {
  message_format.store(format, std::memory_order_relaxed);
}

void log_line(LogLevel level, std::string_view text) {
  if (write_json(level, text)) return;
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  write_message(fmt::format("[{:%Y-%m-%d %H:%M:%S}.{:03}] {}: {}\n",
                            fmt::localtime(std::chrono::system_clock::to_time_t(now)),
                            now.time_since_epoch().count() % 1000, level_name(level), text));
}

void log_notice(LogLevel level, std::string_view text) {
  if (write_json(level, text)) return;
  const std::string prefix = level == LogLevel::info ? std::string() : fmt::format("{}: ", level_name(level));
  write_message(fmt::format("quadrille: {}{}\n", prefix, text));
}

}  // namespace quadrille::server
