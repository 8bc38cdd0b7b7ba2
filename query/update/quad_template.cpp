#include "query/update/quad_template.hpp"

#include <algorithm>

#include "query/update/quad_changes.hpp"

namespace quadrille::query {

VariableSet variables_of(std::span<const parser::QuadPattern> patterns) {
  VariableSet variables;
  const auto add = [&](const parser::Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) variables.add(*variable);
  };
  for (const auto& [triple, graph] : patterns) {
    add(triple.subject), add(triple.predicate), add(triple.object);
    if (graph) add(*graph);
  }
  return variables;
}

QuadTemplate::QuadTemplate(std::span<const parser::QuadPattern> patterns, const std::optional<std::string>& with,
                           const Schema& solutions, Unknown unknown, QueryDictionary& terms) {
  Place here;
  here.huri = kDefaultGraph;
  if (with) here = constant(TermView::iri(*with), unknown, terms);
  for (const auto& [triple, graph] : patterns) {
    const auto place = [&](const parser::Node& node) { return place_of(node, solutions, unknown, terms); };
    const std::array<Place, 4> places{place(triple.subject), place(triple.predicate), place(triple.object),
                                      graph ? place(*graph) : here};
    const bool is_never = std::any_of(places.begin(), places.end(), [](const Place& each) {
      return each.kind == Place::Kind::constant && each.huri.is_unbound();
    });
    if (!is_never) places_.push_back(places);
  }
}

QuadTemplate::Place QuadTemplate::constant(TermView term, Unknown unknown, QueryDictionary& terms) const {
  Huri huri = terms.find(term);
  if (huri.is_unbound() && unknown == Unknown::bear) huri = terms.intern(term);
  return {Place::Kind::constant, huri, 0};
}

QuadTemplate::Place QuadTemplate::place_of(const parser::Node& node, const Schema& solutions, Unknown unknown,
                                           QueryDictionary& terms) {
  if (const auto* variable = std::get_if<VariableId>(&node)) {
    const auto column = solutions.column_of(*variable);
    if (!column) return {};
    return {Place::Kind::column, {}, *column};
  }
  const Term& term = std::get<Term>(node);
  if (term.kind != TermKind::blank || is_stored_blank(term.view())) return constant(term.view(), unknown, terms);
  const auto known = std::find(blanks_.begin(), blanks_.end(), term.text);
  const auto number = static_cast<std::size_t>(known - blanks_.begin());
  if (known == blanks_.end()) blanks_.push_back(term.text);
  return {Place::Kind::blank, {}, number};
}

void QuadTemplate::instantiate(const Table& solutions, std::uint64_t& placeholders, std::vector<Quad>& out) const {
  for (std::size_t row = 0; row < solutions.rows(); ++row) {
    const auto value = [&](const Place& place) {
      switch (place.kind) {
        case Place::Kind::column:
          return solutions.column(place.number)[row];
        case Place::Kind::blank:
          return blank_placeholder(placeholders + place.number);
        default:
          return place.huri;
      }
    };
    for (const auto& [subject, predicate, object, graph] : places_) {
      const Quad quad{value(subject), value(predicate), value(object), value(graph)};
      if (is_well_formed(quad)) out.push_back(quad);
    }
    placeholders += blanks_.size();
  }
}

}  // namespace quadrille::query
