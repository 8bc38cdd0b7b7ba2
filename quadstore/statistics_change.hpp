#pragma once

// A StatisticsChange holds the changes of a commit to the tables that are equal on all images: statistics and heavy
// objects. Each image counts them in the levels of its own shards, whose rows are sorted. The caller gathers the
// counts of all images (as bytes), and each image applies the sum to the tables of the version before.
//
//   StatisticsChange mine;
//   for (shard : own) mine.add(level of the shard, heavy, runs of the shard before the commit);
//   StatisticsChange all;
//   for (bytes : gathered) all.add(StatisticsChange::parse(bytes));
//   delta.statistics = all.apply(before.statistics());  delta.heavy_objects = all.apply(before.heavy_objects());
//
// Numbers of rows are exact, and so are changes of distinct subjects and objects in a shard: each value that the level
// changes is searched in the rows before. Objects that are heavy are counted shard by shard.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "quadstore/delta_level.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/merged_run.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

class StatisticsChange {
 public:
  using RunBefore = std::function<MergedRun(Permutation)>;

  // Adds the changes of one shard. `before`: its runs without the level. Cost: two searches a changed row, at most.
  void add(const DeltaLevel& level, const HeavyObjects& heavy, const RunBefore& before);
  void add(const StatisticsChange& part);
  // Subtracts a named graph's rows of one shard, `gpos` as it is `before`. Reads only the predicates of the graph:
  // different subjects and objects decrease by the number of rows.
  void take_away(const MergedRun& gpos, Huri graph, const Statistics& before, const HeavyObjects& heavy);
  bool empty() const { return predicates_.empty() && heavy_.empty(); }

  Statistics apply(const Statistics& before) const;
  // An entry stays even if its rows are deleted.
  HeavyObjects apply(const HeavyObjects& before) const;

  std::string serialise() const;
  // Reads what another image has serialised.
  static StatisticsChange parse(std::string_view bytes);

 private:
  struct PredicateChange {
    Huri predicate;
    std::int64_t rows = 0, subjects = 0, objects = 0;
    std::uint64_t in_named_graphs = 0;  // 1, 0
  };
  struct HeavyChange {
    Huri object, predicate;
    std::int64_t default_rows = 0, named_rows = 0;
  };

  void add_rows(const DeltaLevel& level, Permutation by_subject, Permutation by_object, const HeavyObjects& heavy,
                const RunBefore& before);
  void sum_up();
  GraphStatistics apply(const GraphStatistics& before, bool named) const;

  std::vector<PredicateChange> predicates_;  // ascending by graph and predicate, each once
  std::vector<HeavyChange> heavy_;           // likewise by object and predicate
};

}  // namespace quadrille
