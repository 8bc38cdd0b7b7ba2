#pragma once

// A Cut divides the ordered terms of a kind at a constant, and selects the parts for a comparison. Value ranges
// are made from it.

#include <cstdint>
#include <string>

#include "dictionary/value_ranges.hpp"

namespace quadrille::detail {

// A kind's terms in order, divided at the constant:  first <= less < zone_first <= zone < zone_end <= greater < end.
// The zone holds the terms that equal the constant if `sure`, else those that may have any relation to it.
template <class Point>
struct Cut {
  Point first;
  Point zone_first;
  Point zone_end;
  Point end;
  bool sure = true;
};

// Calls add(first, end, exact) for the parts that the comparison selects.
template <class Point, class Add>
void select(Comparison comparison, const Cut<Point>& cut, Add add) {
  const bool below = comparison == Comparison::less || comparison == Comparison::less_or_equal;
  const bool above = comparison == Comparison::greater || comparison == Comparison::greater_or_equal;
  const bool equal = comparison != Comparison::less && comparison != Comparison::greater;
  if (cut.sure) {
    const Point& from = below ? cut.first : equal ? cut.zone_first : cut.zone_end;
    const Point& to = above ? cut.end : equal ? cut.zone_end : cut.zone_first;
    add(from, to, true);
    return;
  }
  if (below) add(cut.first, cut.zone_first, true);
  add(cut.zone_first, cut.zone_end, false);
  if (above) add(cut.zone_end, cut.end, true);
}

inline void select_huris(Comparison comparison, HuriKind kind, const Cut<std::uint64_t>& cut, ValueRanges& out) {
  select(comparison, cut, [&](std::uint64_t first, std::uint64_t end, bool exact) {
    if (first < end) out.inlined.push_back({Huri::make(kind, first), Huri::make(kind, end - 1), exact});
  });
}

inline void select_keys(Comparison comparison, const Cut<std::string>& cut, ValueRanges& out) {
  select(comparison, cut, [&](const std::string& first, const std::string& end, bool exact) {
    if (first < end) out.keys.push_back({first, end, exact});
  });
}

}  // namespace quadrille::detail
