#pragma once

// How fuzz targets report that a rule does not hold.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace quadrille::fuzz {

// Prints the rule and the text, and ends the program as a crash.
[[noreturn]] inline void give_up(const char* rule, std::string_view text) {
  std::fprintf(stderr, "%s:\n%.*s\n", rule, static_cast<int>(text.size()), text.data());
  std::abort();
}

// The message of a parser begins with "line L, column C: ", and the text has such a place.
inline void check_place(const char* rule, const std::string& message, std::string_view text) {
  unsigned line = 0, column = 0;
  if (std::sscanf(message.c_str(), "line %u, column %u: ", &line, &column) != 2) give_up(rule, message);
  std::size_t lines = 1;
  for (const char byte : text) lines += byte == '\n' || byte == '\r';
  if (line == 0 || column == 0 || line > lines || column > text.size() + 1) give_up(rule, message);
}

}  // namespace quadrille::fuzz
