#pragma once

// A SemiJoin returns the rows of its left input that have, or do not have, a match in a pattern, without moving them.
// Their keys are sent to the owners of the shards that may have matches, and one bit for each key comes back (CGE21;
// key_packing.hpp). It is for images that read only their own shards, where an IndexJoin would first move each row to
// the owner of its key.
//
//   rows of this image   different keys      their owners           bits back    rows that stay
//   (y3, x1) (y4, x9)    x1 x9 x7        ->  x1 x7: image 0,    ->  1 0, 1   ->  (y3, x1) (y5, x1) (y6, x7)
//   (y5, x1) (y6, x7)                        x9: image 1
//
//   kind   semi, anti: rows with or without a match
//          mark: every row, and a boolean: true if it has a match
//
// Rows keep their order and image. Collective. A round takes kMostChunks chunks of the left (and the rest of the last
// chunk), in two exchanges. Images without rows take part until no image has any.

#include <memory>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/index/index_lookup.hpp"
#include "query/index/routed_path.hpp"
#include "query/joins/hash_join.hpp"
#include "query/operators/operator.hpp"
#include "query/table/factorizer.hpp"

namespace quadrille::query {

class SemiJoin final : public Operator {
 public:
  static constexpr std::size_t kMostChunks = 4;

  // The variables in the prefix and residual of the way's path are columns of `left`, bound in every row. The owner of
  // the shard of `way.at` tests the key. `mark`: the column for kind mark.
  SemiJoin(JoinKind kind, OperatorPtr left, RoutedPath way, VariableId mark = 0);
  std::string describe() const override { return "SemiJoin"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {child_.get()}; }

 private:
  static Schema schema_of(JoinKind kind, const Operator& left, VariableId mark);
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool is_full(Context& context, const Table& rows, std::size_t chunks, std::size_t wanted) const;
  bool read_rows(Context& context, Table& rows);
  static void charge(Context& context, std::size_t count, std::size_t& most);

  void ask(Context& context, const Table& rows);
  void choose_owners(Context& context, std::span<const Huri> of_rows);
  void receive_keys(Context& context);
  void answer(Context& context);
  void keep(Table& rows) const;
  void add_mark(const Table& rows, Table& out) const;

  const JoinKind kind_;
  OperatorPtr child_;
  const RoutedPath way_;
  Schema keys_;                       // of the keys: one column for each variable of the path
  std::vector<std::size_t> columns_;  // these columns of the left
  std::size_t owner_column_ = 0;      // of the left: way_.at
  IndexLookup lookup_;
  std::unique_ptr<Table> input_, more_;
  std::size_t chunks_ = 1;  // to read for the next round
  bool child_ended_ = false;
  std::size_t most_rows_ = 0, most_asked_ = 0;  // of a round

  // Requests of this image.
  Factorizer factorizer_;
  std::vector<std::uint32_t> rows_by_owner_;     // a row for each different key
  std::vector<std::uint32_t> numbers_by_owner_;  // and the number of the key
  std::vector<std::uint32_t> starts_;            // by member: start of its keys in these
  std::vector<std::uint8_t> met_;                // by number of a key
  // Requests to this image.
  std::unique_ptr<Table> asked_;
  std::vector<std::size_t> asked_starts_;     // by member: its first key
  std::vector<std::uint32_t> asked_matches_;  // those with a match, ascending
  // Shared: data to send, by member.
  std::span<pgas::Block> outgoing_;
  std::span<std::uint32_t> words_;
  std::span<std::byte> bits_;
};

}  // namespace quadrille::query
