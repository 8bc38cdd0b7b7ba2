#pragma once

// The HURIs of constants, kept for queries of one kind, which have most of their constants in common (predicates,
// classes), and in one state of the data: to find one in the vocabulary costs a microsecond.
//
//   ConstantCache          of the kind: what its first query has asked for, and found
//   ConstantMemory         one planner's: looks there, and at what it has found itself, since a query often says the
//                          same constant again and again
//
// What is kept is right for every query of that state: a term has one HURI.

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/term.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::query {

// Thread-safe.
class ConstantCache {
 public:
  using Known = std::vector<std::pair<Term, Huri>>;

  // nullptr: nothing is kept yet.
  std::shared_ptr<const Known> known() const;
  // Kept, unless something is already.
  void keep(Known known);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Known> known_;
};

// Used by one thread.
class ConstantMemory {
 public:
  static constexpr std::size_t kMost = 48;            // that are looked through one after the other
  static constexpr std::size_t kMostBytes = 4 << 10;  // of their texts

  // `kept` may be nullptr.
  explicit ConstantMemory(ConstantCache* kept);
  // Keeps what has been found, if nothing was kept.
  ~ConstantMemory();
  ConstantMemory(const ConstantMemory&) = delete;
  ConstantMemory& operator=(const ConstantMemory&) = delete;

  // The HURI of `term`, by `find` if it is not known; what is not found is asked for again.
  Huri find(const Term& term, const std::function<Huri()>& find);

 private:
  ConstantCache* const kept_;
  std::shared_ptr<const ConstantCache::Known> known_;
  ConstantCache::Known own_;
  std::size_t own_bytes_ = 0;
};

}  // namespace quadrille::query
