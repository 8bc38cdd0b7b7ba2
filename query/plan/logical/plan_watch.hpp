#pragma once

// A PlanWatch limits the making of a plan, which happens before the query runs: its time, its memory, and the depth of
// the plan, since functions that walk a plan recurse. A text of a few kilobytes may have joins of thousands of tables.
//
// W1  A planner calls look() at least once an operator, and in loops that grow with the square of the text.
// W2  Every kSeenTogether operators the depth of the plan is checked: more than kMostDeep nested operators are an
//     error. A check for each operator would cost a small plan more than it is worth.

#include <cstddef>
#include <functional>

#include "query/operators/operator.hpp"

namespace quadrille::query {

class PlanWatch {
 public:
  static constexpr std::size_t kMostDeep = 4000;
  static constexpr std::size_t kSeenTogether = 32;
  static constexpr std::size_t kMostJoined = 2000;    // parts of one group; each becomes a join
  static constexpr std::size_t kMostColumns = 16384;  // of a table: joins search each of them in the other table

  PlanWatch() = default;
  // `check` throws when the time is over (Context::check), `charge` when the memory is.
  PlanWatch(std::function<void()> check, std::function<void(std::size_t)> charge)
      : check_(std::move(check)), charge_(std::move(charge)) {}

  // All functions are local.
  void look() const {
    if (check_) check_();
  }
  // Checks a new operator with all operators below it. Throws Error(unsupported) if they are too deep or too wide.
  void see(const Operator& made) const;
  [[noreturn]] static void fail_too_deep();
  // Throws Error(unsupported) if a group has too many parts.
  void expect_joins(std::size_t parts) const;

 private:
  std::function<void()> check_;
  std::function<void(std::size_t)> charge_;
  mutable std::size_t seen_ = 0;
};

}  // namespace quadrille::query
