#pragma once

// How many rows of all images begin with a constant prefix: what the planner asks the indexes. Exact, and the same on
// all images, so that they make the same plan. What statistics and the table of heavy objects say is not searched for.
//
// Where all shards are open the rows are counted on the spot. Else each image can count its own shards alone, so a
// planner plans in rounds: it first gets a guess for a prefix that is not known yet; learn() counts all that have been
// asked for since, by one collective for all of them; then it plans anew. What a planner asks for does not hang on the
// counts, so that two rounds do (more are no fault).

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "pgas/team.hpp"
#include "query/index/access_path.hpp"

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
  // The same for prefixes of the same terms in any order: (p, o) of pos and (o, p) of ops.
  struct Key {
    bool of_named_graphs = false;
    std::array<Huri, kMaxColumns> terms{};  // by position
    std::vector<Huri> range_ends;           // of the column behind them; none: all of it
    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const;
  };
  static Key key_of(Permutation permutation, const QuadPrefix& prefix);
  struct Question {
    Permutation permutation;
    QuadPrefix prefix;
    std::shared_ptr<const TermRanges> ranges;  // nullptr: all
    Key key;
  };
  std::uint64_t count(const Question& question, ShardSpan within) const;

  pgas::Team& team_;
  const Snapshot& snapshot_;
  std::unordered_map<Key, std::uint64_t, HashOfKey> known_;
  std::vector<Question> asked_;  // not counted yet, in the order in which they came
};

}  // namespace quadrille::query
