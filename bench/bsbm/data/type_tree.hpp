#pragma once

// The product types as a tree, each with features that its products can have.
//
//   level 0                 1                      the root, no features
//   level 1        2        3        4 ...         numbered from level to level, so the leaves are the last ones
//   level 2     5  6  7  8  9 ...                  features are numbered in the order of their types, from 2 on
//
// The number of levels and the numbers of children depend on the number of products. Source: the dataset specification
// of the Berlin SPARQL Benchmark V3.1, section 3, and the benchmark's tools for what it leaves open.

#include <cstdint>
#include <vector>

#include "bench/bsbm/data/shares.hpp"

namespace quadrille::bsbm {

class TypeTree {
 public:
  TypeTree(std::uint32_t products, std::uint64_t seed);

  std::uint32_t types() const { return last_of_level_.back(); }
  // Number of levels below the root.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(last_of_level_.size()) - 1; }
  Shares::Range level(std::uint32_t level) const;
  Shares::Range leaves() const { return level(depth()); }
  // 0: the root has none.
  std::uint32_t parent(std::uint32_t type) const { return parents_[type]; }

  std::uint32_t features() const { return features_.numbers(); }
  // Those of the type itself; its products can also have those of the types above.
  Shares::Range features_of(std::uint32_t type) const { return features_.of(type); }

 private:
  std::vector<std::uint32_t> last_of_level_;
  std::vector<std::uint32_t> parents_;  // by type; place 0 is unused
  Shares features_;
};

// Numbers of children of a type of level 0, 1 ...
std::vector<std::uint32_t> children_of_levels(std::uint32_t products);

}  // namespace quadrille::bsbm
