#pragma once

// What a commit changes in the tables that all images have alike: statistics and heavy objects. Each image counts it of
// the effective changes of its own shards; the sum over the images (as bytes, which the caller gathers) is applied by
// each to the tables of the version before.
//
//   StatisticsChange mine;
//   for (shard : own) {
//     mine.add_heavy(its changes by subject, heavy);
//     build_level(..., its changes, ..., &mine);       calls add_rows()
//   }
//   mine.sum_up();
//   StatisticsChange all;
//   for (bytes : gathered) all.add(StatisticsChange::parse(bytes));
//   delta.statistics = all.apply(before.statistics());  delta.heavy_objects = all.apply(before.heavy_objects());
//
// Numbers of rows are exact. Distinct subjects and objects are estimates: those of the inserted rows less those of the
// deleted ones, as if no other row had them, within what the number of rows allows.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadstore/delta_builder.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

class StatisticsChange {
 public:
  // Rows of one shard that are inserted (sign 1) or deleted (-1), ascending by predicate and `column`: the subject, of
  // those that are there by subject, or the object.
  template <int kColumns>
  void add_rows(std::span<const Row<kColumns>> rows, Position column, int sign);
  // All rows of one shard. A row that is deleted and inserted again may be in both lists.
  void add_heavy(const DeltaRows& by_subject, const HeavyObjects& heavy);
  // After the last rows, before what follows.
  void sum_up();
  void add(const StatisticsChange& part);
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

  template <int kColumns>
  void add_heavy(const std::vector<Row<kColumns>>& rows, int sign, const HeavyObjects& heavy);
  GraphStatistics apply(const GraphStatistics& before, bool named) const;

  // After sum_up() ascending by graph and predicate, and by object and predicate, each once.
  std::vector<PredicateChange> predicates_;
  std::vector<HeavyChange> heavy_;
};

}  // namespace quadrille
