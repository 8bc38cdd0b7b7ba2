#include "loader/build/build_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace quadrille {

namespace {

constexpr std::size_t kBarColumns = 24;

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

void BuildProgress::begin(BuildStep step, std::uint64_t items) {
  step_ = step;
  all_items_ = items;
  since_begin_.restart();
  line_.restart();
  if (line_.is_in_place()) show(0, 0);
}

void BuildProgress::show(std::uint64_t items, std::uint64_t quads) {
  line_.show(progress_line(step_, items, all_items_, quads, since_begin_.seconds()));
}

void BuildProgress::end(BuildStep step, const BuildReport::Step& done) {
  line_.keep(
      fmt::format("{:<14} {:>9.3f} s  {}", title(step), done.seconds, amount(static_cast<double>(done.items), step)));
}

void BuildProgress::tell(const std::string& line) {
  if (!line.empty()) line_.keep(line);
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
