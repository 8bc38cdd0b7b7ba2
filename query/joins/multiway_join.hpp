#pragma once

// A MultiwayJoin joins several tables of two columns at once, one variable after the other: for the values of the
// first variable it finds those of the second that all tables allow, and so on. On cyclic patterns its time is at most
// proportional to the largest possible answer (up to a logarithm), while joining table by table may produce far more
// intermediate rows.
//
//   ?a knows ?b . ?b knows ?c . ?a knows ?c        order ?a ?b ?c
//     ?a  keys of ab that are keys of ac
//     ?b  values in the list of ab at ?a that are keys of bc
//     ?c  values in both the list of ac at ?a and the list of bc at ?b
//
// Each table's first column is the one whose variable comes first in the order. Lists are intersected by galloping
// through the longer one. For the last variable, lists that do not depend on the last but one are intersected once for
// all its values, and kept as a bitmap. No table contains a pair twice.
//
// In a team each image has its own values of the first variable: tables that begin with it are distributed by it, the
// other tables are on every image. open() drains the tables; next() is local.
// Source: Ngo, Re, Rudra: Skew Strikes Back (Generic-Join); Veldhuizen: Leapfrog Triejoin.

#include <span>
#include <vector>

#include "query/operators/operator.hpp"
#include "query/table/list_bits.hpp"
#include "query/table/posting_lists.hpp"

namespace quadrille::query {

class MultiwayJoin final : public Operator {
 public:
  // Each table has two variables of `order` as columns (others are ignored), bound in every row. Each variable except
  // the first is in a table with an earlier one. `outputs`: some of these variables.
  MultiwayJoin(std::vector<OperatorPtr> tables, std::vector<VariableId> order, const std::vector<VariableId>& outputs,
               bool is_spread);
  std::string describe() const override { return "MultiwayJoin"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override;

  // Distributed by the first variable of the order, if spread and an output; not sorted.
  static Schema schema_of(const std::vector<VariableId>& order, const std::vector<VariableId>& outputs, bool is_spread);

 private:
  struct Cursor {
    std::span<const Huri> list;
    std::size_t place = 0;
  };
  struct Level {
    std::vector<std::size_t> listed;  // tables whose list, at the value of an earlier variable, contains this variable
    std::vector<std::size_t> keyed;   // tables that begin with it
    std::vector<Cursor> cursors;      // of `listed`, the shortest first
    std::size_t drives = 0;           // without lists: the keyed table with the fewest keys
    std::uint32_t next_key = 0;       // the next key of that table
    Huri value;
    std::vector<std::size_t> outputs;  // columns that show it
  };

  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  void enter(Level& level);
  bool advance(Level& level);
  bool advance_keys(Level& level);
  bool advance_lists(Level& level);
  bool take(Level& level, Huri value);
  void prefetch(const Level& level, const Cursor& cursor) const;
  bool hold();
  void enter_last();
  bool emit_last(Context& context, Table& out);
  void append(Table& out, std::span<const Huri> values);

  std::vector<OperatorPtr> tables_;
  const std::vector<VariableId> order_;
  std::vector<PostingLists> lists_;
  std::vector<std::uint32_t> at_;  // by table: the number of its current key
  std::vector<Level> levels_;
  std::size_t depth_ = 0;
  bool ended_ = false;

  // For the last variable:
  std::vector<std::size_t> early_, late_;  // of its tables: late if the list depends on the last variable but one
  std::vector<Huri> held_values_, other_values_;
  std::span<const Huri> held_;  // the intersection of the early lists; all values if there are none
  bool has_bits_ = false, bits_set_ = false;
  ListBits bits_;                    // of held_
  std::span<const Huri> rest_;       // of the first late list, or of held_ if there is none
  std::span<const Huri> held_rest_;  // intersected with it by galloping
  std::vector<Huri> found_, both_;
};

// Local. Appends up to `limit` of the values that two ascending lists have in common; removes from both what it has
// read.
void intersect(std::span<const Huri>& a, std::span<const Huri>& b, std::size_t limit, std::vector<Huri>& out);
// Local. The place of the first value not below `value`, from `from` on; found by galloping.
std::size_t gallop(std::span<const Huri> list, std::size_t from, Huri value);

}  // namespace quadrille::query
