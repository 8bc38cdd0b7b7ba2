#pragma once

// The queries of many clients, and for each client the order in which it sends them, repeatedly. All of it depends only
// on a seed, and is the same for every server.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/query/query_files.hpp"

namespace quadrille::bench {

struct Workload {
  std::vector<NamedQuery> queries;
  std::vector<std::vector<std::uint32_t>> orders;  // by client: indexes of queries, at least one
  std::size_t mix_queries = 0;                     // number of queries in a mix; 0: there are no mixes

  // Every client sends all queries, each in its own order.
  static Workload shuffled(std::vector<NamedQuery> queries, std::size_t clients, std::uint64_t seed);
};

// The random numbers of all choices here: the same on every machine and with every library.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  // 0 .. below-1; `below` is at least 1.
  std::size_t draw(std::size_t below);

 private:
  std::uint64_t state_;
};

}  // namespace quadrille::bench
