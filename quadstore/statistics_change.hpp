#pragma once

// A StatisticsChange holds the changes of a commit to the tables that are equal on all images: statistics and heavy
// objects. Each image counts them in the levels of its own shards, whose rows are sorted. The caller gathers the
// counts of all images (as bytes), and each image applies the sum to the tables of the version before.
//
//   StatisticsChange mine;
//   for (shard : own) mine.add(level of the shard, before.tables(), runs of the shard before the commit);
//   StatisticsChange all;
//   for (bytes : gathered) all.add(StatisticsChange::parse(bytes));
//   delta.tables = all.apply(before.tables());
//
// Numbers of rows are exact, and so are changes of distinct subjects and objects in a shard: each value that the level
// changes is searched in the rows before. Objects that are heavy are counted shard by shard.
//
// A view has changes of its own if it has tables of its own, or if a level has rows that it hides (marks.hpp). Where
// no image and no shard has such a view, as in a database without rules, nothing is counted for it or sent. Where some
// have it and others do not, all rows of the others have both marks: `closure` and `stated` change there as `all` does,
// and `inferred` does not change.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "quadstore/delta_level.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/merged_run.hpp"
#include "quadstore/row_tables.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

class StatisticsChange {
 public:
  using RunBefore = std::function<MergedRun(Permutation)>;

  // Adds the changes of one shard. `tables`: of the state before, which the commit's other levels share. `before`: the
  // shard's runs without the level, in the view `all`. Cost: two searches a changed row, at most, and some ns for each
  // view.
  void add(const DeltaLevel& level, const ViewTables& tables, const RunBefore& before);
  void add(const StatisticsChange& part);
  // Subtracts a named graph's rows of one shard, `gpos` as it is before. Reads only the predicates of the graph:
  // different subjects and objects decrease by the number of rows.
  void take_away(const MergedRun& gpos, Huri graph, const ViewTables& before);

  // An entry of a heavy object stays even if its rows are deleted.
  ViewTables apply(const ViewTables& before) const;

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
  struct ViewChange {
    std::vector<PredicateChange> predicates;  // ascending by graph and predicate, each once
    std::vector<HeavyChange> heavy;           // likewise by object and predicate

    void add(const ViewChange& more);
    void sum_up();
    void take_away(const MergedRun& gpos, Huri graph, const RowTables& before);
    Statistics apply(const Statistics& before) const;
    GraphStatistics apply(const GraphStatistics& before, bool named) const;
    HeavyObjects apply(const HeavyObjects& before) const;
  };

  bool has(View view) const { return has_[index(view)]; }
  void count_apart(View view);
  void count_apart_as(const ViewTables& tables);
  std::vector<View> others() const;  // views but `all` that have changes of their own
  void add_rows(const DeltaLevel& level, Permutation by_subject, Permutation by_object, const HeavyObjects& heavy,
                const RunBefore& before);

  std::array<ViewChange, kViews> changes_;  // by view
  std::array<bool, kViews> has_{true};      // changes of its own
};

}  // namespace quadrille
