#include "loader/jsonld/context/inverse_context.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::pair<Container, std::string_view> kContainerNames[] = {
    {kGraphContainer, "@graph"},       {kIdContainer, "@id"},     {kIndexContainer, "@index"},
    {kLanguageContainer, "@language"}, {kListContainer, "@list"}, {kSetContainer, "@set"},
    {kTypeContainer, "@type"},
};

std::string container_key(Containers containers) {
  std::string key;
  for (const auto& [container, name] : kContainerNames) {
    if (containers & container) key += name;
  }
  return key.empty() ? "@none" : key;
}

// Steps 3.13 to 3.15: the key of a definition that has a language or a direction mapping.
std::string language_key(const TermDefinition& definition) {
  const std::string language = definition.language.value_or("");
  const Direction direction = definition.direction.value_or(Direction::none);
  const std::string key = language_direction(language, direction);
  if (!key.empty()) return key;
  return definition.language ? "@null" : "@none";
}

}  // namespace

std::string language_direction(std::string_view language, Direction direction) {
  std::string key = to_lower(language);
  if (direction != Direction::none) key.append("_").append(name_of(direction));
  return key;
}

InverseContext::InverseContext(const ActiveContext& context) {
  std::string default_language = language_direction(context.default_language, context.default_direction);
  if (default_language.empty()) default_language = "@none";
  std::vector<const std::pair<const std::string, DefinitionPtr>*> terms;
  for (const auto& entry : context.terms) terms.push_back(&entry);
  std::sort(terms.begin(), terms.end(), [](const auto* a, const auto* b) {
    return a->first.size() != b->first.size() ? a->first.size() < b->first.size() : a->first < b->first;
  });
  for (const auto* entry : terms) {
    const TermDefinition& definition = *entry->second;
    if (!definition.iri) continue;
    if (definition.prefix) prefixes_.emplace_back(entry->first, *definition.iri);
    add(entry->first, definition, default_language);
  }
}

// Steps 3.2 to 3.16. The first, the shortest, term stays.
void InverseContext::add(const std::string& term, const TermDefinition& definition,
                         const std::string& default_language) {
  Terms& terms = iris_[*definition.iri][container_key(definition.containers)];
  terms.any.emplace("@none", term);
  if (definition.reverse) {
    terms.type.emplace("@reverse", term);
  } else if (definition.type == "@none") {
    terms.language.emplace("@any", term);
    terms.type.emplace("@any", term);
  } else if (!definition.type.empty()) {
    terms.type.emplace(definition.type, term);
  } else if (definition.language || definition.direction) {
    terms.language.emplace(language_key(definition), term);
  } else {
    terms.language.emplace(default_language, term);
    terms.language.emplace("@none", term);
    terms.type.emplace("@none", term);
  }
}

const std::string* InverseContext::select(std::string_view iri, std::span<const std::string_view> containers,
                                          TermKey key, std::span<const std::string> preferred_values) const {
  const auto of_iri = iris_.find(iri);
  if (of_iri == iris_.end()) return nullptr;
  for (const std::string_view container : containers) {
    const auto found = of_iri->second.find(container);
    if (found == of_iri->second.end()) continue;
    const Terms& terms = found->second;
    const auto& values = key == TermKey::language ? terms.language : key == TermKey::type ? terms.type : terms.any;
    for (const std::string& value : preferred_values) {
      if (const auto term = values.find(value); term != values.end()) return &term->second;
    }
  }
  return nullptr;
}

const InverseContext& inverse_of(const ActiveContext& context) {
  if (!context.inverse) context.inverse = std::make_shared<const InverseContext>(context);
  return *context.inverse;
}

}  // namespace quadrille::jsonld
