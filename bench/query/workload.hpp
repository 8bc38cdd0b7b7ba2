#pragma once

// The queries of many clients, and for each client the order in which it sends them, repeatedly. Everything
// follows from a seed, and is the same for every server.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/query/query_files.hpp"

namespace quadrille::bench {

struct Workload {
  std::vector<NamedQuery> queries;
  std::vector<std::vector<std::uint32_t>> orders;  // by client: indexes of queries, one at least
  std::size_t mix_queries = 0;                     // so many make a mix; 0: there are no mixes

  // Every client asks all queries, each in an order of its own.
  static Workload shuffled(std::vector<NamedQuery> queries, std::size_t clients, std::uint64_t seed);
};

// The same numbers on every machine, whatever the library: for all draws here.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  // 0 .. below-1; `below` is 1 at least.
  std::size_t draw(std::size_t below);

 private:
  std::uint64_t state_;
};

}  // namespace quadrille::bench
