#include "bench/graph/kernel_results.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "bench/csr/kernels/verifiers.hpp"

namespace quadrille::bench {

namespace {

constexpr double kBetweennessTolerance = 1e-6;

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
      if (!triangles_) triangles_ = count_triangles_serially(graph_);
      return result.count == *triangles_ ? "" : fmt::format("{} triangles, expected {}", result.count, *triangles_);
    case Kernel::closeness:
      return check_closeness(graph_, betweenness_sources(measured_), result.values);
  }
  return {};
}

}  // namespace quadrille::bench
