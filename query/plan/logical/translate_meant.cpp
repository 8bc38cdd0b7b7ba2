// Patterns on a default graph that is stored by the representatives of equal terms (quadstore/equal_terms.hpp).
//
//   { a p ?x . ?x q ?y }    Expand ?x ?y                 joined by representatives; then every member
//                             Group  r p ?x . ?x q ?y    r represents a
//
// The table binds members, so that everything else of the query sees them: conditions, other groups, OPTIONAL. Patterns
// are tables of their own where each must be complete before it is joined: in the union of all graphs, whose other
// graphs have no classes; and without what is stated, which differs from member to member.

#include <fmt/format.h>

#include <algorithm>

#include "quadstore/meant_terms.hpp"
#include "query/plan/logical/translate.hpp"

namespace quadrille::query {

using logical::JoinGroup;
using logical::make;
using logical::NodePtr;

namespace {

constexpr std::array kTriplePlaces{TriplePlace::subject, TriplePlace::predicate, TriplePlace::object};

logical::Pattern pattern_of(QuadPattern quad) {
  VariableSet resources;
  for (const std::size_t place : {0, 1}) {
    if (quad.slots[place].variable) resources.add(*quad.slots[place].variable);
  }
  VariableSet all;
  for (const VariableId variable : quad.variables()) all.add(variable);
  return {std::move(quad), std::move(all), std::move(resources)};
}

NodePtr group_of(std::vector<QuadPattern> quads) {
  JoinGroup group;
  for (QuadPattern& quad : quads) group.patterns.push_back(pattern_of(std::move(quad)));
  return make(std::move(group));
}

bool can_match(const QuadPattern& quad) {
  return std::all_of(kTriplePlaces.begin(), kTriplePlaces.end(), [&](TriplePlace place) {
    const Slot& slot = quad.slots[static_cast<std::size_t>(place)];
    return slot.variable || may_stand(slot.term, place);
  });
}

void add_variable(Expansion& expansion, VariableId variable, TriplePlace place) {
  const auto strictness = [](TriplePlace of) {
    return of == TriplePlace::predicate ? 2 : of == TriplePlace::subject ? 1 : 0;
  };
  for (Expansion::Variable& its : expansion.variables) {
    if (its.variable != variable) continue;
    if (strictness(place) > strictness(its.place)) its.place = place;
    return;
  }
  expansion.variables.push_back({variable, place});
}

// The solutions of patterns of the default graph. Their terms are those of the query.
NodePtr expanded(const EqualTerms& equal, std::vector<QuadPattern> quads) {
  Expansion expansion;
  for (QuadPattern& quad : quads) {
    for (const TriplePlace place : kTriplePlaces) {
      Slot& slot = quad.slots[static_cast<std::size_t>(place)];
      if (slot.variable) add_variable(expansion, *slot.variable, place);
      if (!slot.variable) slot.term = equal.representative(slot.term);
    }
    const Slot& predicate = quad.slots[1];
    if (predicate.variable || predicate.term == equal.same_as()) expansion.checked.push_back(quad.slots);
  }
  return make(logical::Expand{group_of(std::move(quads)), std::move(expansion)});
}

parser::Expression constant_of(Term term) {
  parser::Expression constant;
  constant.kind = parser::ExpressionKind::constant;
  constant.constant = std::move(term);
  return constant;
}

const parser::Expression* is_other(Planning& planning, VariableId variable, const std::string& iri) {
  parser::Expression predicate;
  predicate.kind = parser::ExpressionKind::variable;
  predicate.variable = variable;
  parser::Expression condition;
  condition.kind = parser::ExpressionKind::not_equal;
  condition.arguments.push_back(std::move(predicate));
  condition.arguments.push_back(constant_of(Term(TermView::iri(iri))));
  return planning.own(std::move(condition));
}

// The solutions of a pattern of the default graph that are not stated.
NodePtr unstated(Planning& planning, const QuadPattern& quad, const parser::TriplePattern& written) {
  NodePtr node = expanded(*planning.equal, {quad});
  std::array<Slot, 3> triple = quad.slots;
  std::vector<VariableId> hidden;
  if (planning.is_apart() && !triple[0].variable) {  // rows go to the owner of their subject, which is a column for it
    hidden.push_back(planning.new_variable(fmt::format(".subject{}", planning.variables.size())));
    const auto* subject = planning.own(constant_of(std::get<Term>(written.subject)));
    node = make(logical::Extend{std::move(node), hidden.front(), subject});
    triple[0] = Slot::of(hidden.front());
  }
  return logical::without(make(logical::Unstated{std::move(node), triple}), hidden);
}

NodePtr meant_by(Planning& planning, const QuadPattern& quad, const parser::TriplePattern& written) {
  return planning.data.hides_stated() ? unstated(planning, quad, written) : expanded(*planning.equal, {quad});
}

}  // namespace

bool add_meant_patterns(Planning& planning, const std::vector<const parser::TriplePattern*>& patterns,
                        const GraphScope& scope, logical::JoinGroup& group) {
  const GraphScope stored = GraphScope::unnamed_part(), others = scope.named_part();
  std::vector<QuadPattern> together;
  for (const parser::TriplePattern* pattern : patterns) {
    const auto quad = planning.resolve(*pattern, stored);
    if (!quad || !can_match(*quad)) return false;
    if (scope.kind == GraphScope::Kind::everything) {
      std::vector<NodePtr> graphs;
      graphs.push_back(meant_by(planning, *quad, *pattern));
      graphs.push_back(group_of({QuadPattern{quad->slots, others}}));
      group.tables.push_back(make(logical::Distinct{make(logical::Union{std::move(graphs)})}));
    } else if (planning.data.hides_stated()) {
      group.tables.push_back(unstated(planning, *quad, *pattern));
    } else {
      together.push_back(*quad);
    }
  }
  if (!together.empty()) group.tables.push_back(expanded(*planning.equal, std::move(together)));
  return true;
}

NodePtr translate_negated_set(Planning& planning, const parser::PathPattern& path, const GraphScope& scope) {
  VariableSet ends;
  for (const parser::Node* node : {&path.subject, &path.object}) {
    if (const auto* variable = std::get_if<VariableId>(node)) ends.add(*variable);
  }
  std::vector<NodePtr> directions;
  for (const bool backward : {false, true}) {  // each only if it is named (18.2.2.3)
    const std::vector<std::string>& others = backward ? path.path.backward : path.path.forward;
    if (others.empty() && (backward || !path.path.backward.empty())) continue;
    const VariableId predicate = planning.new_variable(fmt::format(".predicate{}", planning.variables.size()));
    const parser::TriplePattern pattern{backward ? path.object : path.subject, predicate,
                                        backward ? path.subject : path.object};
    JoinGroup group;
    if (!add_meant_patterns(planning, {&pattern}, scope, group)) continue;
    for (const std::string& iri : others) group.conditions.push_back(is_other(planning, predicate, iri));
    directions.push_back(logical::project(make(std::move(group)), ends.list()));
  }
  if (directions.empty()) return make(logical::Nothing{ends});
  return make(logical::Union{std::move(directions)});
}

}  // namespace quadrille::query
