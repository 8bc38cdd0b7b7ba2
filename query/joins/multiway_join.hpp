#pragma once

// Joins several tables of two columns at once, one variable after the other: for the values of the first variable those
// of the second that all tables allow, and so on. On cyclic patterns that takes at most the time which the largest
// possible answer would (up to a logarithm), while joining table by table may make far more rows on the way.
//
//   ?a knows ?b . ?b knows ?c . ?a knows ?c        order ?a ?b ?c
//     ?a  keys of ab that are keys of ac
//     ?b  the list of ab at ?a, of which those that are keys of bc
//     ?c  the list of ac at ?a and the list of bc at ?b: what both have
//
// Each table's first column is the one whose variable comes first in the order; lists are intersected by the shorter
// one, galloping through the longer. For the last variable, what does not hang on the last but one is intersected once
// for all its values, and held as bits. No pair is in a table twice.
//
// In a team each image has its own values of the first variable: tables that begin with it are spread by it, and the
// others are on every image. open() drains the tables; next() is local.
// Source: Ngo, Re, Rudra: Skew Strikes Back (Generic-Join); Veldhuizen: Leapfrog Triejoin.

#include <memory>
#include <span>
#include <vector>

#include "query/operators/operator.hpp"
#include "query/table/list_bits.hpp"
#include "query/table/posting_lists.hpp"

namespace quadrille::query {

class MultiwayJoin final : public Operator {
 public:
  // Each table has two variables of `order` as columns (others are not looked at), bound in every row; each variable
  // but the first is in a table with one before it. `outputs`: of these variables.
  MultiwayJoin(std::vector<OperatorPtr> tables, std::vector<VariableId> order, const std::vector<VariableId>& outputs,
               bool is_spread);
  std::string describe() const override { return "MultiwayJoin"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override;

 private:
  struct Cursor {
    std::span<const Huri> list;
    std::size_t place = 0;
  };
  struct Level {
    std::vector<std::size_t> listed;  // tables whose list, at the value of an earlier variable, has this one
    std::vector<std::size_t> keyed;   // tables that begin with it
    std::vector<Cursor> cursors;      // of `listed`, the shortest first
    std::size_t drives = 0;           // without lists: the keyed table with the fewest keys
    std::uint32_t next_key = 0;       // of that
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
  std::vector<std::uint32_t> at_;  // by table: the number of its key
  std::vector<Level> levels_;
  std::size_t depth_ = 0;
  bool ended_ = false;

  // The last variable
  std::vector<std::size_t> early_, late_;  // of its tables: whose list hangs on the last variable but one: late
  std::vector<Huri> held_values_, other_values_;
  std::span<const Huri> held_;  // what the early lists have in common; without any: everything
  bool has_bits_ = false, bits_set_ = false;
  ListBits bits_;                    // of held_
  std::span<const Huri> rest_;       // of the first late list, or of held_ without one
  std::span<const Huri> held_rest_;  // galloped through with it
  std::vector<Huri> found_, both_;
};

// Local. The next values that two ascending lists have in common, up to `limit` of them, appended; goes past what it
// has looked at.
void intersect(std::span<const Huri>& a, std::span<const Huri>& b, std::size_t limit, std::vector<Huri>& out);
// Local. The place of the first value that is not below `value`, from `from` on: by galloping.
std::size_t gallop(std::span<const Huri> list, std::size_t from, Huri value);

}  // namespace quadrille::query
