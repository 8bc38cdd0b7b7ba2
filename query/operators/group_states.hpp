#pragma once

// GroupStates holds groups and, for each of them, the state of each aggregate of a GROUP BY. Images that have
// aggregated their own rows send their groups to the images that return them:
//
//   image 0   a: 2  b: 1          hash(a) = 0, hash(b) = 1          image 0   a: 2 + 3
//   image 1   a: 3  b: 4  c: 1    hash(c) = 1                       image 1   b: 1 + 4  c: 1
//
// so at most groups x images rows move (Graefe, "Query Evaluation Techniques for Large Databases", 1993, 4.5). Without
// a key, the one group goes to the first member.
//
// Memory: GroupKeys, and about 100 bytes a group and aggregate.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parser/algebra.hpp"
#include "query/expression/aggregate.hpp"
#include "query/operators/group_keys.hpp"
#include "query/terms/distinct_values.hpp"

namespace quadrille::query {

class GroupStates {
 public:
  using Outputs = std::vector<parser::Group::Output>;
  struct State {
    Accumulator accumulator;
    std::unique_ptr<DistinctValues> seen;  // DISTINCT, for values that are not adjacent
  };

  // `columns`: of the key, in the tables to group. `outputs` must outlive the object. `adjacent`: by output; true if
  // its equal values are adjacent, so that a state with DISTINCT need not remember them.
  GroupStates(pgas::QueryArena& arena, std::vector<std::size_t> columns, const Outputs& outputs,
              std::vector<bool> adjacent);

  GroupKeys& keys() { return keys_; }
  const GroupKeys& keys() const { return keys_; }
  std::size_t size() const { return keys_.size(); }
  State& of(std::size_t group, std::size_t place) { return states_[group * outputs_.size() + place]; }

  // Adds the states of new groups.
  void add_states();
  // Removes the first groups; the others are numbered anew.
  void drop(std::size_t groups);
  // Removes all groups.
  void clear();

  // Collective. Sends each group to its image, a few megabytes at a time, where `whole` receives it.
  void send_to(GroupStates& whole, pgas::Team& team) const;

 private:
  void receive(std::string_view keys, std::string_view states);

  pgas::QueryArena& arena_;
  const Outputs& outputs_;
  const std::vector<bool> adjacent_;
  GroupKeys keys_;
  std::pmr::vector<State> states_;  // groups x outputs
};

}  // namespace quadrille::query
