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
// Each row has at least one mark: a quad without marks (none) is not there. Without rules all rows have both, and the
// views are equal.
//
// A change of a row gives it other marks. In a view it brings the row, takes it away, or does neither:
//
//   change                    all   closure   stated   inferred
//   none    -> both           +1      +1        +1        0         inserted
//   closure -> both            0       0        +1       -1         an inferred row is stated, too
//   both    -> none           -1      -1        -1        0         deleted

#include <array>
#include <cstdint>

#include "base/view.hpp"

namespace quadrille {

// A set of marks, one bit each.
enum class Marks : std::uint8_t { none = 0, stated = 1, closure = 2, both = 3 };

constexpr bool has(Marks marks, Marks wanted) {
  return (static_cast<std::uint8_t>(marks) & static_cast<std::uint8_t>(wanted)) != 0;
}
constexpr Marks operator|(Marks a, Marks b) {
  return static_cast<Marks>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

// 1 if the view shows rows with these marks, else 0.
constexpr int shown(View view, Marks marks) {
  constexpr unsigned kShown = 0b0100'1010'1100'1110;  // for each view, the last one first: a bit for each set of marks
  return static_cast<int>(kShown >> (index(view) * 4 + static_cast<unsigned>(marks)) & 1);
}
constexpr bool shows(View view, Marks marks) {
  return shown(view, marks) != 0;
}

struct MarkChange {
  Marks before, after;

  bool operator==(const MarkChange&) const = default;
};

namespace detail {

// For each view: two bits for each change, its effect and 1.
inline constexpr std::array<std::uint32_t, kViews> kEffects = [] {
  std::array<std::uint32_t, kViews> effects{};
  for (const View view : kAllViews) {
    for (unsigned change = 0; change < 16; ++change) {
      const int effect = shown(view, static_cast<Marks>(change & 3)) - shown(view, static_cast<Marks>(change >> 2));
      effects[index(view)] |= static_cast<std::uint32_t>(effect + 1) << (2 * change);
    }
  }
  return effects;
}();

}  // namespace detail

// -1, 0, 1: what the change adds to the rows of the view.
constexpr int effect(View view, MarkChange change) {
  const unsigned number = static_cast<unsigned>(change.before) << 2 | static_cast<unsigned>(change.after);
  return static_cast<int>(detail::kEffects[index(view)] >> (2 * number) & 3) - 1;
}

// The mark that a row has alone; none if it has both, or is not there.
constexpr Marks alone(Marks marks) {
  return marks == Marks::both ? Marks::none : marks;
}
constexpr Marks alone(MarkChange change) {
  return alone(change.before) | alone(change.after);
}

}  // namespace quadrille
