#pragma once

// What keeps the making of a plan in bounds, which comes before anything is run: the query's time, its memory, and how
// deep the plan is, since whoever walks a plan recurses. A text of a few kilobytes can ask for joins of thousands of
// tables.
//
// W1  Whoever makes a plan looks in at least once an operator, and within loops that grow with the square of the text.
// W2  No plan has more than kMostDeep operators on top of each other for longer than it takes to be looked at, which is
//     every kSeenTogether operators: to walk a plan each time would cost a small one more than it is worth.

#include <cstddef>
#include <functional>

#include "query/operators/operator.hpp"

namespace quadrille::query {

class PlanWatch {
 public:
  static constexpr std::size_t kMostDeep = 4000;
  static constexpr std::size_t kSeenTogether = 32;
  static constexpr std::size_t kMostJoined = 2000;    // parts of one group, which become that many joins
  static constexpr std::size_t kMostColumns = 16384;  // of a table: who joins looks for each of one in the other

  PlanWatch() = default;
  // `check` throws when time is over (Context::check), `charge` when memory is.
  PlanWatch(std::function<void()> check, std::function<void(std::size_t)> charge)
      : check_(std::move(check)), charge_(std::move(charge)) {}

  // Local, all of it.
  void look() const {
    if (check_) check_();
  }
  // A new operator, with all that is below it. Throws Error(unsupported) if that is too deep or too wide.
  void see(const Operator& made) const;
  // Throws Error(unsupported) if a group has too many parts.
  void expect_joins(std::size_t parts) const;

 private:
  std::function<void()> check_;
  std::function<void(std::size_t)> charge_;
  mutable std::size_t seen_ = 0;
};

}  // namespace quadrille::query
