#pragma once

// The "explore" mix of the Berlin SPARQL Benchmark (Bizer, Schultz: The Berlin SPARQL Benchmark, 2009; the mix of V3):
// a user looks for a product, compares products, reads reviews and chooses an offer.
//
//   1 2 2 3 2 2 4 2 2 5 7 7 5 7 7 8 9 9 8 9 9 10 10 11 12
//
// Each query has several sets of parameters: explore-q01-01, explore-q01-02 ... A mix takes a random one for each of
// its places.

#include <array>
#include <cstdint>
#include <vector>

#include "bench/query/workload.hpp"

namespace quadrille::bench {

inline constexpr std::array kExploreMix{1, 2, 2, 3, 2, 2, 4, 2, 2, 5, 7, 7, 5, 7, 7, 8, 9, 9, 8, 9, 9, 10, 10, 11, 12};

// Local. `mixes` for each client, which it repeats. Queries that are in no mix are skipped. Error (user) if one is
// missing.
Workload explore_workload(std::vector<NamedQuery> queries, std::size_t clients, std::size_t mixes, std::uint64_t seed);

}  // namespace quadrille::bench
