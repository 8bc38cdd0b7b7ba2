#pragma once

// WantedTexts computes which texts an expression may read, before it is evaluated: for each variable, the kinds of
// HURIs whose terms must be available. The planner needs this where terms must be fetched first (FetchTerms). A
// comparison with a number needs only long numbers; `?x != ?y` of stable terms needs no IRI and no string.
//
//   WantedTexts wanted(may_be_volatile, is_known);
//   wanted.add(condition, kBooleanKinds);             // what its user reads of the result
//   wanted.kinds()  ->  ?x {number}, ?y {}            // {}: texts of volatile terms only
//
// T1  Every read of an Evaluator for this expression is covered. A variable that is not listed is never read.
//
// Local. Its rules must match those of the nodes: detail/{comparison,in,logic,text}_nodes, detail/builtins.

#include <functional>
#include <map>

#include "base/term.hpp"
#include "parser/expression.hpp"
#include "query/expression/kind_set.hpp"

namespace quadrille::query {

class WantedTexts {
 public:
  using Kinds = std::map<parser::VariableId, KindSet>;

  // may_be_volatile(variable): its column may hold terms that the database does not have.
  // is_known(term): the evaluator will have a HURI for this constant.
  // has_delta: any column or constant may hold terms of updates, whose HURIs identify them but have no order.
  WantedTexts(std::function<bool(parser::VariableId)> may_be_volatile, std::function<bool(TermView)> is_known,
              bool has_delta = false)
      : may_be_volatile_(std::move(may_be_volatile)), is_known_(std::move(is_known)), has_delta_(has_delta) {}

  // `asked`: the kinds whose texts the caller reads from the values of the expression.
  void add(const parser::Expression& expression, KindSet asked);

  const Kinds& kinds() const { return kinds_; }

 private:
  struct Relation;
  void add_function(const parser::Expression& function, KindSet asked);
  void add_relation(const parser::Expression& left, const parser::Expression& right, const Relation& relation);
  void add_operand(const parser::Expression& operand, const parser::Expression& other, const Relation& relation,
                   bool by_identity);
  bool is_stable(const parser::Expression& operand) const;

  const std::function<bool(parser::VariableId)> may_be_volatile_;
  const std::function<bool(TermView)> is_known_;
  const bool has_delta_;
  Kinds kinds_;
};

}  // namespace quadrille::query
