#pragma once

// How many rows of all images begin with a constant prefix: what the planner asks the indexes. Exact, and the same on
// all images, so that they make the same plan. What statistics and the table of heavy objects say is not searched for.
//
// Where all shards are open the rows are counted on the spot. Else each image can count its own shards alone, so a
// planner plans in rounds: it first gets a guess for a prefix that is not known yet; learn() counts all that have been
// asked for since, by one collective for all of them; then it plans anew. What a planner asks for does not hang on the
// counts, so that two rounds do (more are no fault).

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pgas/team.hpp"
#include "query/access_path.hpp"

namespace quadrille::query {

class RowCounts {
 public:
  RowCounts(pgas::Team& team, const Snapshot& snapshot) : team_(team), snapshot_(snapshot) {}

  // Local. The rows with the path's constant prefix (variables in it must not be); some if they have not been counted.
  // With ranges behind it: those in the ranges, where they are many and all shards are open here; else a guess.
  std::uint64_t rows(const AccessPath& path);

  // Local. Whether none of the rows with the path's constant prefix has the next column in the path's ranges; said to
  // be so as long as it has not been counted.
  bool has_none(const AccessPath& path);

  // Collective, no messages where all shards are open. Counts what rows() has guessed; false: there was nothing, all
  // that it has said was exact.
  bool learn();

 private:
  static constexpr std::uint64_t kGuess = 1000;
  static constexpr std::uint64_t kFewRows = 2048;  // whose ranges are not counted
  std::uint64_t rows_of_prefix(const AccessPath& path);
  struct Question {
    Permutation permutation;
    std::vector<Huri> prefix;
    std::shared_ptr<const TermRanges> ranges;  // nullptr: all
    std::string key;
  };
  std::uint64_t count(const Question& question, ShardSpan within) const;

  pgas::Team& team_;
  const Snapshot& snapshot_;
  std::unordered_map<std::string, std::uint64_t> known_;  // by terms and kind of graph
  std::vector<Question> asked_;                           // not counted yet, in the order in which they came
};

}  // namespace quadrille::query
