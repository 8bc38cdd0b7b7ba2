#include "loader/jsonld/direct/key_plans.hpp"

#include "base/text.hpp"
#include "loader/jsonld/context/expand_iri.hpp"
#include "loader/jsonld/context/iri_form.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::size_t kMostPlans = 10'000;

KeyAction action_of(Keyword keyword) {
  switch (keyword) {
    case Keyword::context:
      return KeyAction::context;
    case Keyword::id:
      return KeyAction::id;
    case Keyword::type:
      return KeyAction::type;
    case Keyword::graph:
      return KeyAction::graph;
    case Keyword::value:
      return KeyAction::value;
    case Keyword::language:
      return KeyAction::language;
    case Keyword::direction:
      return KeyAction::direction;
    case Keyword::list:
      return KeyAction::list;
    default:
      return KeyAction::unsupported;
  }
}

template <class Plan, class Make>
const Plan& remembered(StringMap<Plan>& plans, std::string_view name, const Make& make) {
  if (const auto found = plans.find(name); found != plans.end()) return found->second;
  return plans.emplace(std::string(name), make(name)).first->second;
}

}  // namespace

const KeyPlan& KeyPlans::key(std::string_view key) {
  return remembered(keys_, key, [this](std::string_view name) { return make_key(name); });
}

const TypePlan& KeyPlans::type(std::string_view name) {
  return remembered(types_, name, [this](std::string_view of) { return make_type(of); });
}

KeyPlan KeyPlans::make_key(std::string_view key) {
  static const TermDefinition kUndefined;
  KeyPlan plan;
  const auto iri = expand_iri(*active_, key, IriRole::vocab);
  if (!iri) return plan;
  if (const Keyword keyword = keyword_of(*iri); keyword != Keyword::none) {
    plan.action = action_of(keyword);
    return plan;
  }
  if (iri->find(':') == std::string::npos) return plan;
  plan.predicate = *iri;
  plan.is_emitted = is_well_formed_iri(*iri);
  const TermDefinition* const definition = active_->find(key);
  plan_property(plan, key, definition ? *definition : kUndefined);
  return plan;
}

// The context of the values. False if the term means something else in it.
bool KeyPlans::set_scope(KeyPlan& plan, std::string_view key, const TermDefinition& definition) {
  ContextFlags flags;
  flags.override_protected = true;
  plan.scoped = contexts_.process_scoped(active_, *definition.context, flags);
  const TermDefinition* const inner = plan.scoped->find(key);
  return !plan.scoped->previous && inner && is_same_definition(definition, *inner);
}

void KeyPlans::plan_property(KeyPlan& plan, std::string_view key, const TermDefinition& definition) {
  constexpr Containers kPlain = kSetContainer | kListContainer;
  bool is_common = !definition.reverse && !(definition.containers & ~kPlain);
  plan.is_list = definition.contains(kListContainer);
  if (definition.type == "@json") {
    plan.coercion = Coercion::json;
    is_common &= !plan.is_list;
  } else if (definition.type == "@id") {
    plan.coercion = Coercion::document_iri;
  } else if (definition.type == "@vocab") {
    plan.coercion = Coercion::vocab_iri;
  } else if (!definition.type.empty() && definition.type != "@none") {
    plan.datatype = definition.type;
    is_common &= is_well_formed_iri(plan.datatype);
  }
  if (definition.context) is_common &= set_scope(plan, key, definition);
  const ActiveContext& context = plan.scoped ? *plan.scoped : *active_;
  plan.language = to_lower(definition.language ? *definition.language : context.default_language);
  plan.direction = definition.direction.value_or(context.default_direction);
  is_common &= plan.language.empty() || is_well_formed_language(plan.language);
  plan.action = is_common ? KeyAction::property : KeyAction::unsupported;
}

void KeyPlans::trim() {
  if (keys_.size() > kMostPlans) keys_.clear();
  if (types_.size() > kMostPlans) types_.clear();
}

TypePlan KeyPlans::make_type(std::string_view name) const {
  TypePlan plan;
  const TermDefinition* const definition = active_->find(name);
  plan.is_unsupported = definition && definition->context;
  const auto iri = expand_iri(*active_, name, IriRole::vocab_document_relative);
  if (!iri) return plan;
  plan.iri = *iri;
  plan.is_blank = is_blank_node_identifier(plan.iri);
  plan.is_emitted = plan.is_blank || is_well_formed_iri(plan.iri);
  return plan;
}

}  // namespace quadrille::jsonld
