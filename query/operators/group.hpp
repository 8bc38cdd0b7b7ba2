#pragma once

// A Group evaluates GROUP BY and aggregates (SPARQL 1.1 Query, 11, 18.5.1): one row a group, with its keys and the
// results of its set functions. Either all rows of a group are on one image (the planner exchanges them by key), or it
// merges: each image aggregates its rows, and the groups go to the images that return them (group_states.hpp). Then
// all rows with equal values that DISTINCT compares are on one image (the planner ensures this), and open() is
// collective. Without DISTINCT, an image sends its groups from time to time, so that it does not keep many of them.
//
// Where the rows of a group are adjacent (key_runs.hpp), groups are returned as they end and only the last one is
// kept: memory for one chunk. Else all groups are found by hash before the first is returned. In the same way, where
// equal values of a group are adjacent, DISTINCT keeps only the last value.

#include <memory>
#include <optional>
#include <vector>

#include "parser/algebra.hpp"
#include "query/operators/aggregate_arguments.hpp"
#include "query/operators/group_states.hpp"
#include "query/operators/operator.hpp"
#include "query/table/key_runs.hpp"

namespace quadrille::query {

class Group final : public Operator {
 public:
  // The groups that exist even without solutions if there is no GROUP BY: one group. A subquery that is evaluated for
  // many graphs or outer solutions at once has a group for each row of `of`, which binds all keys and has a row on the
  // image of the child's rows of that group.
  struct Always {
    bool one = false;
    OperatorPtr of;
  };
  // `keys` and `solution` are variables of the child; COUNT(DISTINCT *) compares `solution`. `merge`: the rows of a
  // group are spread over the team.
  Group(OperatorPtr child, std::vector<VariableId> keys, const std::vector<VariableId>& solution,
        std::vector<parser::Group::Output> outputs, Always always, bool merge, Grouping grouping);
  std::string describe() const override { return "Group"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override;
  bool merges() const { return merge_; }

  // If it merges: without keys on the first image, else anyhow. If not, distributed as the child, by a key at most. Not
  // sorted.
  static Schema schema_of(const Schema& child, const std::vector<VariableId>& keys,
                          const std::vector<parser::Group::Output>& outputs, bool merge);

 private:
  // Finds rows whose equal keys are adjacent.
  struct Runs {
    std::optional<std::vector<std::size_t>> columns;  // of the key; nullopt: equal keys are not adjacent
    std::optional<KeyRuns> finder = {};               // with columns, once open

    void open(std::uint32_t shards) {
      if (columns) finder.emplace(*columns, shards);
    }
  };
  std::vector<VariableId> compared(std::size_t place, const std::vector<VariableId>& solution) const;
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool next_in_order(Context& context, Table& out);
  void add_rows(Context& context, const Table& rows);
  void count_values(const Table& rows, std::size_t place);
  void make_groups_of(Context& context, Operator& tables);
  void count_rows(Context& context, const Table& rows, std::size_t place);
  std::unique_ptr<GroupStates> no_groups(Context& context) const;
  Accumulator& accumulator(std::size_t row, std::size_t place) {
    return groups_->of(groups_->keys().group_of(row), place).accumulator;
  }
  void add_and_merge(Context& context);
  void write(Context& context, std::size_t from, std::size_t to, Table& out);

  OperatorPtr child_;
  const std::vector<VariableId> keys_;
  const std::vector<parser::Group::Output> outputs_;
  const Always always_;
  const bool merge_;
  const std::vector<std::size_t> solution_columns_;  // of the child; COUNT(DISTINCT *) compares these
  Runs runs_;                                        // of the keys; without columns: groups are found by hash
  std::vector<Runs> value_runs_;                     // by output with DISTINCT: of keys and values
  std::unique_ptr<Table> input_;                     // with runs_
  bool child_ended_ = false, ended_ = false;
  std::unique_ptr<GroupStates> groups_;
  std::unique_ptr<AggregateArguments> arguments_;
  std::size_t written_ = 0;
};

}  // namespace quadrille::query
