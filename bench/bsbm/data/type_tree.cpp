#include "bench/bsbm/data/type_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/bsbm/data/random.hpp"

namespace quadrille::bsbm {

namespace {

std::uint32_t rounded(float value) {
  return static_cast<std::uint32_t>(std::floor(value + 0.5F));
}

// The range of the number of features of a type: together the levels have 35 to 75, deeper ones more. Types of level 1
// have as many as the formula gives level 2, which has the same number as the leaves if there are two levels.
std::uint32_t random_features(std::uint32_t level, std::uint32_t depth, Random random) {
  const std::uint32_t row = std::min(level + 1, depth);
  const std::uint32_t sum = depth * (depth + 1) / 2 - 1;
  return random.between(35 * row / sum, 75 * row / sum);
}

}  // namespace

std::vector<std::uint32_t> children_of_levels(std::uint32_t products) {
  constexpr std::array<std::uint32_t, 3> kLast{2, 4, 8};
  constexpr std::uint32_t kFewestProducts = 10;
  // Single precision, because rounding has to be that of the benchmark's tools.
  const auto magnitude = static_cast<float>(std::log10(static_cast<double>(std::max(products, kFewestProducts))));
  const std::uint32_t depth = rounded(magnitude / 2) + 1;
  std::vector<std::uint32_t> children(depth, 8);
  children.front() = 2 * rounded(magnitude);
  children.back() = kLast[rounded(magnitude * 3 / 2 + 1) % kLast.size()];
  return children;
}

TypeTree::TypeTree(std::uint32_t products, std::uint64_t seed) : last_of_level_{1}, parents_{0, 0} {
  std::uint32_t first = 1;  // of the level above
  for (const std::uint32_t children : children_of_levels(products)) {
    const std::uint32_t last = last_of_level_.back();
    for (std::uint32_t above = first; above <= last; ++above) parents_.insert(parents_.end(), children, above);
    first = last + 1;
    last_of_level_.push_back(static_cast<std::uint32_t>(parents_.size() - 1));
  }
  features_.add(0);
  for (std::uint32_t down = 1; down <= depth(); ++down) {
    for (std::uint32_t type = level(down).first; type <= level(down).last; ++type) {
      features_.add(random_features(down, depth(), Random(seed, Stream::features_of_type, type)));
    }
  }
}

Shares::Range TypeTree::level(std::uint32_t level) const {
  return {level == 0 ? 1 : last_of_level_[level - 1] + 1, last_of_level_[level]};
}

}  // namespace quadrille::bsbm
