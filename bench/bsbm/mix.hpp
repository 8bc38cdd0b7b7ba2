#pragma once

// The order in which clients send the queries of a use case: one mix after the other. Each query has several sets of
// parameters (explore-q01-001, explore-q01-002 ...); a mix takes a random one for each of its places.

#include <cstdint>
#include <vector>

#include "bench/bsbm/queries/use_case.hpp"
#include "bench/query/workload.hpp"

namespace quadrille::bsbm {

// Local. `mixes` for each client, which it repeats. Queries that are in no mix are skipped. Error (user) if one is
// missing.
bench::Workload mix_workload(const UseCase& use_case, std::vector<bench::NamedQuery> queries, std::size_t clients,
                             std::size_t mixes, std::uint64_t seed);

}  // namespace quadrille::bsbm
