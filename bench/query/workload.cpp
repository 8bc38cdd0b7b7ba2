#include "bench/query/workload.hpp"

#include <numeric>
#include <utility>

namespace quadrille::bench {

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014); the high half scaled.
std::size_t Draws::draw(std::size_t below) {
  std::uint64_t word = state_ += 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  word ^= word >> 31;
  return static_cast<std::size_t>(((word >> 32) * below) >> 32);
}

Workload Workload::shuffled(std::vector<NamedQuery> queries, std::size_t clients, std::uint64_t seed) {
  Workload work{std::move(queries), {}, 0};
  Draws draws(seed);
  for (std::size_t client = 0; client < clients; ++client) {
    std::vector<std::uint32_t> order(work.queries.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[draws.draw(left)]);
    work.orders.push_back(std::move(order));
  }
  return work;
}

}  // namespace quadrille::bench
