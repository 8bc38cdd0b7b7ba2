#pragma once

// A TermDefinition is the meaning of a term in an active context (JSON-LD 1.1 API, 4.1).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "loader/jsonld/context/base_direction.hpp"
#include "loader/jsonld/context/keyword.hpp"
#include "loader/jsonld/json/document.hpp"

namespace quadrille::jsonld {

// A set of the keywords of a container mapping.
enum Container : std::uint8_t {
  kGraphContainer = 1,
  kIdContainer = 2,
  kIndexContainer = 4,
  kLanguageContainer = 8,
  kListContainer = 16,
  kSetContainer = 32,
  kTypeContainer = 64,
};
using Containers = std::uint8_t;

// A local context in a term definition, with the IRI that relative references in it are resolved against.
struct ScopedContext {
  DocumentPtr local;
  std::optional<std::string> base_url;
};

struct TermDefinition {
  std::optional<std::string> iri;   // IRI, blank node identifier or keyword; nullopt: null, the term is ignored
  Keyword keyword = Keyword::none;  // of iri
  bool prefix = false;
  bool is_protected = false;
  bool reverse = false;
  Containers containers = 0;
  std::string type;                     // empty: no type mapping
  std::optional<std::string> language;  // "": null, no language even if the context has one
  std::optional<Direction> direction;   // Direction::none: null
  std::string index;                    // empty: no index mapping
  std::string nest;                     // empty: no nest value
  std::shared_ptr<const ScopedContext> context;

  bool contains(Container container) const { return (containers & container) != 0; }
};

// Without regard to is_protected.
bool is_same_definition(const TermDefinition& a, const TermDefinition& b);

}  // namespace quadrille::jsonld
