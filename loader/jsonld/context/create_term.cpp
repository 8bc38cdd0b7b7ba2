#include "loader/jsonld/context/create_term.hpp"

#include <algorithm>
#include <array>

#include "loader/jsonld/context/container_mapping.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/context/term_entries.hpp"

namespace quadrille::jsonld {

namespace {

bool has_inner_colon(std::string_view term) {
  const auto colon = term.find(':', 1);
  return colon != std::string_view::npos && colon + 1 < term.size();
}

bool is_iri_or_blank(const std::optional<std::string>& iri) {
  return iri && (has_scheme(*iri) || is_blank_node_identifier(*iri));
}

}  // namespace

TermCreator::TermCreator(ContextProcessor& processor, const std::shared_ptr<ActiveContext>& active, Value local,
                         const std::optional<std::string>& base_url, ContextFlags flags, const RemoteChain& chain)
    : processor_(processor), active_(active), local_(local), base_url_(base_url), flags_(flags), chain_(chain) {
  protect_ = boolean_entry(local, "@protected", ErrorCode::invalid_protected_value);
  define_needed_ = [this](std::string_view term) {
    const auto found = defined_.find(term);
    if (local_.has(term) && !(found != defined_.end() && found->second)) create(term);
  };
}

std::optional<std::string> TermCreator::expand(std::string_view text) {
  return expand_iri(*active_, text, IriRole::vocab, &define_needed_);
}

// Step 4: @type may only become a set, and protected.
void TermCreator::check_type_term(Value value) const {
  bool is_allowed = !is_1_0() && value.size() > 0;
  for (const Member& member : value.members()) {
    is_allowed &= member.key == "@protected" || (member.key == "@container" && member.value.is_text("@set"));
  }
  if (!is_allowed || !value.is_object()) {
    refuse(ErrorCode::keyword_redefinition,
           "a context may only give @type the entries \"@container\": \"@set\" and @protected");
  }
}

void TermCreator::create(std::string_view term) {
  const auto [entry, is_new] = defined_.emplace(term, false);
  if (!is_new) {
    if (entry->second) return;
    refuse(ErrorCode::cyclic_iri_mapping, "the IRI of the term '{}' depends on itself", term);
  }
  if (term.empty()) refuse(ErrorCode::invalid_term_definition, "a term is empty");
  Value value = local_.at(term);
  if (term == "@type") {
    check_type_term(value);
  } else if (is_keyword(term)) {
    refuse(ErrorCode::keyword_redefinition, "the keyword {} cannot be a term", term);
  } else if (has_keyword_form(term)) {
    return;
  }
  const bool is_simple = value.is_string();
  Arena arena;
  if (!value.is_object()) {
    if (!value.is_null() && !is_simple) {
      refuse(ErrorCode::invalid_term_definition, "the definition of the term '{}' is an object, an IRI or null, not {}",
             term, name_with_article(value.kind()));
    }
    const Value id = value;
    value = Value::object(arena);
    value.set(arena, "@id", id);
  }
  const auto found = active_->terms.find(term);
  const DefinitionPtr previous = found == active_->terms.end() ? nullptr : found->second;
  if (previous) active_->terms.erase(found);

  TermDefinition definition;
  definition.is_protected = protect_;
  check_1_0_entries(term, value, processor_.mode());
  if (value.has("@protected"))
    definition.is_protected = boolean_entry(value, "@protected", ErrorCode::invalid_protected_value);
  set_type(term, value, definition);
  if (value.has("@reverse")) {
    if (!set_reverse(term, value, definition)) return;
  } else {
    if (!set_iri(term, value, is_simple, definition)) return;
    set_container(term, value, definition, processor_.mode());
    set_context(term, value, definition);
    set_language_and_direction(term, value, definition);
    set_nest(term, value, definition);
    set_prefix(term, value, definition);
    check_term_entries(term, value);
  }
  set_index(term, value, definition);
  if (!flags_.override_protected && previous && previous->is_protected) {
    if (!is_same_definition(definition, *previous)) {
      refuse(ErrorCode::protected_term_redefinition, "the term '{}' is protected and cannot be defined again", term);
    }
    definition = *previous;
  }
  define(term, std::move(definition));
}

void TermCreator::define(std::string_view term, TermDefinition definition) {
  if (definition.iri) definition.keyword = keyword_of(*definition.iri);
  active_->terms.insert_or_assign(std::string(term), std::make_shared<const TermDefinition>(std::move(definition)));
  defined_.find(term)->second = true;
}

// Step 12.
void TermCreator::set_type(std::string_view term, Value value, TermDefinition& definition) {
  const Value* const type = value.find("@type");
  if (!type) return;
  if (!type->is_string()) {
    refuse(ErrorCode::invalid_type_mapping, "@type of the term '{}' must be an IRI, not {}", term,
           name_with_article(type->kind()));
  }
  const std::string iri = expand(type->text()).value_or("");
  const bool is_new_keyword = iri == "@json" || iri == "@none";
  const bool is_known = iri == "@id" || iri == "@vocab" || (is_new_keyword && !is_1_0());
  if (!is_known && !has_scheme(iri)) {
    refuse(ErrorCode::invalid_type_mapping,
           "@type of the term '{}' must be an IRI, @id, @vocab, @json or @none, not '{}'", term, type->text());
  }
  definition.type = iri;
}

// Step 13.
bool TermCreator::set_reverse(std::string_view term, Value value, TermDefinition& definition) {
  if (value.has("@id") || value.has("@nest")) {
    refuse(ErrorCode::invalid_reverse_property, "the term '{}' has @reverse, so it may not have @id or @nest", term);
  }
  const Value reverse = value.at("@reverse");
  if (!reverse.is_string()) {
    refuse(ErrorCode::invalid_iri_mapping, "@reverse of the term '{}' must be an IRI", term);
  }
  if (has_keyword_form(reverse.text()) && !is_keyword(reverse.text())) return false;
  definition.iri = expand(reverse.text());
  if (!is_iri_or_blank(definition.iri)) {
    refuse(ErrorCode::invalid_iri_mapping, "@reverse of the term '{}' is '{}', which is no IRI", term, reverse.text());
  }
  if (const Value* const container = value.find("@container"); container && !container->is_null()) {
    if (!container->is_text("@set") && !container->is_text("@index")) {
      refuse(ErrorCode::invalid_reverse_property, "the term '{}' has @reverse, so its @container is @set or @index",
             term);
    }
    definition.containers = container->is_text("@set") ? kSetContainer : kIndexContainer;
  }
  definition.reverse = true;
  return true;
}

// Steps 14 to 18.
bool TermCreator::set_iri(std::string_view term, Value value, bool is_simple, TermDefinition& definition) {
  const Value* const id = value.find("@id");
  if (id && !id->is_text(term)) return id->is_null() || set_given_iri(term, *id, is_simple, definition);
  if (term.find(':', 1) != std::string_view::npos) {
    const auto colon = term.find(':');
    const std::string_view prefix = term.substr(0, colon);
    define_needed_(prefix);
    const TermDefinition* const found = active_->find(prefix);
    definition.iri = found && found->iri ? *found->iri + std::string(term.substr(colon + 1)) : std::string(term);
  } else if (term.find('/') != std::string_view::npos) {
    definition.iri = expand_iri(*active_, term, IriRole::vocab);
    if (!definition.iri || !has_scheme(*definition.iri)) {
      refuse(ErrorCode::invalid_iri_mapping, "the term '{}' is a relative reference, and there is no @vocab", term);
    }
  } else if (term == "@type") {
    definition.iri = "@type";
  } else if (active_->vocabulary) {
    definition.iri = *active_->vocabulary + std::string(term);
  } else {
    refuse(ErrorCode::invalid_iri_mapping, "the term '{}' has no @id, and the context has no @vocab", term);
  }
  return true;
}

// Step 14.2.
bool TermCreator::set_given_iri(std::string_view term, Value id, bool is_simple, TermDefinition& definition) {
  if (!id.is_string()) {
    refuse(ErrorCode::invalid_iri_mapping, "@id of the term '{}' must be an IRI or null, not {}", term,
           name_with_article(id.kind()));
  }
  if (has_keyword_form(id.text()) && !is_keyword(id.text())) return false;
  definition.iri = expand(id.text());
  if (definition.iri == "@context") {
    refuse(ErrorCode::invalid_keyword_alias, "the term '{}' cannot be an alias of @context", term);
  }
  if (!is_iri_or_blank(definition.iri) && !(definition.iri && is_keyword(*definition.iri))) {
    refuse(ErrorCode::invalid_iri_mapping, "@id of the term '{}' is '{}', which is no IRI", term, id.text());
  }
  const bool has_slash = term.find('/') != std::string_view::npos;
  if (has_inner_colon(term) || has_slash) {
    defined_.find(term)->second = true;
    if (expand(term) != definition.iri) {
      refuse(ErrorCode::invalid_iri_mapping, "the term '{}' is an IRI itself, so it cannot stand for '{}'", term,
             *definition.iri);
    }
  }
  const bool has_colon = term.find(':') != std::string_view::npos;
  definition.prefix = !has_colon && !has_slash && is_simple &&
                      (ends_with_gen_delim(*definition.iri) || is_blank_node_identifier(*definition.iri));
  return true;
}

// Step 20.
void TermCreator::set_index(std::string_view term, Value value, TermDefinition& definition) {
  const Value* const index = value.find("@index");
  if (!index) return;
  const auto iri = index->is_string() ? expand(index->text()) : std::nullopt;
  if (!definition.contains(kIndexContainer) || !iri || !has_scheme(*iri)) {
    refuse(ErrorCode::invalid_term_definition,
           "@index of the term '{}' must be a property, and its @container must have @index", term);
  }
  definition.index = index->text();
}

// Step 21. The context is processed to find its errors now; its use processes it again.
void TermCreator::set_context(std::string_view term, Value value, TermDefinition& definition) {
  const Value* const context = value.find("@context");
  if (!context) return;
  ContextFlags flags;
  flags.override_protected = true;
  flags.validate_scoped_context = false;
  try {
    processor_.process_in_chain(std::make_shared<ActiveContext>(*active_), *context, base_url_, flags, chain_);
  } catch (const JsonLdError& error) {
    refuse(ErrorCode::invalid_scoped_context, "the context of the term '{}': {}", term, error.what());
  }
  definition.context = std::make_shared<ScopedContext>(ScopedContext{own_copy(*context), base_url_});
}

}  // namespace quadrille::jsonld
