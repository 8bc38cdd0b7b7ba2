#pragma once

// The well-known prefixes, whose meaning is the same everywhere. They shorten IRIs for people (EXPLAIN), are suggested
// for an undeclared prefix, and on request need no declaration in queries (parser/default_prefixes.hpp).
//
// Prefixes of Wikidata and of systems that declare theirs themselves (wd:, bif:, hint:) are only suggested: queries
// copied from there have them undeclared. Prefixes that several vocabularies use (dc: Dublin Core's elements or terms;
// geo: WGS84 or GeoSPARQL) are only suggested too: a query with the wrong one has no error, but no answer.

#include <span>
#include <string_view>

namespace quadrille {

struct WellKnownPrefix {
  std::string_view prefix;  // without ":"
  std::string_view iri;
  bool is_default;  // DefaultPrefixes::well_known accepts it
};

// Ascending by prefix; some prefixes occur twice, with their possible meanings.
std::span<const WellKnownPrefix> well_known_prefixes();

}  // namespace quadrille
