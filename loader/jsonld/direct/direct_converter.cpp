#include "loader/jsonld/direct/direct_converter.hpp"

#include "loader/jsonld/context/iri_form.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::size_t kMostContexts = 100;

}  // namespace

KeyPlans& DirectConverter::plans_of(const ContextPtr& active) {
  std::unique_ptr<KeyPlans>& plans = plans_[active.get()];
  if (!plans) plans = std::make_unique<KeyPlans>(contexts_, active);
  return *plans;
}

bool DirectConverter::convert(const ContextPtr& active, Value element, DirectPlace place, std::string_view graph,
                              Arena& arena, QuadSink& sink) {
  if (!element.is_object() || active->previous || rdf_direction_ == RdfDirection::compound_literal) return false;
  if (plans_.size() > kMostContexts) plans_.clear();
  for (const auto& [context, plans] : plans_) plans->trim();
  arena_ = &arena;
  quads_.clear();
  TermView subject;
  if (place == DirectPlace::document ? !document(active, element) : !node(active, element, subject)) return false;
  pass_on(graph, sink);
  return true;
}

// {"@context": ..., "@graph": [...]} or a node.
bool DirectConverter::document(const ContextPtr& active, Value element) {
  ContextPtr context = active;
  if (const Value* const local = element.find("@context")) context = contexts_.process(active, *local, base_url_);
  KeyPlans& plans = plans_of(context);
  Value graph;
  bool has_graph = false, has_others = false;
  for (const Member& member : element.members()) {
    const KeyAction action = plans.key(member.key).action;
    if (action == KeyAction::graph) {
      if (has_graph) return false;
      graph = member.value;
      has_graph = true;
    } else {
      has_others |= action != KeyAction::context && action != KeyAction::ignored;
    }
  }
  TermView subject;
  if (!has_graph) return node(active, element, subject);
  if (has_others || context->previous) return false;
  for (const Value item : as_array(graph, *arena_).items()) {
    if (!item.is_object() || !node(context, item, subject)) return false;
  }
  return true;
}

bool DirectConverter::node(const ContextPtr& active, Value element, TermView& subject) {
  ContextPtr context = active;
  if (const Value* const local = element.find("@context")) context = contexts_.process(active, *local, base_url_);
  if (context->previous) return false;
  KeyPlans& plans = plans_of(context);
  bool has_id = false;
  for (const Member& member : element.members()) {
    switch (plans.key(member.key).action) {
      case KeyAction::id: {
        bool is_emitted = false;
        if (has_id || !member.value.is_string()) return false;
        if (!reference(plans, member.value.text(), Coercion::document_iri, subject, is_emitted) || !is_emitted) {
          return false;
        }
        has_id = true;
        break;
      }
      case KeyAction::ignored:
      case KeyAction::context:
      case KeyAction::type:
      case KeyAction::property:
        break;
      default:
        return false;
    }
  }
  if (!has_id) subject = blank(blank_nodes_.generate(*arena_));
  return entries(plans, element, subject);
}

bool DirectConverter::entries(KeyPlans& plans, Value element, TermView subject) {
  for (const Member& member : element.members()) {
    const KeyPlan& plan = plans.key(member.key);
    if (plan.action == KeyAction::type && !types(plans, member.value, subject)) return false;
    if (plan.action == KeyAction::property && !values(plans, plan, member.value, subject)) return false;
  }
  return true;
}

bool DirectConverter::types(KeyPlans& plans, Value types, TermView subject) {
  for (const Value& type : types.is_array() ? types.items() : std::span<Value>(&types, 1)) {
    if (!type.is_string()) return false;
    const TypePlan& plan = plans.type(type.text());
    if (plan.is_unsupported) return false;
    if (!plan.is_emitted) continue;
    emit(subject, iri::kRdfType,
         plan.is_blank ? blank(blank_nodes_.relabel(plan.iri, *arena_)) : TermView::iri(plan.iri));
  }
  return true;
}

bool DirectConverter::values(KeyPlans& plans, const KeyPlan& plan, Value value, TermView subject) {
  if (plan.coercion == Coercion::json) {
    if (plan.is_emitted) literal(plan, value, subject, plan.predicate);
    return true;
  }
  if (value.is_null()) return true;
  if (plan.is_list) return !value.is_object() && list(plans, plan, as_array(value, *arena_), subject, plan.predicate);
  if (!value.is_array()) return this->value(plans, plan, value, subject, plan.predicate);
  for (const Value item : value.items()) {
    if (item.is_array()) return false;
    if (!this->value(plans, plan, item, subject, plan.predicate)) return false;
  }
  return true;
}

// A value that is no array.
bool DirectConverter::value(KeyPlans& plans, const KeyPlan& plan, Value value, TermView subject,
                            std::string_view predicate) {
  if (value.is_null()) return true;
  if (value.is_object()) return object(plans, plan, value, subject, predicate);
  if (value.is_string() && plan.coercion != Coercion::literal) {
    TermView term;
    bool is_emitted = false;
    KeyPlans& inner = plan.scoped ? plans_of(plan.scoped) : plans;
    if (!reference(inner, value.text(), plan.coercion, term, is_emitted)) return false;
    if (is_emitted && plan.is_emitted) emit(subject, predicate, term);
    return true;
  }
  if (plan.is_emitted) literal(plan, value, subject, predicate);
  return true;
}

// A node, a value object or a list.
bool DirectConverter::object(KeyPlans& plans, const KeyPlan& plan, Value object, TermView subject,
                             std::string_view predicate) {
  for (const Member& member : object.members()) {
    const KeyAction action = plans.key(member.key).action;
    const bool is_list = action == KeyAction::list;
    if (action != KeyAction::value && !is_list) continue;
    if (plan.scoped || !plan.is_emitted || object.has("@context")) return false;
    if (!is_list) return value_object(plans, object, subject, predicate);
    return object.size() == 1 && list(plans, plan, as_array(member.value, *arena_), subject, predicate);
  }
  TermView inner;
  if (!node(plan.scoped ? plan.scoped : plans.active(), object, inner)) return false;
  if (plan.is_emitted) emit(subject, predicate, inner);
  return true;
}

bool DirectConverter::list(KeyPlans& plans, const KeyPlan& plan, Value items, TermView subject,
                           std::string_view predicate) {
  if (!plan.is_emitted) return false;
  for (const Value item : items.items()) {
    if (item.is_null()) continue;
    if (item.is_array()) return false;
    const TermView cell = blank(blank_nodes_.generate(*arena_));
    emit(subject, predicate, cell);
    if (!value(plans, plan, item, cell, iri::kRdfFirst)) return false;
    subject = cell;
    predicate = iri::kRdfRest;
  }
  emit(subject, predicate, TermView::iri(iri::kRdfNil));
  return true;
}

void DirectConverter::pass_on(std::string_view graph, QuadSink& sink) {
  QuadView view;
  if (graph.starts_with("_:")) {
    view.graph = blank(graph);
  } else if (graph != "@default") {
    if (!is_well_formed_iri(graph)) return;
    view.graph = TermView::iri(graph);
  }
  const char* last_subject = nullptr;
  const char* last_predicate = nullptr;
  for (const Quad& quad : quads_) {
    // The same bytes are the same text; nodes without a label have bytes of their own.
    view.same_subject = quad.subject.text.data() == last_subject;
    view.same_predicate = quad.predicate.data() == last_predicate;
    last_subject = quad.subject.text.data();
    last_predicate = quad.predicate.data();
    view.subject = quad.subject;
    view.predicate = TermView::iri(quad.predicate);
    view.object = quad.object;
    sink.quad(view);
  }
}

}  // namespace quadrille::jsonld
