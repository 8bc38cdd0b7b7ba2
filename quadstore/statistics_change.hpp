#pragma once

// A StatisticsChange holds the changes of a commit to the tables that are equal on all images: statistics and heavy
// objects. Each image counts them in the levels of its own shards, whose rows are sorted. The caller gathers the
// counts of all images (as bytes), and each image applies the sum to the tables of the version before.
//
//   StatisticsChange mine;
//   for (shard : own) mine.add(level of the shard, heavy);
//   StatisticsChange all;
//   for (bytes : gathered) all.add(StatisticsChange::parse(bytes));
//   delta.statistics = all.apply(before.statistics());  delta.heavy_objects = all.apply(before.heavy_objects());
//
// Numbers of rows are exact. Distinct subjects and objects are estimates: those of the inserted rows less those of the
// deleted ones, as if no other row had them, within the limits that the number of rows sets.

#include <cstdint>
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
  // Adds the changes of one shard.
  void add(const DeltaLevel& level, const HeavyObjects& heavy);
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

  void add_rows(const DeltaRun& by_subject, const DeltaRun& by_object, bool named, const HeavyObjects& heavy);
  void sum_up();
  GraphStatistics apply(const GraphStatistics& before, bool named) const;

  std::vector<PredicateChange> predicates_;  // ascending by graph and predicate, each once
  std::vector<HeavyChange> heavy_;           // likewise by object and predicate
};

}  // namespace quadrille
