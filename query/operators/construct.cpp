#include "query/operators/construct.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::query {

Schema ConstructTriples::schema_of(const Schema& child, bool has_graphs) {
  Schema schema;
  for (VariableId place = 0; place < 3; ++place) schema.columns.push_back({place, false, true});
  if (has_graphs) schema.columns.push_back({3, true, true});
  if (child.distribution == Distribution::first()) schema.distribution = Distribution::first();
  return schema;
}

ConstructTriples::ConstructTriples(OperatorPtr child, const parser::Query& query)
    : Pipe(schema_of(child->schema(), constructs_quads(query)), std::move(child)) {
  for (const auto& [triple, graph] : query.construct_template) {
    template_.push_back(
        {{place_of(triple.subject), place_of(triple.predicate), place_of(triple.object)}, std::nullopt});
    if (graph) template_.back().graph = place_of(*graph);
  }
  estimated_rows = child_->estimated_rows * static_cast<double>(template_.size());
}

ConstructTriples::Place ConstructTriples::place_of(const parser::Node& node) {
  if (const auto* term = std::get_if<Term>(&node)) {
    if (term->kind != TermKind::blank || is_stored_blank(term->view())) return {Place::Kind::constant, 0, *term, {}};
    const std::size_t number = blanks_.try_emplace(term->text, blanks_.size()).first->second;
    return {Place::Kind::blank, number, *term, {}};
  }
  if (const auto column = child_->schema().column_of(std::get<VariableId>(node))) {
    return {Place::Kind::column, *column, {}, {}};
  }
  return {};
}

std::string ConstructTriples::text_of(const Place& place, const PlanWords& words) const {
  switch (place.kind) {
    case Place::Kind::column:
      return words.variable(child_->schema().columns[place.number].variable);
    case Place::Kind::blank:
      return fmt::format("_:{}", place.term.text);
    case Place::Kind::constant:
      return words.term(place.term.view());
    case Place::Kind::unbound:
      break;
  }
  return "UNDEF";
}

Details ConstructTriples::details(const PlanWords& words) const {
  std::string text;
  for (const auto& [triple, graph] : template_) {
    if (text.size() > PlanWords::kLongest) break;
    std::string quad =
        fmt::format("{} {} {}", text_of(triple[0], words), text_of(triple[1], words), text_of(triple[2], words));
    if (graph) quad = fmt::format("GRAPH {} {{ {} }}", text_of(*graph, words), quad);
    text += fmt::format("{}{}", text.empty() ? "" : " . ", quad);
  }
  return {{"template", shortened(std::move(text), PlanWords::kLongest)}};
}

void ConstructTriples::do_open(Context& context) {
  Pipe::do_open(context);
  const auto find = [&context](Place& place) {
    if (place.kind != Place::Kind::constant) return;
    place.huri = context.dictionary.find(place.term.view());
    if (place.huri.is_unbound()) place.huri = context.dictionary.intern(place.term.view());
  };
  for (auto& [triple, graph] : template_) {
    for (Place& place : triple) find(place);
    if (graph) find(*graph);
  }
}

void ConstructTriples::begin(Context&, Table& input) {
  input_ = &input;
  next_row_ = 0;
}

Huri ConstructTriples::value(const Place& place, std::size_t row) const {
  switch (place.kind) {
    case Place::Kind::column:
      return std::as_const(*input_).column(place.number)[row];
    case Place::Kind::blank:
      return blank_huris_[place.number];
    case Place::Kind::constant:
      return place.huri;
    case Place::Kind::unbound:
      return kUnbound;
  }
  return kUnbound;
}

namespace {

bool is_node(Huri huri) {
  return !huri.is_unbound() && !huri.is_only_object();
}

}  // namespace

void ConstructTriples::add(const Quad& quad, std::size_t from, Table& out) const {
  const auto& [s, p, o] = quad.triple;
  const Huri subject = value(s, from), predicate = value(p, from), object = value(o, from);
  if (!is_node(subject) || !predicate.is_iri() || object.is_unbound()) return;
  const Huri graph = quad.graph ? value(*quad.graph, from) : kUnbound;
  if (quad.graph && !is_node(graph)) return;
  const std::size_t row = out.rows();
  out.resize(row + 1);
  out.column(0)[row] = subject;
  out.column(1)[row] = predicate;
  out.column(2)[row] = object;
  if (schema().columns.size() > 3) out.column(3)[row] = graph;
}

bool ConstructTriples::emit(Context& context, Table& out) {
  blank_huris_.resize(blanks_.size());
  for (; next_row_ < input_->rows() && out.rows() < context.chunk_rows; ++next_row_) {
    for (std::size_t blank = 0; blank < blanks_.size(); ++blank) {
      const std::string label = fmt::format("c{}x{}x{}", context.team.rank(), solutions_, blank);
      blank_huris_[blank] = context.dictionary.intern(TermView::blank(label));
    }
    ++solutions_;
    for (const Quad& quad : template_) add(quad, next_row_, out);
  }
  return next_row_ < input_->rows();
}

}  // namespace quadrille::query
