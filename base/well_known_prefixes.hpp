#pragma once

// Prefixes that everybody writes alike. They shorten IRIs for people (EXPLAIN), make suggestions where one is not
// declared, and stand for themselves in queries where somebody has asked for it (parser/default_prefixes.hpp).
//
// Those of Wikidata and of systems that declare theirs themselves (wd:, bif:, hint:) are suggested, no more: queries
// that are copied from there have them undeclared. Those that vocabularies dispute (dc: Dublin Core's elements or
// terms; geo: WGS84 or GeoSPARQL) are suggested only: a query that takes the wrong one has no error, but no answer.

#include <span>
#include <string_view>

namespace quadrille {

struct WellKnownPrefix {
  std::string_view prefix;  // without ":"
  std::string_view iri;
  bool is_default;  // DefaultPrefixes::well_known accepts it
};

// Ascending by prefix; some stand there twice, with what they may mean.
std::span<const WellKnownPrefix> well_known_prefixes();

}  // namespace quadrille
