#pragma once

// DistinctKeys returns each distinct value of the column after a prefix of a merged run once, ascending, with the
// number of its rows. It searches from one value to the next and does not read the rows between: the next value is the
// least of the base's and each level's, and its count is that of the base and the changes. A value whose rows are all
// deleted is skipped.
//
//   DistinctKeys keys(snapshot.run(Permutation::pos, shard), {p});
//   while (keys.next()) use(keys.key(), keys.rows());
//
// Local; one thread. The snapshot outlives it. Cost: a search a value, about 1 us, and some ns for each level.

#include <vector>

#include "quadstore/merged_run.hpp"
#include "quadstore/run_searcher.hpp"

namespace quadrille {

class DistinctKeys {
 public:
  DistinctKeys(const MergedRun& run, const QuadPrefix& prefix);

  // To the next value; false if there is none.
  bool next();
  Huri key() const { return key_; }
  std::uint64_t rows() const { return rows_; }

 private:
  struct Level {
    const DeltaRun* run;
    DeltaRun::Entries rest;  // those after the last key; not empty
  };
  std::int64_t take_changes();

  MergedRun run_;
  QuadPrefix prefix_;
  ColumnIndex column_;
  RunSearcher searcher_;
  RowRange rest_;  // of the base
  std::vector<Level> levels_;
  Huri key_;
  std::uint64_t rows_ = 0;
};

}  // namespace quadrille
