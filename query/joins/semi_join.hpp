#pragma once

// Keeps the rows of the left that have, or have not, a match in a pattern, and leaves them where they are: their keys
// go to the owners of the shards where matches would be, and one bit a key comes back (CGE21; key_packing.hpp). For
// images that read their own shards alone, where IndexJoin would have each row moved to the owner of its key first.
//
//   rows of this image   different keys      their owners           bits back    rows that stay
//   (y3, x1) (y4, x9)    x1 x9 x7        ->  x1 x7: image 0,    ->  1 0, 1   ->  (y3, x1) (y5, x1) (y6, x7)
//   (y5, x1) (y6, x7)                        x9: image 1
//
//   kind   semi, anti: rows that have, or have not, a match
//          mark: every row, and whether it has one (a boolean)
//
// Rows stay in their order and on their image. Collective: as many rows of the left a round as kMostChunks chunks
// have (and what the last of the left's chunks brings beyond that), in two exchanges; images without rows take part
// until all have none.

#include <memory>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/index/look_up.hpp"
#include "query/index/semi_join_matcher.hpp"
#include "query/joins/hash_join.hpp"
#include "query/operators/operator.hpp"
#include "query/table/factorizer.hpp"

namespace quadrille::query {

class SemiJoin final : public Operator {
 public:
  static constexpr std::size_t kMostChunks = 4;

  // The variables in the prefix and the residual of the way's path are columns of `left` that are bound in every row;
  // the owner of the shard of `way.at` is asked. `mark`: its column.
  SemiJoin(JoinKind kind, OperatorPtr left, LookUp way, VariableId mark = 0);
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
  const LookUp way_;
  Schema keys_;                       // of what is asked: a column a variable of the path
  std::vector<std::size_t> columns_;  // of the left: those
  std::size_t owner_column_ = 0;      // of the left: way_.at
  SemiJoinMatcher matcher_;
  std::unique_ptr<Table> input_, more_;
  std::size_t chunks_ = 1;  // to be read for the next round
  bool child_ended_ = false;
  std::size_t most_rows_ = 0, most_asked_ = 0;  // of a round

  // This image's questions.
  Factorizer factorizer_;
  std::vector<std::uint32_t> rows_by_owner_;     // one row a different key
  std::vector<std::uint32_t> numbers_by_owner_;  // and its number
  std::vector<std::uint32_t> starts_;            // by member: where his keys begin in these
  std::vector<std::uint8_t> met_;                // by number of a key
  // What it is asked.
  std::unique_ptr<Table> asked_;
  std::vector<std::size_t> asked_starts_;  // by member: his first key
  std::vector<std::uint8_t> asked_met_;
  // Shared: what is sent, by member.
  std::span<pgas::Block> outgoing_;
  std::span<std::uint32_t> words_;
  std::span<std::byte> bits_;
};

}  // namespace quadrille::query
