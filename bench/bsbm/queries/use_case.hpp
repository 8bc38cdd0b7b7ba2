#pragma once

// The queries of the benchmark's use cases, with places for parameters, and the order in which a mix sends them.
// Source: the specifications of the Explore and Business Intelligence use cases of the Berlin SPARQL Benchmark V3.1.
//
//   SELECT ?x { ?x bsbm:product %product% }        %product%: draws.hpp has the names of all parameters

#include <span>
#include <string_view>

namespace quadrille::bsbm {

struct QueryTemplate {
  int number;
  std::string_view text;  // without the declarations of prefixes
};

struct UseCase {
  std::string_view name;  // the beginning of the names of its queries
  std::span<const QueryTemplate> templates;
  std::span<const int> mix;  // numbers of queries
};

// A user looks for a product, compares products, reads reviews and chooses an offer.
extern const UseCase kExplore;
// Vendors, producers and analysts ask for totals and rankings.
extern const UseCase kBusinessIntelligence;

}  // namespace quadrille::bsbm
