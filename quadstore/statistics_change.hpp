#pragma once

// What a commit changes in the tables that all images have alike: statistics and heavy objects. Each image counts it of
// the levels that it has made of its own shards, whose rows are sorted; the sum over the images (as bytes, which the
// caller gathers) is applied by each to the tables of the version before.
//
//   StatisticsChange mine;
//   for (shard : own) mine.add(level of the shard, heavy);
//   StatisticsChange all;
//   for (bytes : gathered) all.add(StatisticsChange::parse(bytes));
//   delta.statistics = all.apply(before.statistics());  delta.heavy_objects = all.apply(before.heavy_objects());
//
// Numbers of rows are exact. Distinct subjects and objects are estimates: those of the inserted rows less those of the
// deleted ones, as if no other row had them, within what the number of rows allows.

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
  // Of one shard.
  void add(const DeltaLevel& level, const HeavyObjects& heavy);
  void add(const StatisticsChange& part);
  // Takes away a named graph's rows of one shard, `gpos` as it is `before`. Nothing is read but the predicates that the
  // graph has: different subjects and objects become as many fewer as rows.
  void take_away(const MergedRun& gpos, Huri graph, const Statistics& before, const HeavyObjects& heavy);
  bool empty() const { return predicates_.empty() && heavy_.empty(); }

  Statistics apply(const Statistics& before) const;
  // An entry stays when its rows are gone.
  HeavyObjects apply(const HeavyObjects& before) const;

  std::string serialise() const;
  // Of what another image has serialised.
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
