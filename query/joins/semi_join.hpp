#pragma once

// A SemiJoin returns the rows of its left input that have, or do not have, a match in a pattern, without moving them:
// the owners of the shards test their keys (owner_matches.hpp). It is for images that read only their own shards, where
// an IndexJoin would first move each row to the owner of its key.
//
//   kind   semi, anti: rows with or without a match
//          mark: every row, and a boolean: true if it has a match
//
// Rows keep their order and image. Collective. A round takes cost::kChunksAsked chunks of the left (and the rest of the
// last chunk), in two exchanges. Images without rows take part until no image has any.

#include <memory>
#include <vector>

#include "query/index/routed_path.hpp"
#include "query/joins/hash_join.hpp"
#include "query/joins/owner_matches.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class SemiJoin final : public UnaryOperator {
 public:
  // The variables in the prefix and residual of the way's path are columns of `left`, bound in every row. The owner of
  // the shard of `way.at` tests the key. `mark`: the column for kind mark.
  SemiJoin(JoinKind kind, OperatorPtr left, RoutedPath way, VariableId mark = 0);
  std::string describe() const override { return "SemiJoin"; }
  Details details(const PlanWords& words) const override;

  // Distributed and sorted as the left.
  static Schema schema_of(JoinKind kind, const Schema& left, VariableId mark);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool is_full(Context& context, const Table& rows, std::size_t chunks, std::size_t wanted) const;
  bool read_rows(Context& context, Table& rows);
  void keep(Table& rows) const;
  void add_mark(const Table& rows, Table& out) const;

  const JoinKind kind_;
  const RoutedPath way_;
  OwnerMatches matches_;
  std::unique_ptr<Table> input_, more_;
  std::size_t chunks_ = 1;  // to read for the next round
  bool child_ended_ = false;
};

}  // namespace quadrille::query
