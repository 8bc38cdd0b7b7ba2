#include "bench/graph/kernel_results.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "bench/csr/kernels/verifiers.hpp"

namespace quadrille::bench {

namespace {

constexpr double kBetweennessTolerance = 1e-6;
constexpr double kModularityTolerance = 1e-9;

// Compares the modularity with that of the labels, by its definition.
std::string check_communities(const Undirected& graph, const KernelResult& result) {
  std::vector<double> volume(graph.nodes(), 0);
  double inside = 0;
  const auto total = static_cast<double>(graph.entries());
  for (Node node = 0; node < graph.nodes(); ++node) {
    const Node label = result.nodes[node];
    volume[label] += static_cast<double>(graph.degree(node));
    for (const Node neighbour : graph.neighbours(node)) inside += result.nodes[neighbour] == label ? 1 : 0;
  }
  double modularity = inside / total;
  for (const double sum : volume) modularity -= sum / total * (sum / total);
  if (std::fabs(modularity - result.modularity) < kModularityTolerance) return "";
  return fmt::format("the modularity is {}, not {}", modularity, result.modularity);
}

}  // namespace

void ResultChecks::check(const std::string& who, Kernel kernel, std::size_t run, const KernelResult& result) {
  const std::string fault = fault_of(kernel, run, result);
  if (fault.empty()) return;
  fail(ErrorKind::internal, "{} of {}: {}", kKernelNames[static_cast<std::size_t>(kernel)], who, fault);
}

std::string ResultChecks::fault_of(Kernel kernel, std::size_t run, const KernelResult& result) {
  switch (kernel) {
    case Kernel::bfs:
      return check_parents(graph_, measured_.sources[run], result.nodes);
    case Kernel::sssp:
      return check_distances(graph_, measured_.sources[run], result.values);
    case Kernel::wcc:
      return check_components(graph_, result.nodes);
    case Kernel::pagerank:
      return check_page_rank(graph_, result.values, tolerance_);
    case Kernel::betweenness:
      return check_betweenness(graph_, betweenness_sources(measured_), result.values, kBetweennessTolerance);
    case Kernel::triangles:
    case Kernel::scc:
    case Kernel::kcore: {
      std::optional<std::uint64_t>& count = counts_[static_cast<std::size_t>(kernel)];
      if (!count) count = kernel == Kernel::triangles ? count_triangles_serially(graph_) : result.count;
      return result.count == *count ? "" : fmt::format("found {}, expected {}", result.count, *count);
    }
    case Kernel::closeness:
      return check_closeness(graph_, betweenness_sources(measured_), result.values);
    case Kernel::louvain:
    case Kernel::leiden:
      return check_communities(graph_, result);
  }
  return {};
}

}  // namespace quadrille::bench
