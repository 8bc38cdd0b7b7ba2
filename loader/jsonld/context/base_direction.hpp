#pragma once

// The base direction of a text, @direction (JSON-LD 1.1, 4.2.4.1): from left to right, or from right to left.

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::jsonld {

enum class Direction : std::uint8_t { none, ltr, rtl };

// "ltr", "rtl"; empty for none.
constexpr std::string_view name_of(Direction direction) {
  return direction == Direction::none ? "" : direction == Direction::ltr ? "ltr" : "rtl";
}

// Of "ltr" or "rtl"; nullopt for another name, also for "LTR".
constexpr std::optional<Direction> direction_named(std::string_view name) {
  if (name == "ltr") return Direction::ltr;
  if (name == "rtl") return Direction::rtl;
  return std::nullopt;
}

}  // namespace quadrille::jsonld
