#pragma once

// The order in which the parts of a group are joined: left-deep, at the lowest estimated cost, as far as that is worth
// looking for. Parts that share a variable, or are linked by a condition,
// come before products.
//
//   parts        way
//   up to 7      dynamic programming over their subsets
//   up to 100    greedily: what makes the next step cheapest
//   more         greedily among the kMostWeighed parts with the fewest rows that can be joined

#include <functional>
#include <optional>
#include <vector>

#include "query/index/cardinality.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

class JoinSamples;

// A table of fewer rows is copied to all images rather than moving both sides of a join.
inline constexpr double kReplicateRows = 4096;

// One part: a pattern that can be scanned or looked up, or a table that is computed apart.
struct JoinPart {
  std::optional<QuadPattern> pattern;
  Estimate estimate;
  VariableSet variables;  // that it binds in every row
};

enum class JoinMethod : std::uint8_t {
  start,      // the first part
  look_up,    // IndexJoin: what is there so far is looked up in the pattern's index
  test,       // SemiJoin: rows stay where they are, the owners of their keys are asked whether the pattern has them
  hash,       // HashJoin, the new part as the table that is built
  hash_back,  // HashJoin, what is there so far as the table that is built; the new part streams
};

struct JoinStep {
  std::size_t part;
  JoinMethod method;
  Estimate estimate;  // after the step
  double cost = 0;    // of all steps up to this one
};

// What it costs that rows are on several images, in units of one row read from a scan.
struct JoinCosts {
  bool look_ups_move = false;  // a row must be where the shard of the subject or object is that is looked up
  double move = 0;             // a row to another image
  bool class_bitmaps = false;  // whether a key is there is one bit, where many are (quadstore/class_bitmaps.hpp)

  bool tests = false;  // owners may be asked for keys (semi_join.hpp)
  double images = 1;

  // Of images that read their own shards alone, in groups that share no memory.
  static constexpr JoinCosts apart(int images, bool tests, bool class_bitmaps) {
    return {true, 20, class_bitmaps, tests, static_cast<double>(images)};
  }
};

// Keys that are tested by their owners (semi_join.hpp).
struct KeysAsked {
  double rows = 0;          // that have them
  double different = 0;     // keys
  double pattern_rows = 0;  // among which they are looked for
  std::size_t keys = 1;     // variables of a key
  std::size_t columns = 1;  // of the rows
};
// What the test costs; and a hash join instead, to which the rows must be moved.
double cost_of_test(const KeysAsked& asked, const JoinCosts& costs);
double cost_of_moving_to_hash(const KeysAsked& asked, const JoinCosts& costs);

// A condition that two parts can be joined by where they share no variable: an expression of the one is equal to one of
// the other.
struct JoinLink {
  VariableSet first, second;  // the variables of either side
};

// Local; well under 1 ms for 10 parts, some ms for 100, a second for 10,000. `look` is called once a step, if given;
// `samples` tell how many rows meet where they can.
std::vector<JoinStep> order_joins(const std::vector<JoinPart>& parts, const JoinCosts& costs = {},
                                  const std::function<void()>& look = {}, JoinSamples* samples = nullptr,
                                  const std::vector<JoinLink>& links = {});

}  // namespace quadrille::query
