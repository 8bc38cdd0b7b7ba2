#pragma once

// A ConstantCache keeps the HURIs of constants for queries of one kind in one generation. Such queries share most of
// their constants (predicates, classes), and finding one in the vocabulary costs a microsecond.
//
//   ConstantCache          of the kind: constants that its first query asked for and found
//   ConstantMemory         of one planner: looks in the cache, then in what it has found itself, since a query often
//                          repeats a constant
//
// Cached HURIs are right for every query of that generation: a term has one HURI. A term that is not there may come
// with a later version, so it is searched for again.

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

  // nullptr: nothing is cached yet.
  std::shared_ptr<const Known> known() const;
  // Stores `known`, unless another constant is stored already.
  void keep(Known known);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Known> known_;
};

// Used by one thread.
class ConstantMemory {
 public:
  static constexpr std::size_t kMost = 48;            // entries that are searched linearly
  static constexpr std::size_t kMostBytes = 4 << 10;  // of their texts

  // `kept` may be nullptr.
  explicit ConstantMemory(ConstantCache* kept);
  // Stores the constants found if the cache is empty.
  ~ConstantMemory();
  ConstantMemory(const ConstantMemory&) = delete;
  ConstantMemory& operator=(const ConstantMemory&) = delete;

  // The HURI of `term`; calls `find` if it is not cached. A term that was not found is searched for again.
  Huri find(const Term& term, const std::function<Huri()>& find);

 private:
  ConstantCache* const kept_;
  std::shared_ptr<const ConstantCache::Known> known_;
  ConstantCache::Known own_;
  std::size_t own_bytes_ = 0;
};

}  // namespace quadrille::query
