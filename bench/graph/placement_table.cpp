#include "bench/graph/placement_table.hpp"

#include <fmt/format.h>

#include "base/clock.hpp"
#include "bench/graph/placements.hpp"

namespace quadrille::bench {

std::string placement_table(const MeasuredGraph& measured, const std::vector<int>& groups) {
  const Undirected graph(measured.simple, false);
  std::string text = fmt::format("{}: {} nodes, {} edges\n\n", measured.name, graph.nodes(), graph.edges());
  text += "| groups | placement | edges cut, % | ghosts | KB a round | most edges / mean | most nodes / mean | ms |\n";
  text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const int count : groups) {
    for (const PlacementRule rule : kPlacementRules) {
      const Stopwatch stopwatch;
      const std::vector<std::uint16_t> placement = place_nodes(graph, count, rule);
      const double ms = stopwatch.seconds() * 1e3;
      const PlacementCosts costs = costs_of(graph, count, placement);
      text += fmt::format("| {} | {} | {:.1f} | {} | {} | {:.2f} | {:.2f} | {:.1f} |\n", count, name_of(rule),
                          100.0 * static_cast<double>(costs.cut_edges) / static_cast<double>(graph.edges()),
                          costs.ghosts, costs.ghosts * sizeof(double) / 1000, costs.most_edges, costs.most_nodes, ms);
    }
  }
  return text;
}

}  // namespace quadrille::bench
