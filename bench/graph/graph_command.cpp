#include "bench/graph/graph_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/graph/edge_file.hpp"
#include "bench/graph/engine_kernels.hpp"
#include "bench/graph/graph_options.hpp"
#include "bench/graph/hand_kernels.hpp"
#include "bench/graph/kernel_results.hpp"
#include "bench/graph/measured_graph.hpp"
#include "bench/graph/measurements.hpp"
#include "bench/graph/placement_table.hpp"
#include "bench/output_file.hpp"
#include "pgas/job.hpp"

namespace quadrille::bench {

namespace {

struct GraphCommandOptions : GraphRunOptions {
  PageRankLimits page_rank;
  std::vector<int> partition;  // numbers of groups: placements are compared instead of kernels
  int trials = 5, threads = 2, verified = 1;
  std::string write;
};

constexpr const char* kProjection = "projection";
constexpr Node kMostSearched = 1 << 16;
constexpr Node kMostCountedSide = 500;  // 2 * 500 over 500 is about 10^300

class GraphComparison {
 public:
  GraphComparison(pgas::Job& job, const GraphCommandOptions& options)
      : job_(job), options_(options), measured_(options.graph), solo_(job.make_solo_team()) {
    if (job.num_images() > 1) all_.emplace(job.team(), measured_, options.page_rank);
    if (!job.is_first()) return;
    if (!options.write.empty()) write_edge_file(options.write, measured_.simple, measured_.sources, measured_.delta);
    one_.emplace(*solo_, measured_, options.page_rank);
    graph_.emplace(measured_.simple, true);
    hand_.emplace(measured_, *graph_, options.threads, options.page_rank);
    checks_.emplace(measured_, *graph_, options.page_rank.tolerance);
  }

  GraphMeasurements run() {
    GraphMeasurements all{measured_.name,
                          measured_.simple.nodes,
                          measured_.simple.edges.size(),
                          options_.threads,
                          job_.num_images(),
                          job_.num_groups(),
                          {}};
    if (options_.is_wanted(kProjection)) {
      all.kernels.push_back(measure_projection(false));
      all.kernels.push_back(measure_projection(true));
    }
    for (std::size_t kernel = 0; kernel < kKernelNames.size(); ++kernel) {
      if (!options_.is_wanted(kKernelNames[kernel]) || !is_possible(static_cast<Kernel>(kernel))) continue;
      all.kernels.push_back(measure(static_cast<Kernel>(kernel)));
    }
    return all;
  }

 private:
  // Closeness searches from every node. Opposite corners of a large grid have more shortest paths than the doubles of
  // the hand-written kernel can count.
  bool is_possible(Kernel kernel) const {
    if (kernel == Kernel::closeness) return measured_.simple.nodes <= kMostSearched;
    return kernel != Kernel::betweenness || options_.graph.graph != "grid" || options_.graph.side <= kMostCountedSide;
  }

  KernelTimes measure_projection(bool weighted) {
    const auto runs = static_cast<std::size_t>(options_.trials);
    const auto times_of = [&](std::optional<EngineKernels>& engine) {
      std::vector<double> ms;
      for (std::size_t run = 0; engine && run < runs; ++run) ms.push_back(engine->time_projection(weighted));
      return median_ms(std::move(ms));
    };
    KernelTimes times{
        weighted ? "projection with weights" : "projection", runs, {}, times_of(one_), times_of(all_), {}, {}, {}};
    const std::optional<double> best = times.all_images_ms ? times.all_images_ms : times.one_image_ms;
    if (best) times.edges_per_second = static_cast<double>(measured_.simple.edges.size()) / *best * 1e3;
    return times;
  }

  KernelTimes measure(Kernel kernel) {
    const bool by_source = kernel == Kernel::bfs || kernel == Kernel::sssp;
    const auto runs = static_cast<std::size_t>(by_source ? options_.graph.sources : options_.trials);
    KernelTimes times{kKernelNames[static_cast<std::size_t>(kernel)], runs, {}, {}, {}, {}, {}, {}};
    if (is_written_by_hand(kernel)) times.hand_ms = measure_with(hand_, "the hand-written kernels", kernel, runs);
    times.one_image_ms = measure_with(one_, "one image", kernel, runs);
    times.all_images_ms = measure_with(all_, "all images", kernel, runs);
    if (all_ && job_.num_groups() > 1 && all_->costs().rounds > 0) {
      const auto rounds = static_cast<double>(all_->costs().rounds);
      times.round_bytes = static_cast<double>(all_->costs().bytes) / rounds;
      times.unreduced_round_bytes = static_cast<double>(all_->costs().unreduced_bytes) / rounds;
    }
    return times;
  }

  // A run whose result is verified comes before the measured one.
  template <class Kernels>
  std::optional<double> measure_with(std::optional<Kernels>& kernels, const std::string& who, Kernel kernel,
                                     std::size_t runs) {
    std::vector<double> ms;
    for (std::size_t run = 0; kernels && run < runs; ++run) {
      if (run < static_cast<std::size_t>(options_.verified)) {
        KernelResult result;
        kernels->time(kernel, run, &result);
        if (job_.is_first()) checks_->check(who, kernel, run, result);
      }
      ms.push_back(kernels->time(kernel, run, nullptr));
    }
    return median_ms(std::move(ms));
  }

  pgas::Job& job_;
  const GraphCommandOptions& options_;
  const MeasuredGraph measured_;
  const std::unique_ptr<pgas::Team> solo_;
  std::optional<EngineKernels> one_, all_;  // of the first image alone, and of all images if there are several
  std::optional<Undirected> graph_;         // this and what follows: on the first image
  std::optional<HandKernels> hand_;
  std::optional<ResultChecks> checks_;
};

void compare_kernels(pgas::Job& job, const GraphCommandOptions& options) {
  const GraphMeasurements all = GraphComparison(job, options).run();
  if (job.is_first()) write_figures(options, to_text(all), to_json(all));
}

void run_graph_command(const GraphCommandOptions& options) {
  if (!options.partition.empty()) {
    OutputFile({}).write(placement_table(MeasuredGraph(options.graph), options.partition));
    return;
  }
  run_graph_job(options, [&](pgas::Job& job) { compare_kernels(job, options); });
}

constexpr const char* kGraphFooter = R"(
Kernels: projection, bfs, sssp, wcc, pagerank, betweenness, triangles, closeness, scc, kcore, louvain, leiden; those
after triangles are not written by hand. bfs and sssp run once for each source,
betweenness for the first 4 together, closeness for all nodes of graphs with at most 65536 nodes. The results of the first runs are
verified. Projection makes out- and in-lists of directed edges, without and
with weights. With several images the engine also runs on the first one alone.

With --partition no kernel runs: the table compares placements of the nodes on so many groups.

  quadrille-bench graph --scale 18
  mpiexec -n 2 quadrille-bench graph --graph uniform --only bfs,pagerank
  QUADRILLE_GROUP_SIZE=1 mpiexec -n 2 quadrille-bench graph --graph grid --json grid.json
  quadrille-bench graph --graph edges --edges FILE --partition 2,4,8
)";

}  // namespace

void add_graph_command(CLI::App& program) {
  CLI::App* const command =
      program.add_subcommand("graph", "Measure the engine's graph kernels beside hand-written kernels over arrays");
  const auto options = std::make_shared<GraphCommandOptions>();
  add_graph_options(*command, *options);
  add_only_option(*command, *options, kProjection);
  command->add_option("--partition", options->partition, "Compare placements of the nodes on so many groups")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024));
  command->add_option("--trials", options->trials, "Number of runs of the other kernels; medians are printed")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Threads of the hand-written kernels")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--tolerance", options->page_rank.tolerance, "PageRank ends when a round changes less (L1)")
      ->check(CLI::Range(1e-12, 1.0))
      ->capture_default_str();
  command->add_option("--rounds", options->page_rank.rounds, "Most rounds of PageRank")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--verified", options->verified, "Number of runs of each kernel whose results are verified")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->add_option("--write", options->write, "Also write edges and sources to this file, for other libraries");
  command->footer(kGraphFooter);
  command->callback([options] { run_graph_command(*options); });
}

}  // namespace quadrille::bench
