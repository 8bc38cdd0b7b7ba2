#include "bench/graph/hand_kernels.hpp"

#include <limits>

#include "base/clock.hpp"
#include "bench/csr/kernels/kernels.hpp"

namespace quadrille::bench {

namespace {

// Runs, and converts what it returned after the time.
template <class Run, class Convert>
double time_hand_kernel(KernelResult* result, const Run& run, const Convert& convert) {
  const Stopwatch watch;
  const auto found = run();
  const double ms = watch.seconds() * 1e3;
  if (result) convert(found, *result);
  return ms;
}

void keep_nodes(const Array<Node>& found, KernelResult& result) {
  result.nodes.assign(found.begin(), found.end());
}

void keep_distances(const Array<Weight>& found, KernelResult& result) {
  for (const Weight one : found) {
    result.values.push_back(one == kUnreached ? std::numeric_limits<double>::infinity() : one);
  }
}

}  // namespace

double HandKernels::time(Kernel kernel, std::size_t run, KernelResult* result) {
  switch (kernel) {
    case Kernel::bfs:
      return time_hand_kernel(
          result, [&] { return bfs_parents(threads_, graph_, measured_.sources[run]); }, keep_nodes);
    case Kernel::sssp:
      return time_hand_kernel(
          result, [&] { return delta_stepping(threads_, graph_, measured_.sources[run], measured_.delta); },
          keep_distances);
    case Kernel::wcc:
      return time_hand_kernel(
          result, [&] { return afforest(threads_, graph_); }, keep_nodes);
    case Kernel::pagerank:
      return time_hand_kernel(
          result, [&] { return pull_page_rank(threads_, graph_, limits_.tolerance, limits_.rounds); },
          [](const PageRanks& found, KernelResult& to) { to.values.assign(found.scores.begin(), found.scores.end()); });
    case Kernel::betweenness:
      return time_hand_kernel(
          result, [&] { return brandes(threads_, graph_, betweenness_sources(measured_)); },
          [](const Array<double>& found, KernelResult& to) { to.values.assign(found.begin(), found.end()); });
    case Kernel::triangles:
      return time_hand_kernel(
          result, [&] { return count_triangles(threads_, graph_); },
          [](std::uint64_t found, KernelResult& to) { to.count = found; });
    case Kernel::closeness:
    case Kernel::scc:
    case Kernel::kcore:
    case Kernel::louvain:
    case Kernel::leiden:
      break;  // is_written_by_hand()
  }
  return 0;
}

}  // namespace quadrille::bench
