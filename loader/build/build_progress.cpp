#include "loader/build/build_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace quadrille {

namespace {

constexpr double kBarSeconds = 0.1, kLineSeconds = 5;
constexpr std::size_t kBarColumns = 24;

ProgressDisplay chosen(ProgressDisplay display) {
  if (display != ProgressDisplay::automatic) return display;
  return ::isatty(STDERR_FILENO) != 0 ? ProgressDisplay::bar : ProgressDisplay::lines;
}

std::string amount(double value, BuildStep step) {
  return unit(step) == "bytes" ? short_number(value) + "B" : fmt::format("{} {}", short_number(value), unit(step));
}

// A rounded duration: "7 s", "3 min 20 s", "2 h 5 min".
std::string rough_duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

// Returns nothing until enough of the work is done for an estimate.
std::string time_left(double part, double seconds) {
  constexpr double kLeastPart = 0.01, kLeastSeconds = 0.5;
  if (part < kLeastPart || seconds < kLeastSeconds) return {};
  return fmt::format("  {} left", rough_duration(seconds / part * (1 - part)));
}

}  // namespace

BuildProgress::BuildProgress(ProgressDisplay display)
    : display_(chosen(display)), interval_seconds_(display_ == ProgressDisplay::bar ? kBarSeconds : kLineSeconds) {}

void BuildProgress::begin(BuildStep step, std::uint64_t items) {
  step_ = step;
  all_items_ = items;
  since_begin_.restart();
  since_shown_.restart();
  if (display_ == ProgressDisplay::bar) show(0, 0);
}

bool BuildProgress::is_due() {
  return display_ != ProgressDisplay::none && since_shown_.seconds() >= interval_seconds_;
}

void BuildProgress::show(std::uint64_t items, std::uint64_t quads) {
  since_shown_.restart();
  const std::string line = progress_line(step_, items, all_items_, quads, since_begin_.seconds());
  if (display_ == ProgressDisplay::bar) {
    std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  std::fflush(stderr);
}

void BuildProgress::end(BuildStep step, const BuildReport::Step& done) {
  if (display_ == ProgressDisplay::none) return;
  if (display_ == ProgressDisplay::bar) std::fputs("\r\x1b[K", stderr);
  std::fprintf(stderr, "%-14s %9.3f s  %s\n", std::string(title(step)).c_str(), done.seconds,
               amount(static_cast<double>(done.items), step).c_str());
}

void BuildProgress::tell(const std::string& line) const {
  if (display_ != ProgressDisplay::none && !line.empty()) std::fprintf(stderr, "%s\n", line.c_str());
}

// Files that are only partly read do not count yet; while the count is 0 there is no bar.
std::string progress_line(BuildStep step, std::uint64_t items, std::uint64_t all_items, std::uint64_t quads,
                          double seconds) {
  seconds = std::max(seconds, 1e-3);
  std::string text = fmt::format("{:<14} ", title(step));
  std::string left;
  const auto done = static_cast<double>(items), rows = static_cast<double>(quads);
  if (items == 0 && quads != 0)
    return text + fmt::format(" {} quads  {} quads/s", short_number(rows), short_number(rows / seconds));
  if (all_items != 0) {
    const double part = std::min(1.0, done / static_cast<double>(all_items));
    const auto filled = static_cast<std::size_t>(part * kBarColumns);
    text += fmt::format("[{:<{}}] {:>3.0f} % ", std::string(filled, '=') + ">", kBarColumns + 1, 100 * part);
    left = time_left(part, seconds);
  }
  text += fmt::format(" {}  {}/s", amount(done, step), amount(done / seconds, step));
  if (quads != 0) text += fmt::format("  {} quads/s", short_number(rows / seconds));
  return text + left;
}

}  // namespace quadrille
