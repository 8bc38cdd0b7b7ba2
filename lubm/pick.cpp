#include "lubm/pick.hpp"

#include "base/assert.hpp"

namespace quadrille::lubm {

namespace {

// The position-th integer that is not in `taken`, which ascends; it is added there.
std::uint32_t take(std::vector<std::uint32_t>& taken, std::uint32_t position) {
  auto place = taken.begin();
  for (; place != taken.end() && *place <= position; ++place) ++position;
  taken.insert(place, position);
  return position;
}

}  // namespace

std::vector<std::uint32_t> pick(Random& random, std::uint32_t k, std::uint32_t n) {
  QUADRILLE_ASSERT(k <= n, "no more can be picked than there are");
  std::vector<std::uint32_t> picked, taken;
  picked.reserve(k);
  taken.reserve(k);
  for (std::uint32_t i = 0; i < k; ++i) picked.push_back(take(taken, random.below(n - i)));
  return picked;
}

}  // namespace quadrille::lubm
