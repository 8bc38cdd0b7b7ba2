#include "query/operators/construct.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::query {

Schema ConstructTriples::schema_of(const Schema& child) {
  Schema schema;
  for (VariableId place = 0; place < 3; ++place) schema.columns.push_back({place, false, true});
  if (child.distribution == Distribution::first()) schema.distribution = Distribution::first();
  return schema;
}

ConstructTriples::ConstructTriples(OperatorPtr child, const std::vector<parser::TriplePattern>& patterns)
    : Pipe(schema_of(child->schema()), std::move(child)) {
  for (const auto& pattern : patterns) {
    places_.push_back({place_of(pattern.subject), place_of(pattern.predicate), place_of(pattern.object)});
  }
  estimated_rows = child_->estimated_rows * static_cast<double>(places_.size());
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

Details ConstructTriples::details(const PlanWords& words) const {
  const auto text_of = [&](const Place& place) -> std::string {
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
  };
  std::string text;
  for (const auto& [subject, predicate, object] : places_) {
    if (text.size() > PlanWords::kLongest) break;
    text += fmt::format("{}{} {} {}", text.empty() ? "" : " . ", text_of(subject), text_of(predicate), text_of(object));
  }
  return {{"template", shortened(std::move(text), PlanWords::kLongest)}};
}

void ConstructTriples::do_open(Context& context) {
  Pipe::do_open(context);
  for (auto& pattern : places_) {
    for (Place& place : pattern) {
      if (place.kind != Place::Kind::constant) continue;
      place.huri = context.dictionary.find(place.term.view());
      if (place.huri.is_unbound()) place.huri = context.dictionary.intern(place.term.view());
    }
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

bool ConstructTriples::emit(Context& context, Table& out) {
  blank_huris_.resize(blanks_.size());
  for (; next_row_ < input_->rows() && out.rows() < context.chunk_rows; ++next_row_) {
    for (std::size_t blank = 0; blank < blanks_.size(); ++blank) {
      const std::string label = fmt::format("c{}x{}x{}", context.team.rank(), solutions_, blank);
      blank_huris_[blank] = context.dictionary.intern(TermView::blank(label));
    }
    ++solutions_;
    for (const auto& [s, p, o] : places_) {
      const Huri subject = value(s, next_row_), predicate = value(p, next_row_), object = value(o, next_row_);
      if (subject.is_unbound() || subject.is_only_object() || !predicate.is_iri() || object.is_unbound()) continue;
      const std::size_t row = out.rows();
      out.resize(row + 1);
      out.column(0)[row] = subject;
      out.column(1)[row] = predicate;
      out.column(2)[row] = object;
    }
  }
  return next_row_ < input_->rows();
}

}  // namespace quadrille::query
