#include "bench/csr/kernels/verifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace quadrille::bench {

namespace {

constexpr std::int32_t kFarAway = -1;
constexpr double kRankDamping = 0.85;

// The nodes that can be reached, in the order in which they are, and the depths of all nodes.
std::pair<std::vector<Node>, std::vector<std::int32_t>> serial_search(const Undirected& graph, Node source) {
  std::vector<std::int32_t> depths(graph.nodes(), kFarAway);
  std::vector<Node> order{source};
  depths[source] = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    for (const Node neighbour : graph.neighbours(order[at])) {
      if (depths[neighbour] != kFarAway) continue;
      depths[neighbour] = depths[order[at]] + 1;
      order.push_back(neighbour);
    }
  }
  return {std::move(order), std::move(depths)};
}

std::vector<double> serial_dijkstra(const Undirected& graph, Node source) {
  using Entry = std::pair<double, Node>;
  std::vector<double> distances(graph.nodes(), std::numeric_limits<double>::infinity());
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distances[source] = 0;
  queue.emplace(0, source);
  while (!queue.empty()) {
    const auto [distance, node] = queue.top();
    queue.pop();
    if (distance > distances[node]) continue;
    for (const auto [neighbour, weight] : graph.weighted(node)) {
      if (distance + weight >= distances[neighbour]) continue;
      distances[neighbour] = distance + weight;
      queue.emplace(distances[neighbour], neighbour);
    }
  }
  return distances;
}

std::vector<double> serial_brandes(const Undirected& graph, std::span<const Node> sources) {
  std::vector<double> scores(graph.nodes());
  for (const Node source : sources) {
    const auto [order, depths] = serial_search(graph, source);
    std::vector<double> sigma(graph.nodes()), delta(graph.nodes());
    sigma[source] = 1;
    for (const Node node : order) {
      for (const Node next : graph.neighbours(node)) {
        if (depths[next] == depths[node] + 1) sigma[next] += sigma[node];
      }
    }
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      for (const Node next : graph.neighbours(*at)) {
        if (depths[next] == depths[*at] + 1) delta[*at] += sigma[*at] / sigma[next] * (1 + delta[next]);
      }
      if (*at != source) scores[*at] += delta[*at];
    }
  }
  return scores;
}

}  // namespace

std::string check_parents(const Undirected& graph, Node source, std::span<const Node> parents) {
  const std::vector<std::int32_t> depths = serial_search(graph, source).second;
  if (parents[source] != source) return fmt::format("the parent of the source {} is {}", source, parents[source]);
  for (Node node = 0; node < graph.nodes(); ++node) {
    const Node parent = parents[node];
    if (node == source) continue;
    if ((parent == kNoNode) != (depths[node] == kFarAway)) {
      return fmt::format("node {} has depth {} and parent {}", node, depths[node], parent);
    }
    if (parent == kNoNode) continue;
    const auto neighbours = graph.neighbours(node);
    if (!std::binary_search(neighbours.begin(), neighbours.end(), parent)) {
      return fmt::format("there is no edge from node {} to its parent {}", node, parent);
    }
    if (depths[parent] + 1 != depths[node]) {
      return fmt::format("node {} has depth {}, its parent {} has {}", node, depths[node], parent, depths[parent]);
    }
  }
  return {};
}

std::string check_distances(const Undirected& graph, Node source, std::span<const double> distances) {
  const std::vector<double> expected = serial_dijkstra(graph, source);
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (distances[node] != expected[node]) {
      return fmt::format("node {} has distance {}, expected {}", node, distances[node], expected[node]);
    }
  }
  return {};
}

std::string check_closeness(const Undirected& graph, std::span<const Node> nodes, std::span<const double> scores) {
  for (const Node first : nodes) {
    std::vector<Node> queue{first}, depth(graph.nodes(), kNoNode);
    depth[first] = 0;
    double total = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      total += depth[queue[at]];
      for (const Node neighbour : graph.neighbours(queue[at])) {
        if (depth[neighbour] != kNoNode) continue;
        depth[neighbour] = depth[queue[at]] + 1;
        queue.push_back(neighbour);
      }
    }
    const auto reached = static_cast<double>(queue.size() - 1);
    const double expected = total > 0 ? reached / total * reached / (graph.nodes() - 1.0) : 0;
    if (std::fabs(scores[first] - expected) > 1e-12) {
      return fmt::format("node {} has closeness {}, expected {}", first, scores[first], expected);
    }
  }
  return {};
}

std::string check_components(const Undirected& graph, std::span<const Node> labels) {
  std::vector<bool> seen(graph.nodes());
  std::vector<Node> used, queue;
  for (Node first = 0; first < graph.nodes(); ++first) {
    if (seen[first]) continue;
    used.push_back(labels[first]);
    queue = {first};
    seen[first] = true;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      for (const Node neighbour : graph.neighbours(queue[at])) {
        if (labels[neighbour] != labels[first]) {
          return fmt::format("nodes {} and {} are connected, but have labels {} and {}", first, neighbour,
                             labels[first], labels[neighbour]);
        }
        if (!seen[neighbour]) queue.push_back(neighbour), seen[neighbour] = true;
      }
    }
  }
  std::sort(used.begin(), used.end());
  const auto twice = std::adjacent_find(used.begin(), used.end());
  return twice == used.end() ? std::string() : fmt::format("two components have the label {}", *twice);
}

std::string check_page_rank(const Undirected& graph, std::span<const double> scores, double tolerance) {
  std::vector<double> sums(graph.nodes());
  double all = 0, sinks = 0, change = 0;
  for (Node node = 0; node < graph.nodes(); ++node) {
    all += scores[node];
    if (graph.degree(node) == 0) sinks += scores[node];
    for (const Node neighbour : graph.neighbours(node)) {
      sums[neighbour] += scores[node] / static_cast<double>(graph.degree(node));
    }
  }
  const double base = (1 - kRankDamping + kRankDamping * sinks) / graph.nodes();
  for (Node node = 0; node < graph.nodes(); ++node)
    change += std::fabs(base + kRankDamping * sums[node] - scores[node]);
  if (std::fabs(all - 1) > 10 * tolerance) return fmt::format("the sum of the scores is {}", all);
  return change < tolerance ? std::string()
                            : fmt::format("one more round changes {:.3g}, not {:.3g}", change, tolerance);
}

std::string check_betweenness(const Undirected& graph, std::span<const Node> sources, std::span<const double> scores,
                              double tolerance) {
  const std::vector<double> expected = serial_brandes(graph, sources);
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (std::fabs(scores[node] - expected[node]) > tolerance * std::max(1.0, expected[node])) {
      return fmt::format("node {} has score {}, expected {}", node, scores[node], expected[node]);
    }
  }
  return {};
}

std::uint64_t count_triangles_serially(const Undirected& graph) {
  const auto before = [&](Node a, Node b) { return std::pair(graph.degree(a), a) < std::pair(graph.degree(b), b); };
  std::vector<std::vector<Node>> greater(graph.nodes());  // the neighbours that come after a node
  for (Node node = 0; node < graph.nodes(); ++node) {
    std::copy_if(graph.neighbours(node).begin(), graph.neighbours(node).end(), std::back_inserter(greater[node]),
                 [&](Node neighbour) { return before(node, neighbour); });
  }
  std::uint64_t count = 0;
  std::vector<Node> shared;
  for (const auto& of_node : greater) {
    for (const Node neighbour : of_node) {
      shared.clear();
      std::set_intersection(of_node.begin(), of_node.end(), greater[neighbour].begin(), greater[neighbour].end(),
                            std::back_inserter(shared));
      count += shared.size();
    }
  }
  return count;
}

}  // namespace quadrille::bench
