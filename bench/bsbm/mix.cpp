#include "bench/bsbm/mix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace quadrille::bsbm {

namespace {

// The number of the query in the mix: "explore-q07-12" -> 7; 0 for other names.
int number_in_mix(const UseCase& use_case, const std::string& name) {
  for (const int number : use_case.mix) {
    if (name.starts_with(fmt::format("{}-q{:02}-", use_case.name, number))) return number;
  }
  return 0;
}

}  // namespace

bench::Workload mix_workload(const UseCase& use_case, std::vector<bench::NamedQuery> queries, std::size_t clients,
                             std::size_t mixes, std::uint64_t seed) {
  bench::Workload work;
  work.mix_queries = use_case.mix.size();
  std::map<int, std::vector<std::uint32_t>> draws_of;  // by number of the query
  for (bench::NamedQuery& query : queries) {
    const int number = number_in_mix(use_case, query.name);
    if (number == 0) continue;
    draws_of[number].push_back(static_cast<std::uint32_t>(work.queries.size()));
    work.queries.push_back(std::move(query));
  }
  for (const int number : use_case.mix) {
    if (!draws_of.contains(number)) {
      fail(ErrorKind::user,
           "{}-q{:02}-*.rq is missing: name the folder of BSBM's queries with --queries, or the size of "
           "generated data with --products or --triples",
           use_case.name, number);
    }
  }
  bench::Draws draws(seed);
  for (std::size_t client = 0; client < clients; ++client) {
    auto& order = work.orders.emplace_back();
    for (std::size_t mix = 0; mix < mixes; ++mix) {
      for (const int number : use_case.mix) {
        const auto& some = draws_of[number];
        order.push_back(some[draws.draw(some.size())]);
      }
    }
  }
  return work;
}

}  // namespace quadrille::bsbm
