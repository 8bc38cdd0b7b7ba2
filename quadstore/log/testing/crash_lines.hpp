#pragma once

// Functions for tests that make lines with their version, image and round, and count the expected ones.

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace quadrille::testing_log {

inline std::string crash_lines(std::uint64_t version, int image, int round) {
  const std::uint64_t mixed =
      (version * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(image) * 0xbf58476d1ce4e5b9u) >> 40;
  const std::uint64_t lines = mixed % 4 == 0 ? 0 : mixed % 31 == 1 ? 1500 : mixed % 9;
  std::string out;
  for (std::uint64_t line = 0; line < lines; ++line)
    out += fmt::format("+ <v:{}> <i:{}> \"{}\" <r:{}> .\n", version, image, line, round);
  return out;
}

}  // namespace quadrille::testing_log
