#pragma once

// The kernels of bench/csr/kernels, timed.

#include <optional>

#include "bench/csr/kernels/threads.hpp"
#include "bench/graph/kernel_results.hpp"

namespace quadrille::bench {

struct PageRankLimits {
  double tolerance = 1e-4;  // as the programs of GAP
  int rounds = 100;
};

class HandKernels {
 public:
  HandKernels(const MeasuredGraph& measured, const Undirected& graph, int threads, const PageRankLimits& limits)
      : measured_(measured), graph_(graph), threads_(threads), limits_(limits) {}

  // Local. Returns the milliseconds of one run: for bfs and sssp, that of the run's source. `result`: null, or where
  // the result goes after the measured time.
  double time(Kernel kernel, std::size_t run, KernelResult* result);

 private:
  const MeasuredGraph& measured_;
  const Undirected& graph_;
  Threads threads_;
  const PageRankLimits limits_;
};

}  // namespace quadrille::bench
