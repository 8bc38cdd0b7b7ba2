#pragma once

// Which variables occur where in a query: what the planner asks before it moves conditions and drops columns.

#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::query {

using parser::VariableId;

// A set of variables of one query.
class VariableSet {
 public:
  void add(VariableId variable) {
    if (variable >= bits_.size()) bits_.resize(variable + 1);
    bits_[variable] = true;
  }
  void add(const VariableSet& other) {
    for (VariableId variable = 0; variable < other.bits_.size(); ++variable) {
      if (other.bits_[variable]) add(variable);
    }
  }
  bool has(VariableId variable) const { return variable < bits_.size() && bits_[variable]; }
  bool includes(const VariableSet& other) const {
    for (VariableId variable = 0; variable < other.bits_.size(); ++variable) {
      if (other.bits_[variable] && !has(variable)) return false;
    }
    return true;
  }
  bool meets(const VariableSet& other) const {
    for (VariableId variable = 0; variable < other.bits_.size(); ++variable) {
      if (other.bits_[variable] && has(variable)) return true;
    }
    return false;
  }
  VariableSet without(const VariableSet& others) const {
    VariableSet rest;
    for (VariableId variable = 0; variable < bits_.size(); ++variable) {
      if (bits_[variable] && !others.has(variable)) rest.add(variable);
    }
    return rest;
  }
  bool empty() const { return list().empty(); }
  std::vector<VariableId> list() const {
    std::vector<VariableId> all;
    for (VariableId variable = 0; variable < bits_.size(); ++variable) {
      if (bits_[variable]) all.push_back(variable);
    }
    return all;
  }

 private:
  std::vector<bool> bits_;
};

// The variables that are in both.
inline VariableSet both(const VariableSet& a, const VariableSet& b) {
  return a.without(a.without(b));
}

// The variables that an expression looks at, patterns of EXISTS included.
VariableSet variables_of(const parser::Expression& expression);
// All variables that occur anywhere in a tree.
VariableSet variables_of(const parser::Algebra& algebra);
// The variables that a solution of the tree may bind (SPARQL 1.1 Query, 18.2.1, in-scope).
VariableSet scope_of(const parser::Algebra& algebra);

// Variables that every solution of the tree binds; some may be missed (what expressions compute counts as unbound).
VariableSet certain_in(const parser::Algebra& algebra);

bool has_exists(const parser::Expression& expression);

}  // namespace quadrille::query
