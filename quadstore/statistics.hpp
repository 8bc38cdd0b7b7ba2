#pragma once

// What the optimizer knows of every predicate without a search: rows, distinct subjects, distinct objects; of the
// default graph and of the named graphs apart. In the named graphs a triple that stands in two graphs counts as two
// rows, its subject and object once.
//
// Each shard's share is counted while its runs are built, from its pso (rows and subjects) and pos (objects), and
// summed: subjects are exact because a subject lies in one shard, objects likewise, except heavy ones
// (heavy_objects.hpp), which are left out of the shards' counts and added once.
//
//   shard:  Statistics part = count_statistics(shard_runs, heavy)
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

// Of the default graph, or of all named graphs together.
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

  // As bytes and back; parse() fails with ErrorKind::io, naming `source`, when they are not statistics.
  std::string serialise() const;
  static Statistics parse(std::string_view bytes, std::string_view source);

  bool operator==(const Statistics&) const = default;
};

// One shard's share, from its runs.
Statistics count_statistics(const RunOf& run_of, const HeavyObjects& heavy);

}  // namespace quadrille
