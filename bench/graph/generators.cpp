#include "bench/graph/generators.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "base/assert.hpp"

namespace quadrille::bench {

namespace {

constexpr std::uint32_t kGapSeed = 27491095;
constexpr std::size_t kBlockEdges = std::size_t{1} << 18;
constexpr std::uint32_t kMostRandom = std::numeric_limits<std::uint32_t>::max();

// Calls make(random, edge) for all edges; `random` starts again for each block.
template <class Make>
void for_each_by_blocks(std::vector<WeightedEdge>& edges, const Make& make) {
  std::mt19937 random;
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    if (edge % kBlockEdges == 0) random.seed(kGapSeed + static_cast<std::uint32_t>(edge / kBlockEdges));
    make(random, edges[edge]);
  }
}

// 0 .. count - 1; numbers above the last whole multiple of `count` are drawn again.
template <class Random>
std::uint32_t draw_below(Random& random, std::uint32_t count) {
  const std::uint64_t all = std::uint64_t{1} << 32;
  const std::uint64_t usable = all - all % count;
  std::uint32_t number = 0;
  do {
    number = static_cast<std::uint32_t>(random());
  } while (number >= usable);
  return number % count;
}

// Quadrants by probability: (0, 0) A, (0, 1) B, (1, 0) C, (1, 1) the rest.
WeightedEdge draw_kronecker(std::mt19937& random, int scale) {
  constexpr auto a = static_cast<std::uint32_t>(0.57 * kMostRandom), b = static_cast<std::uint32_t>(0.19 * kMostRandom);
  constexpr std::uint32_t ab = a + b, abc = ab + b;
  WeightedEdge edge;
  for (int bit = 0; bit < scale; ++bit) {
    const std::uint32_t point = random();
    const bool lower = point >= ab;
    edge.source = edge.source * 2 + (lower ? 1 : 0);
    edge.target = edge.target * 2 + (lower ? point > abc : point > a);
  }
  return edge;
}

EdgeList sized(int scale, int degree) {
  QUADRILLE_ASSERT(scale > 0 && scale < 31 && degree > 0, "the command checks these");
  return {Node{1} << scale, std::vector<WeightedEdge>((std::size_t{1} << scale) * static_cast<std::size_t>(degree))};
}

}  // namespace

EdgeList kronecker_edges(int scale, int degree) {
  EdgeList list = sized(scale, degree);
  for_each_by_blocks(list.edges,
                     [&](std::mt19937& random, WeightedEdge& edge) { edge = draw_kronecker(random, scale); });
  std::vector<std::int32_t> names(list.nodes);
  std::iota(names.begin(), names.end(), 0);
  std::shuffle(names.begin(), names.end(), std::mt19937(kGapSeed));
  for (WeightedEdge& edge : list.edges) {
    edge.source = static_cast<Node>(names[edge.source]);
    edge.target = static_cast<Node>(names[edge.target]);
  }
  return list;
}

EdgeList uniform_edges(int scale, int degree) {
  EdgeList list = sized(scale, degree);
  for_each_by_blocks(list.edges, [&](std::mt19937& random, WeightedEdge& edge) {
    edge.target = draw_below(random, list.nodes);
    edge.source = draw_below(random, list.nodes);
  });
  return list;
}

EdgeList star_edges(Node nodes) {
  EdgeList list{nodes, {}};
  for (Node node = 1; node < nodes; ++node) list.edges.push_back({0, node, 1});
  return list;
}

EdgeList grid_edges(Node rows, Node columns) {
  EdgeList list{rows * columns, {}};
  for (Node row = 0; row < rows; ++row) {
    for (Node column = 0; column < columns; ++column) {
      const Node here = row * columns + column;
      if (column + 1 < columns) list.edges.push_back({here, here + 1, 1});
      if (row + 1 < rows) list.edges.push_back({here, here + columns, 1});
    }
  }
  return list;
}

void set_weights(EdgeList& list) {
  for_each_by_blocks(list.edges,
                     [](std::mt19937& random, WeightedEdge& edge) { edge.weight = draw_below(random, 255) + 1; });
}

std::vector<Node> random_sources(const std::vector<bool>& has_edges, std::size_t count) {
  std::mt19937_64 random(kGapSeed);
  std::vector<Node> sources;
  while (sources.size() < count) {
    const Node node = draw_below(random, static_cast<Node>(has_edges.size()));
    if (has_edges[node]) sources.push_back(node);
  }
  return sources;
}

}  // namespace quadrille::bench
