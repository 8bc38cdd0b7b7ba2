#pragma once

// An Expand replaces the representatives of equal terms by all that they stand for (quadstore/meant_terms.hpp): its
// rows are the solutions of patterns on stored rows, and for each row it returns one for each choice of members.
//
//   ?x    ?y          ?x: a, b are equal          ?x    ?y
//   a     n                                       a     n
//   n     a                                       b     n
//                                                 n     a
//                                                 n     b
//
// Where the patterns of a group share a variable, its members are chosen once. Local; a product of large classes is
// returned in chunks. Source: B. Motik et al., "Handling owl:sameAs via rewriting" (AAAI 2015), section 5.

#include <array>
#include <cstdint>
#include <vector>

#include "quadstore/meant_terms.hpp"
#include "query/operators/operator.hpp"
#include "query/table/quad_pattern.hpp"

namespace quadrille::query {

struct Expansion {
  struct Variable {
    VariableId variable;
    TriplePlace place;  // of the strictest kind: a variable may stand in several
  };
  std::vector<Variable> variables;
  // Patterns that rows without a meaning match, too: a row that is one of these in a pattern is left out.
  std::vector<std::array<Slot, 3>> checked;

  std::vector<VariableId> names() const;
};

class Expand final : public Pipe {
 public:
  // All variables are columns of the child, which binds them in every row.
  Expand(OperatorPtr child, Expansion expansion);
  std::string describe() const override { return "Expand"; }
  Details details(const PlanWords& words) const override;

  // By an expanded variable, rows are neither distributed nor sorted.
  static Schema schema_of(const Schema& child, const Expansion& expansion);

 private:
  enum class Row : std::uint8_t { as_it_is, left_out, product };

  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  void leave_out_unmeant(const Table& input);
  void begin_product();
  void append_product(std::size_t wanted, Table& out);

  const Expansion expansion_;
  std::vector<std::size_t> columns_;  // of the expanded variables
  const EqualTerms* equal_ = nullptr;
  Table* input_ = nullptr;
  std::vector<Row> kinds_;  // of the input's rows
  std::size_t row_ = 0;     // the next one
  struct Product {
    std::vector<std::vector<Huri>> members;  // by expanded variable; of the row
    std::vector<std::size_t> chosen;         // the next row's
    bool is_begun = false;
  };
  Product product_;
};

}  // namespace quadrille::query
