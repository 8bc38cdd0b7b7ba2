#pragma once

// An Exchange moves rows between the images of a team. The planner puts it where a child's distribution is not the one
// that its parent needs. Collective; one exchange for each chunk.
//
//   to             a row goes to
//   by(?x)         the owner of the shard of its ?x; rows that leave ?x unbound to the first member
//     with heavy   as by(?x), but rows whose ?x is a heavy object to every member: for look-ups (routed_path.hpp)
//   by key hash    the member chosen by the hash of the key columns (Distinct, Group)
//   replicated     every member
//   first          the first member
//
// Rows from one image stay in their order, but of those with heavy objects, which come after the others of a chunk.

#include <vector>

#include "pgas/exchange.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Exchange final : public UnaryOperator {
 public:
  Exchange(OperatorPtr child, Distribution to);
  // By `variable`; rows with a heavy object in it go to every member.
  static OperatorPtr with_heavy_everywhere(OperatorPtr child, VariableId variable);
  // By the hash of all `keys` together.
  Exchange(OperatorPtr child, std::vector<VariableId> keys);
  std::string describe() const override { return "Exchange"; }
  Details details(const PlanWords& words) const override;

  // The variables whose hash sends rows; empty: the distribution does.
  std::vector<VariableId> keys() const;

  // Distributed as `to`, anyhow for keys and heavy objects; not sorted, without texts.
  static Schema schema_of(const Schema& child, Distribution to);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  // A member's blocks: its part of each column; the number of its rows, which tables without columns need; with heavy
  // objects everywhere also the columns of the rows for every member.
  std::size_t blocks_a_member() const { return schema_.columns.size() * (heavy_everywhere_ ? 2 : 1) + 1; }
  void choose_targets(Context& context, const Table& rows);
  void sort_rows(Context& context, const Table& rows);
  void pack(Context& context, const Table& rows);
  void receive(Context& context, Table& out);

  Exchange(OperatorPtr child, Distribution to, bool heavy_everywhere);

  const Distribution to_;
  const bool heavy_everywhere_ = false;
  std::vector<std::size_t> keys_;  // by key hash: columns; empty: to_ is used
  std::unique_ptr<Table> input_;
  std::vector<std::int32_t> targets_;  // by row of the input; kEveryMember
  std::unique_ptr<Table> packed_;      // the input's rows, those for member 0 first, those for every member last
  std::vector<std::size_t> starts_;    // by member: its first row in packed_
  std::span<pgas::Block> outgoing_;    // shared: by member, blocks_a_member()
  std::span<std::uint64_t> counts_;    // shared: by member, number of rows for it
};

}  // namespace quadrille::query
