#pragma once

// The result of { SELECT ... } in a rule, by the definitions of the algebra (SPARQL 1.1 Query, 18.5): each operator
// makes the list of its solutions from those of its operands.

#include <string>
#include <vector>

#include "parser/algebra.hpp"
#include "tests/rules/calculation.hpp"
#include "tests/rules/fact_base.hpp"

namespace quadrille::tests {

class SubSelect {
 public:
  // All outlive it. `variables`: of the rule; `end`: it looks at the facts before this number.
  SubSelect(FactBase& facts, Calculations& calculations, const std::vector<std::string>& variables, std::size_t end)
      : facts_(facts), calculations_(calculations), variables_(variables), end_(end) {}

  // In `graph`; 0: the default graph. Error(unsupported): LIMIT, EXISTS, SERVICE, and paths other than / and ^.
  std::vector<Bindings> solutions(const parser::Algebra& algebra, TermId graph = 0);

 private:
  std::vector<Bindings> of(const parser::Bgp& bgp, TermId graph);
  std::vector<Bindings> of(const parser::PathPattern& path, TermId graph);
  std::vector<Bindings> of(const parser::Join& join, TermId graph);
  std::vector<Bindings> of(const parser::LeftJoin& join, TermId graph);
  std::vector<Bindings> of(const parser::Filter& filter, TermId graph);
  std::vector<Bindings> of(const parser::Union& both, TermId graph);
  std::vector<Bindings> of(const parser::Minus& minus, TermId graph);
  std::vector<Bindings> of(const parser::Graph& named, TermId graph);
  std::vector<Bindings> of(const parser::Extend& extend, TermId graph);
  std::vector<Bindings> of(const parser::Values& values, TermId graph);
  std::vector<Bindings> of(const parser::Group& group, TermId graph);
  std::vector<Bindings> of(const parser::Project& project, TermId graph);
  std::vector<Bindings> of(const parser::Distinct& distinct, TermId graph);
  std::vector<Bindings> of(const parser::Reduced& reduced, TermId graph);
  std::vector<Bindings> of(const parser::OrderBy& ordered, TermId graph);
  std::vector<Bindings> of(const parser::Slice& slice, TermId graph);
  std::vector<Bindings> of(const parser::Service& service, TermId graph);
  std::vector<Bindings> of(const parser::Invoke& invoke, TermId graph);

  bool hold(const std::vector<parser::Expression>& conditions, const Bindings& solution);
  Calculation& calculation(const parser::Expression& expression) {
    return calculations_.of(expression, variables_.size());
  }
  std::optional<TermId> aggregated(const parser::Group::Output& output, const std::vector<Bindings>& group);
  // Without what the text does not name.
  Bindings named_part(const Bindings& solution) const;
  Slot slot(const parser::Node& node);

  FactBase& facts_;
  Calculations& calculations_;
  const std::vector<std::string>& variables_;
  std::size_t end_;
};

// The solution that has what both have; nullopt: they do not agree.
std::optional<Bindings> merged(const Bindings& a, const Bindings& b);

}  // namespace quadrille::tests
