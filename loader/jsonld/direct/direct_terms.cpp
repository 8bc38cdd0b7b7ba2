#include "base/text.hpp"
#include "loader/jsonld/context/expand_iri.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/direct/direct_converter.hpp"
#include "loader/jsonld/rdf/literal.hpp"

namespace quadrille::jsonld {

namespace {

// The literal with its bytes in the arena.
TermView in_arena(TermView literal, Arena& arena) {
  literal.text = arena.copy(literal.text);
  literal.datatype = arena.copy(literal.datatype);
  literal.language = arena.copy(literal.language);
  return literal;
}

}  // namespace

// An IRI or a blank node. False: the direct path does not read it.
bool DirectConverter::reference(KeyPlans& plans, std::string_view text, Coercion coercion, TermView& term,
                                bool& is_emitted) {
  if (coercion == Coercion::vocab_iri) {
    const TypePlan& plan = plans.type(text);
    is_emitted = plan.is_emitted;
    term = plan.is_blank ? blank(blank_nodes_.relabel(plan.iri, *arena_)) : TermView::iri(plan.iri);
    return !plan.iri.empty();
  }
  const auto colon = text.find(':');
  std::string_view iri = text;
  if (colon == std::string_view::npos || colon == 0 || !text.substr(colon + 1).starts_with("//")) {
    const auto expanded = expand_iri(*plans.active(), text, IriRole::document_relative);
    if (!expanded) return false;
    iri = *expanded == text ? text : arena_->copy(*expanded);
  }
  if (is_blank_node_identifier(iri)) {
    term = blank(blank_nodes_.relabel(iri, *arena_));
    is_emitted = true;
  } else {
    term = TermView::iri(iri);
    is_emitted = is_well_formed_iri(iri);
  }
  return true;
}

// A string, a number or a boolean; any value for JSON literals.
void DirectConverter::literal(const KeyPlan& plan, Value scalar, TermView subject, std::string_view predicate) {
  const bool has_direction = plan.direction != Direction::none;
  TypedValue typed;
  if (scalar.is_string() && plan.coercion != Coercion::json && plan.datatype.empty()) {
    if (!has_direction) {
      const TermView plain = TermView::string(scalar.text());
      return emit(subject, predicate,
                  plan.language.empty() ? plain : TermView::language_string(scalar.text(), plan.language));
    }
    typed.language = plan.language;
    typed.direction = plan.direction;
  }
  typed.value = scalar;
  typed.type = plan.coercion == Coercion::json ? std::string_view("@json") : std::string_view(plan.datatype);
  if (typed.type == plan.datatype && scalar.is_string() && !has_direction) {
    return emit(subject, predicate, TermView::literal(scalar.text(), plan.datatype));
  }
  LiteralBytes bytes;
  emit(subject, predicate, in_arena(literal_of(typed, rdf_direction_, bytes), *arena_));
}

bool DirectConverter::value_object(KeyPlans& plans, Value object, TermView subject, std::string_view predicate) {
  TypedValue typed;
  for (const Member& member : object.members()) {
    const KeyAction action = plans.key(member.key).action;
    if (action == KeyAction::value && typed.value.is_null()) {
      typed.value = member.value;
    } else if (action == KeyAction::type && member.value.is_string() && typed.type.empty()) {
      const TypePlan& plan = plans.type(member.value.text());
      typed.type = plan.iri;
      if (plan.is_unsupported || (!plan.is_emitted && plan.iri != "@json") || plan.is_blank) return false;
    } else if (action == KeyAction::language && member.value.is_string() && typed.language.empty()) {
      typed.language = member.value.text();
      if (!is_well_formed_language(typed.language)) return false;
    } else if (action == KeyAction::direction && member.value.is_string()) {
      typed.direction = direction_named(member.value.text()).value_or(Direction::none);
      if (typed.direction == Direction::none) return false;
    } else if (action != KeyAction::ignored) {
      return false;
    }
  }
  const bool has_text = !typed.language.empty() || typed.direction != Direction::none;
  if (typed.value.is_null() || (has_text && !(typed.type.empty() && typed.value.is_string()))) return false;
  if (typed.type != "@json" && !typed.value.is_scalar()) return false;
  LiteralBytes bytes;
  emit(subject, predicate, in_arena(literal_of(typed, rdf_direction_, bytes), *arena_));
  return true;
}

}  // namespace quadrille::jsonld
