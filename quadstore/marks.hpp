#pragma once

// Marks record why a row is stored; views (base/view.hpp) select rows by them.
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

#include <cstdint>

#include "base/view.hpp"

namespace quadrille {

enum class Marks : std::uint8_t { stated = 1, closure = 2, both = 3 };

constexpr bool has(Marks marks, Marks wanted) {
  return (static_cast<std::uint8_t>(marks) & static_cast<std::uint8_t>(wanted)) != 0;
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
