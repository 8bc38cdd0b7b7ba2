#include "bench/graph/placements.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "analytics/vertex_numbers.hpp"

namespace quadrille::bench {

namespace {

constexpr double kSlack = 1.1;
constexpr std::uint16_t kUnplaced = 0xffff;

// Places the nodes in their order. size_of(node) is what is balanced, in units whose sum is the number of nodes.
// score_of(neighbours there, size of the group) is greatest for the group that gets the node; of equal ones, the
// smallest group gets it.
template <class SizeOf, class ScoreOf>
std::vector<std::uint16_t> stream_nodes(const Undirected& graph, int groups, const SizeOf& size_of,
                                        const ScoreOf& score_of) {
  const auto count = static_cast<std::size_t>(groups);
  const double most = kSlack * graph.nodes() / groups;
  std::vector<std::uint16_t> placement(graph.nodes(), kUnplaced);
  std::vector<double> sizes(count);
  std::vector<std::uint32_t> near(count + 1);  // neighbours by group; the last place is of those without one
  for (Node node = 0; node < graph.nodes(); ++node) {
    std::fill(near.begin(), near.end(), 0);
    for (const Node neighbour : graph.neighbours(node)) ++near[std::min<std::size_t>(placement[neighbour], count)];
    std::size_t best = std::min_element(sizes.begin(), sizes.end()) - sizes.begin();
    double best_score = score_of(near[best], sizes[best]);
    for (std::size_t group = 0; group < count; ++group) {
      const double score = score_of(near[group], sizes[group]);
      if (sizes[group] >= most || score < best_score) continue;
      if (score == best_score && sizes[group] >= sizes[best]) continue;
      best = group;
      best_score = score;
    }
    placement[node] = static_cast<std::uint16_t>(best);
    sizes[best] += size_of(node);
  }
  return placement;
}

std::vector<std::uint16_t> hashed_nodes(const Undirected& graph, int groups) {
  std::vector<std::uint16_t> placement(graph.nodes());
  for (Node node = 0; node < graph.nodes(); ++node) {
    const Huri huri = Huri::make(HuriKind::iri, node);
    placement[node] = static_cast<std::uint16_t>(analytics::owner_of_vertex(huri, groups));
  }
  return placement;
}

double most_by_mean(const std::vector<std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  return sum == 0 ? 1 : most * static_cast<double>(counts.size()) / static_cast<double>(sum);
}

}  // namespace

std::string name_of(PlacementRule rule) {
  constexpr const char* kNames[] = {"hash", "LDG", "Fennel", "Fennel, edges balanced"};
  return kNames[static_cast<std::size_t>(rule)];
}

std::vector<std::uint16_t> place_nodes(const Undirected& graph, int groups, PlacementRule rule) {
  if (rule == PlacementRule::hash) return hashed_nodes(graph, groups);
  const auto nodes = static_cast<double>(graph.nodes()), edges = static_cast<double>(graph.edges());
  const auto one = [](Node) { return 1.0; };
  if (rule == PlacementRule::ldg) {
    const double most = kSlack * nodes / groups;
    return stream_nodes(graph, groups, one, [&](std::uint32_t near, double size) { return near * (1 - size / most); });
  }
  const double factor = 1.5 * std::sqrt(groups) * edges / std::pow(nodes, 1.5);  // gamma * alpha
  const auto score = [&](std::uint32_t near, double size) { return near - factor * std::sqrt(size); };
  if (rule == PlacementRule::fennel) return stream_nodes(graph, groups, one, score);
  const double unit = nodes / static_cast<double>(std::max<std::size_t>(graph.entries(), 1));
  return stream_nodes(
      graph, groups, [&](Node node) { return static_cast<double>(graph.degree(node)) * unit; }, score);
}

PlacementCosts costs_of(const Undirected& graph, int groups, const std::vector<std::uint16_t>& placement) {
  PlacementCosts costs;
  const auto count = static_cast<std::size_t>(groups);
  std::vector<std::uint64_t> nodes(count), entries(count);
  std::vector<Node> seen(count, kNoNode);  // by group: the last node that was counted as its ghost
  for (Node node = 0; node < graph.nodes(); ++node) {
    const std::size_t own = placement[node];
    ++nodes[own];
    entries[own] += graph.degree(node);
    for (const Node neighbour : graph.neighbours(node)) {
      const std::size_t other = placement[neighbour];
      if (other == own) continue;
      costs.cut_edges += node < neighbour;
      costs.ghosts += seen[other] != node;
      seen[other] = node;
    }
  }
  costs.most_edges = most_by_mean(entries);
  costs.most_nodes = most_by_mean(nodes);
  return costs;
}

}  // namespace quadrille::bench
