#include "server/commands/byte_size.hpp"

#include <charconv>
#include <cmath>

namespace quadrille::server {

namespace {

// The power of two of a unit.
std::optional<int> exponent_of(std::string_view unit) {
  if (unit.ends_with("iB") || unit.ends_with("ib")) {
    unit.remove_suffix(2);
    if (unit.empty()) return std::nullopt;
  } else if (unit.ends_with('B') || unit.ends_with('b')) {
    unit.remove_suffix(1);
  }
  if (unit.empty()) return 0;
  const std::size_t power = std::string_view("KkMmGgTt").find(unit[0]);
  if (unit.size() > 1 || power == std::string_view::npos) return std::nullopt;
  return 10 * static_cast<int>(power / 2 + 1);
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number) || std::signbit(number)) return std::nullopt;
  std::string_view unit(end, static_cast<std::size_t>(last - end));
  if (unit.size() > 1 && unit[0] == ' ') unit.remove_prefix(1);
  const std::optional<int> exponent = exponent_of(unit);
  if (!exponent) return std::nullopt;
  const double bytes = std::ldexp(number, *exponent);
  if (bytes >= std::ldexp(1.0, 63)) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace quadrille::server
