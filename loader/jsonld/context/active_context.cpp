#include "loader/jsonld/context/active_context.hpp"

#include <algorithm>

namespace quadrille::jsonld {

namespace {

bool is_same_scope(const std::shared_ptr<const ScopedContext>& a, const std::shared_ptr<const ScopedContext>& b) {
  if (!a || !b) return !a && !b;
  return a->base_url == b->base_url && is_equal(a->local->value, b->local->value);
}

}  // namespace

bool is_same_definition(const TermDefinition& a, const TermDefinition& b) {
  return a.iri == b.iri && a.prefix == b.prefix && a.reverse == b.reverse && a.containers == b.containers &&
         a.type == b.type && a.language == b.language && a.direction == b.direction && a.index == b.index &&
         a.nest == b.nest && is_same_scope(a.context, b.context);
}

bool ActiveContext::has_protected_terms() const {
  return std::any_of(terms.begin(), terms.end(), [](const auto& entry) { return entry.second->is_protected; });
}

ContextPtr make_initial_context(const std::optional<std::string>& base_iri,
                                const std::optional<std::string>& original_base_url) {
  auto context = std::make_shared<ActiveContext>();
  context->base_iri = base_iri;
  context->original_base_url = original_base_url;
  return context;
}

}  // namespace quadrille::jsonld
