#pragma once

// RuleVariables translates the nodes of a rule's text to slots, and knows which variables have values so far. Local.

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "inferencer/rule.hpp"

namespace quadrille::inferencer::detail {

[[noreturn]] void refuse(parser::Position position, const char* what);

class RuleVariables {
 public:
  using HuriOf = std::function<Huri(TermView)>;

  // `named`: the number of variables of the text. `is_given`: atoms match stated quads alone. `huri_of` outlives it.
  RuleVariables(const HuriOf& huri_of, std::size_t named, bool is_given)
      : huri_of_(&huri_of), is_given_(is_given), uses_(named) {}

  const HuriOf& huri_of() const { return *huri_of_; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(uses_.size()); }
  // A variable that the text does not have.
  std::uint32_t make() {
    uses_.emplace_back();
    return count() - 1;
  }
  void make_up_to(std::uint32_t count) {
    if (count > uses_.size()) uses_.resize(count);
  }

  void bind(std::uint32_t variable) { uses_[variable].is_bound = true; }
  void assign(std::uint32_t variable) { uses_[variable] = {true, true}; }
  bool is_bound(std::uint32_t variable) const { return uses_[variable].is_bound; }
  bool is_assigned(std::uint32_t variable) const { return uses_[variable].is_assigned; }
  // Those that atoms have bound.
  std::vector<Slot> all_bound() const;
  // From here on these variables stand for others in expressions.
  void rename(const std::unordered_map<std::uint32_t, Slot>& others) { others_ = others; }

  // A blank node in the place of subject or object, of a head.
  using BlankSlot = std::function<Slot(const Term& blank)>;
  Atom atom(const parser::QuadPattern& quad, parser::Position position, const BlankSlot& blank = {}) const;
  Computation computation(const parser::Expression& expression) const;
  // Adds FILTER: to `different` if it is !sameTerm(?x, ?y).
  void add_condition(const parser::Expression& condition, SlotPairs& different,
                     std::vector<Computation>& computations) const;

 private:
  struct Use {
    bool is_bound = false, is_assigned = false;
  };
  Slot slot(const parser::Node& node, parser::Position position, const BlankSlot& blank) const;
  Slot slot_of(parser::VariableId variable) const;
  void add_inputs(const parser::Expression& expression, Computation& its) const;

  const HuriOf* huri_of_;
  bool is_given_;
  std::vector<Use> uses_;
  std::unordered_map<std::uint32_t, Slot> others_;
};

}  // namespace quadrille::inferencer::detail
