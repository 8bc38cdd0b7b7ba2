#include "bench/bsbm/explore_mix.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

// "explore-q07-12" -> 7; 0 for other names.
int number_of(const std::string& name) {
  constexpr std::string_view kBegin = "explore-q";
  if (!name.starts_with(kBegin) || name.size() < kBegin.size() + 3 || name[kBegin.size() + 2] != '-') return 0;
  const std::string digits = name.substr(kBegin.size(), 2);
  return digits.find_first_not_of("0123456789") == std::string::npos ? std::stoi(digits) : 0;
}

}  // namespace

Workload explore_workload(std::vector<NamedQuery> queries, std::size_t clients, std::size_t mixes, std::uint64_t seed) {
  Workload work;
  work.mix_queries = kExploreMix.size();
  std::map<int, std::vector<std::uint32_t>> draws_of;  // by number of the query
  for (NamedQuery& query : queries) {
    const int number = number_of(query.name);
    bool in_mix = false;
    for (const int place : kExploreMix) in_mix = in_mix || place == number;
    if (!in_mix) continue;
    draws_of[number].push_back(static_cast<std::uint32_t>(work.queries.size()));
    work.queries.push_back(std::move(query));
  }
  for (const int number : kExploreMix) {
    if (!draws_of.contains(number)) {
      fail(ErrorKind::user, "explore-q{:02}-*.rq is missing: name the folder of BSBM's queries with --queries", number);
    }
  }
  Draws draws(seed);
  for (std::size_t client = 0; client < clients; ++client) {
    auto& order = work.orders.emplace_back();
    for (std::size_t mix = 0; mix < mixes; ++mix) {
      for (const int number : kExploreMix) {
        const auto& some = draws_of[number];
        order.push_back(some[draws.draw(some.size())]);
      }
    }
  }
  return work;
}

}  // namespace quadrille::bench
