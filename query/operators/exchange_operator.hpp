#pragma once

// An Exchange moves rows between the images of a team. The planner puts it where a child's distribution is not the one
// that its parent needs. Collective. Small chunks of the child are combined, more and more of them, so that a message
// carries many rows and the first rows are not delayed. In several groups, from the second chunk on, the next chunk is
// on its way while the parent works on this one: a member has two chunks in flight at most.
//
//   to             a row goes to
//   by(?x)         the owner of the shard of its ?x; rows that leave ?x unbound to the first member
//     with heavy   as by(?x), but rows whose ?x is a heavy object to every member: for look-ups (routed_path.hpp)
//   by key hash    the member chosen by the hash of the key columns (Distinct, Group)
//   replicated     every member
//   first          the first member
//
// Rows from one image stay in their order, but of those with heavy objects, which come after the others of a chunk.

#include <memory>
#include <optional>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Exchange final : public UnaryOperator {
 public:
  Exchange(OperatorPtr child, Distribution to);
  // By `variable`; rows with a heavy object or a volatile triple term in it go to every member.
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
  struct Counts {
    std::uint64_t rows = 0;  // for the member that receives them
    std::uint64_t sent = 0;  // to all members
  };
  // Rows of the child that are sent together.
  struct Chunk {
    Chunk(Context& context, std::size_t width, std::size_t blocks_a_member);
    Table rows;
    Table packed;                     // the rows, those for member 0 first, those for every member last
    std::vector<std::size_t> starts;  // by member: its first row in `packed`
    std::span<pgas::Block> outgoing;  // shared: by member, blocks_a_member()
    std::span<Counts> counts;         // shared: by member
    std::optional<pgas::ExchangeView> view;
  };
  // A member's blocks: its part of each column; its counts, which tables without columns need; with heavy objects
  // everywhere also the columns of the rows for every member.
  std::size_t blocks_a_member() const { return schema_.columns.size() * (heavy_everywhere_ ? 2 : 1) + 1; }
  bool send(Context& context, Chunk& chunk);
  bool read_child(Context& context, Table& rows);
  void choose_targets(Context& context, const Table& rows);
  void sort_rows(Context& context, Chunk& chunk);
  void pack(Context& context, Chunk& chunk);
  void receive(Context& context, Chunk& chunk, Table& out);
  void expect(Context& context, std::uint64_t sent);

  Exchange(OperatorPtr child, Distribution to, bool heavy_everywhere);

  const Distribution to_;
  const bool heavy_everywhere_ = false;
  std::vector<std::size_t> keys_;      // by key hash: columns; empty: to_ is used
  std::vector<std::int32_t> targets_;  // by row of a chunk; kEveryMember
  std::unique_ptr<Chunk> now_, next_;  // next_: several groups
  std::unique_ptr<Table> more_;        // a further chunk of the child
  std::size_t together_ = 1;           // chunks of a collective child to combine; the same on all members
  std::size_t wanted_rows_ = 1;        // of another child, to combine
  bool has_received_ = false;
  bool child_ended_ = false;
};

}  // namespace quadrille::query
