#pragma once

// An ActiveContext maps terms to definitions while a document is processed (JSON-LD 1.1 API, 4.1). Once made it does
// not change and is shared; processing a local context makes another one.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "loader/jsonld/context/term_definition.hpp"

namespace quadrille::jsonld {

class InverseContext;

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <class T>
using StringMap = std::unordered_map<std::string, T, StringHash, std::equal_to<>>;

using DefinitionPtr = std::shared_ptr<const TermDefinition>;

struct ActiveContext {
  std::optional<std::string> base_iri;
  std::optional<std::string> original_base_url;
  std::optional<std::string> vocabulary;
  std::string default_language;  // empty: none
  Direction default_direction = Direction::none;
  std::shared_ptr<const ActiveContext> previous;  // if this context is not propagated
  StringMap<DefinitionPtr> terms;
  // Made when compaction first needs it (4.3); shared by nothing else.
  mutable std::shared_ptr<const InverseContext> inverse;

  // nullptr: the term is not defined.
  const TermDefinition* find(std::string_view term) const {
    const auto found = terms.find(term);
    return found == terms.end() ? nullptr : found->second.get();
  }
  bool has_protected_terms() const;
};

using ContextPtr = std::shared_ptr<const ActiveContext>;

// A context without terms.
ContextPtr make_initial_context(const std::optional<std::string>& base_iri,
                                const std::optional<std::string>& original_base_url);

}  // namespace quadrille::jsonld
