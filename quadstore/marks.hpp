#pragma once

// Marks record why a row is stored, and a View selects rows by their marks.
//
//   stated     somebody has stated the quad: it was loaded, or an update inserted it
//   closure    the quad belongs to the closure of the stated quads under the rules
//
//   marks             view:  all   closure   stated   inferred
//   both                      x       x        x
//   closure alone             x       x                  x        it follows from others
//   stated alone              x                x                  the closure has another quad in its place
//
// Each row has at least one mark. Without rules all rows have both, and the views are equal.

#include <cstddef>
#include <cstdint>

namespace quadrille {

enum class Marks : std::uint8_t { stated = 1, closure = 2, both = 3 };

constexpr Marks operator|(Marks a, Marks b) {
  return static_cast<Marks>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool has(Marks marks, Marks wanted) {
  return (static_cast<std::uint8_t>(marks) & static_cast<std::uint8_t>(wanted)) != 0;
}

// The numbers of the views are part of the format of a generation's tables.
enum class View : std::uint8_t { all = 0, closure = 1, stated = 2, inferred = 3 };

inline constexpr std::size_t kViews = 4;

constexpr std::size_t index(View view) {
  return static_cast<std::size_t>(view);
}

constexpr bool shows(View view, Marks marks) {
  switch (view) {
    case View::all:
      return true;
    case View::closure:
      return has(marks, Marks::closure);
    case View::stated:
      return has(marks, Marks::stated);
    case View::inferred:
      return marks == Marks::closure;
  }
  return false;
}

}  // namespace quadrille
