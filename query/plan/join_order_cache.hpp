#pragma once

// The orders in which the groups of a query have been joined, kept for queries that differ from it in constants alone.
//
//   group 0 of the plan, the same parts, rows (12, 190000)   -> ?a first, look up ?b
//   group 0 of the plan, the same parts, rows (80000, 190000) -> ?b first, hash ?a
//
// An order is good for a group with like numbers of rows: each at most kFactor times that of the group which it was
// made for, and at least a kFactor-th of it; none where there were none. So a constant that has many rows does not get
// the order of one that has few; both are kept. The numbers are counted for each query (RowCounts), and what they are
// compared to belongs to one state of the data: another state has other orders.
//
// An order that is found is always a right one: it says which of the parts comes when, and was made for parts of the
// same kinds with the same variables.

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "query/plan/join_order.hpp"

namespace quadrille::query {

// Thread-safe.
class JoinOrderCache {
 public:
  static constexpr double kFactor = 10;
  static constexpr std::size_t kMost = 64;  // of all groups together; the oldest go

  struct Group {
    std::size_t number;                 // in the order in which a planner comes to them
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

// What one planner asks for orders. Used by one thread.
class OrderMemory {
 public:
  using Orders = std::vector<std::vector<JoinStep>>;  // of the groups with several parts, as a planner comes to them

  // Those that are kept, if there are any to look at; what is made is kept there.
  explicit OrderMemory(JoinOrderCache* kept) : kept_(kept) {}
  // Those that another planner of the same query has taken.
  explicit OrderMemory(Orders dictated) : dictated_(std::move(dictated)) {}

  // The steps for the next group: those that were kept for such a group, or dictated, else those that `make` makes.
  std::vector<JoinStep> order(const std::vector<JoinPart>& parts, const std::function<std::vector<JoinStep>()>& make);
  // From here on taken() remembers them.
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
  std::size_t groups_ = 0, found_ = 0, made_ = 0;
};

}  // namespace quadrille::query
