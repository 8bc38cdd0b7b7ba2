#pragma once

// Statistics hold for each predicate the number of rows, distinct subjects and distinct objects, so that the optimizer
// needs no search; separately for the default graph and the named graphs. In the named graphs a triple in two graphs
// counts as two rows, its subject and object once.
//
// The share of each shard is counted while its runs are built, from its pso (rows and subjects) and pos (objects), and
// summed. Subjects are exact because a subject is in one shard; so are objects, except heavy ones (heavy_objects.hpp),
// which are left out of the shards' counts and added once.
//
//   shard:  Statistics part = count_statistics(shard_runs, view, heavy)
//   all:    total = sum of the parts (any order), then total.add_heavy(heavy)

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/heavy_finder.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/run.hpp"

namespace quadrille {

struct PredicateStatistics {
  Huri predicate;
  std::uint64_t rows = 0;
  std::uint64_t distinct_subjects = 0;
  std::uint64_t distinct_objects = 0;

  bool operator==(const PredicateStatistics&) const = default;
};

// For the default graph, or for all named graphs together.
class GraphStatistics {
 public:
  GraphStatistics() = default;
  explicit GraphStatistics(std::vector<PredicateStatistics> predicates);  // any order; the same predicate is added up

  // Zeros for a predicate that does not occur.
  PredicateStatistics find(Huri predicate) const;
  std::span<const PredicateStatistics> predicates() const { return predicates_; }  // ascending
  std::uint64_t rows() const { return rows_; }

  void add(const GraphStatistics& part);
  bool operator==(const GraphStatistics&) const = default;

 private:
  std::vector<PredicateStatistics> predicates_;
  std::uint64_t rows_ = 0;
};

struct Statistics {
  GraphStatistics default_graph, named_graphs;

  void add(const Statistics& part);
  void add_heavy(const HeavyObjects& heavy);

  // Converts to bytes and back; parse() fails with ErrorKind::io, naming `source`, if they are not statistics.
  std::string serialise() const;
  static Statistics parse(std::string_view bytes, std::string_view source);

  bool operator==(const Statistics&) const = default;
};

// One shard's share, from the rows of its runs that `view` shows.
Statistics count_statistics(const RunOf& run_of, View view, const HeavyObjects& heavy);

}  // namespace quadrille
