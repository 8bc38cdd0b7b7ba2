#pragma once

// A JoinOrderCache keeps the join orders of a query's groups for queries that differ from it only in their constants.
//
//   group 0 of the plan, the same parts, rows (12, 190000)   -> ?a first, look up ?b
//   group 0 of the plan, the same parts, rows (80000, 190000) -> ?b first, hash ?a
//
// A join order is used for a group with similar row counts: each at most cost::kLikeRows times, and at least a
// kLikeRows-th of, that of the group for which it was made; zero only if it was zero. So a constant with many rows does
// not use the join order of one with few; both are cached. The row counts are counted for each query (RowCounts), so
// join orders of earlier versions may be used.
//
// A cached join order is always correct: it states when each part is joined, and was made for parts of the same kinds
// with the same variables.

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "query/plan/order/join_order.hpp"

namespace quadrille::query {

// Thread-safe.
class JoinOrderCache {
 public:
  static constexpr std::size_t kMost = 64;  // of all groups together; the oldest is removed first

  struct Group {
    std::size_t number;                 // in the order in which a planner reaches the groups
    std::vector<std::uint32_t> layout;  // kinds and variables of the parts
    std::vector<double> rows;           // by part
  };
  // Empty: there is none.
  std::vector<JoinStep> find(const Group& group) const;
  void keep(Group group, std::vector<JoinStep> steps);

 private:
  struct Kept {
    Group group;
    std::vector<JoinStep> steps;
  };
  mutable std::mutex mutex_;
  std::deque<Kept> all_;
};

// An OrderMemory supplies one planner with join orders. Used by one thread.
class OrderMemory {
 public:
  using Orders = std::vector<std::vector<JoinStep>>;  // of groups with several parts, in a planner's order

  // Looks in `kept`, if it is not null, and stores new join orders there.
  explicit OrderMemory(JoinOrderCache* kept) : kept_(kept) {}
  // Uses the join orders of another planner of the same query.
  explicit OrderMemory(Orders dictated) : dictated_(std::move(dictated)) {}

  // The steps for the next group: cached or dictated ones, else the result of `make`.
  std::vector<JoinStep> order(const std::vector<JoinPart>& parts, const std::function<std::vector<JoinStep>()>& make);
  // Before the query is planned again from its first group.
  void restart() { groups_ = next_ = 0, taken_.clear(); }
  // From now on, taken() returns the orders.
  void remember() { remembers_ = true; }
  const Orders& taken() const { return taken_; }

  std::size_t found() const { return found_; }
  std::size_t made() const { return made_; }

 private:
  std::vector<JoinStep> find_or_make(std::size_t number, const std::vector<JoinPart>& parts,
                                     const std::function<std::vector<JoinStep>()>& make);

  JoinOrderCache* const kept_ = nullptr;
  std::optional<Orders> dictated_;
  bool remembers_ = false;
  Orders taken_;
  std::size_t groups_ = 0, next_ = 0;  // groups met, and those of them with several parts
  std::size_t found_ = 0, made_ = 0;
};

}  // namespace quadrille::query
