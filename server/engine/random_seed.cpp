#include "server/engine/random_seed.hpp"

#include <random>

namespace quadrille::server {

std::uint64_t next_seed() {
  thread_local std::mt19937_64 seeds = [] {
    std::random_device device;
    std::seed_seq sequence{device(), device(), device(), device()};
    return std::mt19937_64(sequence);
  }();
  return seeds();
}

}  // namespace quadrille::server
