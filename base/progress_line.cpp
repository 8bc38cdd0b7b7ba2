#include "base/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace quadrille {

namespace {

constexpr double kInPlaceSeconds = 0.1, kLineSeconds = 5;
constexpr const char* kBeginOfClearedLine = "\r\x1b[K";

ProgressDisplay chosen(ProgressDisplay display) {
  if (display != ProgressDisplay::automatic) return display;
  return ::isatty(STDERR_FILENO) != 0 ? ProgressDisplay::bar : ProgressDisplay::lines;
}

}  // namespace

ProgressLine::ProgressLine(ProgressDisplay display) : display_(chosen(display)) {}

ProgressLine::~ProgressLine() {
  clear();
}

bool ProgressLine::is_due() const {
  return is_shown() && since_shown_.seconds() >= (is_in_place() ? kInPlaceSeconds : kLineSeconds);
}

void ProgressLine::show(std::string_view text) {
  if (!is_shown()) return;
  restart();
  fmt::print(stderr, "{}{}{}", is_in_place() ? kBeginOfClearedLine : "", text, is_in_place() ? "" : "\n");
  std::fflush(stderr);
  has_text_ = is_in_place();
}

void ProgressLine::keep(std::string_view text) {
  if (!is_shown()) return;
  clear();
  fmt::print(stderr, "{}\n", text);
}

void ProgressLine::clear() {
  if (!has_text_) return;
  std::fputs(kBeginOfClearedLine, stderr);
  std::fflush(stderr);
  has_text_ = false;
}

}  // namespace quadrille
