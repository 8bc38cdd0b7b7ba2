#pragma once

// The kernels of the measurements, and the check of their results, whoever has computed them. Those after triangles are
// not written by hand; of scc and kcore the check is that all have the same result.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/csr/kernels/undirected.hpp"
#include "bench/graph/measured_graph.hpp"

namespace quadrille::bench {

enum class Kernel : std::uint8_t {
  bfs,
  sssp,
  wcc,
  pagerank,
  betweenness,
  triangles,
  closeness,
  scc,
  kcore,
  louvain,
  leiden
};
constexpr std::array kKernelNames{"bfs",       "sssp", "wcc",   "pagerank", "betweenness", "triangles",
                                  "closeness", "scc",  "kcore", "louvain",  "leiden"};

constexpr bool is_written_by_hand(Kernel kernel) {
  return kernel <= Kernel::triangles;
}
// True if the result is a number.
constexpr bool is_count(Kernel kernel) {
  return kernel == Kernel::triangles || kernel == Kernel::scc || kernel == Kernel::kcore;
}
constexpr std::size_t kBetweennessSources = 4;

// The result of a kernel. Each kernel sets what is its own.
struct KernelResult {
  std::vector<Node> nodes;     // bfs: parents; wcc, louvain, leiden: labels
  std::vector<double> values;  // sssp: distances, pagerank: scores, betweenness: sums of dependencies, not
                               // halved, closeness: scores
  std::uint64_t count = 0;     // triangles; scc: components; kcore: the greatest core number
  double modularity = 0;       // louvain and leiden, with labels in nodes
};

class ResultChecks {
 public:
  ResultChecks(const MeasuredGraph& measured, const Undirected& graph, double tolerance)
      : measured_(measured), graph_(graph), tolerance_(tolerance) {}

  // Error (internal) if the result of `who` for the run's source is wrong.
  void check(const std::string& who, Kernel kernel, std::size_t run, const KernelResult& result);

 private:
  std::string fault_of(Kernel kernel, std::size_t run, const KernelResult& result);

  const MeasuredGraph& measured_;
  const Undirected& graph_;
  const double tolerance_;  // of pagerank
  // The first counts, which the others must be equal to; that of triangles is counted serially.
  std::array<std::optional<std::uint64_t>, kKernelNames.size()> counts_;
};

// The first sources of betweenness.
inline std::span<const Node> betweenness_sources(const MeasuredGraph& measured) {
  return std::span(measured.sources).first(std::min(kBetweennessSources, measured.sources.size()));
}

}  // namespace quadrille::bench
