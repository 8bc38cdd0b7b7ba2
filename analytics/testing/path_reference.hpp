#pragma once

// Shortest paths by simple loops over whole graphs, for tests of kernels.

#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "analytics/testing/random_graphs.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics::testing {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

struct PathReference {
  std::map<Huri, double> distance;  // kNever if not reached
  std::map<Huri, int> flat_depth;   // of vertices that are reached (analytics/detail/path_parents.hpp)

  // True if an edge leads to its target as a step.
  bool is_step(Huri from, Huri to, double weight) const {
    const double before = distance.at(from), after = distance.at(to);
    if (before == kNever || before + weight != after) return false;
    return before < after || (flat_depth.at(to) > 0 && flat_depth.at(from) + 1 == flat_depth.at(to));
  }
};

// Dijkstra's algorithm.
inline void lower_distances(PathReference& paths, const Reference& out, std::span<const Huri> starts) {
  std::set<std::pair<double, Huri>> waiting;
  const auto lower = [&](Huri vertex, double length) {
    double& distance = paths.distance.at(vertex);
    if (length >= distance) return;
    distance = length;
    waiting.emplace(length, vertex);
  };
  for (const Huri start : starts) {
    if (out.contains(start)) lower(start, 0);
  }
  while (!waiting.empty()) {
    const auto [distance, vertex] = *waiting.begin();
    waiting.erase(waiting.begin());
    if (distance != paths.distance.at(vertex)) continue;
    for (const auto& [neighbour, weight] : out.at(vertex)) lower(neighbour, distance + weight);
  }
}

// 0 at starts and after steps that are not flat; then along flat edges.
inline void find_flat_depths(PathReference& paths, const Reference& out, std::span<const Huri> starts) {
  for (const Huri start : starts) {
    if (out.contains(start)) paths.flat_depth[start] = 0;
  }
  for (const auto& [vertex, list] : out) {
    for (const auto& [neighbour, weight] : list) {
      const double before = paths.distance[vertex], after = paths.distance[neighbour];
      if (before < after && before + weight == after) paths.flat_depth[neighbour] = 0;
    }
  }
  for (int depth = 0;; ++depth) {
    const std::size_t known = paths.flat_depth.size();
    for (const auto& [vertex, list] : out) {
      const auto found = paths.flat_depth.find(vertex);
      if (found == paths.flat_depth.end() || found->second != depth) continue;
      for (const auto& [neighbour, weight] : list) {
        const bool is_flat = paths.distance[vertex] == paths.distance[neighbour] &&
                             paths.distance[vertex] + weight == paths.distance[neighbour];
        if (is_flat) paths.flat_depth.emplace(neighbour, depth + 1);
      }
    }
    if (paths.flat_depth.size() == known) return;
  }
}

inline PathReference reference_paths(const Reference& out, std::span<const Huri> starts) {
  PathReference paths;
  for (const auto& [vertex, list] : out) paths.distance[vertex] = kNever;
  lower_distances(paths, out, starts);
  find_flat_depths(paths, out, starts);
  return paths;
}

// The vertices that are reached, each after all from which it has steps.
inline std::vector<Huri> order_of_steps(const PathReference& paths) {
  std::vector<Huri> order;
  for (const auto& [vertex, depth] : paths.flat_depth) order.push_back(vertex);
  std::sort(order.begin(), order.end(), [&](Huri a, Huri b) {
    return std::pair(paths.distance.at(a), paths.flat_depth.at(a)) <
           std::pair(paths.distance.at(b), paths.flat_depth.at(b));
  });
  return order;
}

// Weights whose sums are rounded, and some that are too small to count.
inline EdgeList with_odd_weights(EdgeList edges) {
  for (double& weight : edges.weights) {
    weight = weight == 0.125 ? 1e-18 : weight / 7;
  }
  return edges;
}

}  // namespace quadrille::analytics::testing
