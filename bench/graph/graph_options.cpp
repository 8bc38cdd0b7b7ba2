#include "bench/graph/graph_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "bench/graph/kernel_results.hpp"
#include "bench/output_file.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::bench {

bool GraphRunOptions::is_wanted(const std::string& kernel) const {
  return only.empty() || std::find(only.begin(), only.end(), kernel) != only.end();
}

void add_graph_options(CLI::App& command, GraphRunOptions& run) {
  GraphOptions& options = run.graph;
  command
      .add_option("--graph", options.graph,
                  "kronecker, uniform, grid, star, packages (of this Debian), or edges (of a file)")
      ->check(CLI::IsMember({"kronecker", "uniform", "grid", "star", "packages", "edges"}))
      ->capture_default_str();
  command.add_option("--scale", options.scale, "Kronecker, uniform and star: 2^SCALE nodes")
      ->check(CLI::Range(1, 28))
      ->capture_default_str();
  command.add_option("--degree", options.degree, "Kronecker and uniform: edges made for each node")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command.add_option("--side", options.side, "Grid: number of rows and of columns")
      ->check(CLI::Range(2, 20'000))
      ->capture_default_str();
  command.add_option("--packages", options.packages, "A file with the output of apt-cache dumpavail")
      ->check(CLI::ExistingFile);
  command.add_option("--edges", options.edges, "A file with two numbers of nodes a line")->check(CLI::ExistingFile);
  command.add_option("--sources", options.sources, "Number of sources of bfs and sssp")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--place", run.places, "Keep a structure in a tier, such as analytics-csr=file:DIR")
      ->allow_extra_args(false);
  command.add_option("--json", run.json, "Also write the figures to this file as JSON");
}

void add_only_option(CLI::App& command, GraphRunOptions& options, const char* another) {
  std::vector<std::string> names(kKernelNames.begin(), kKernelNames.end());
  names.emplace_back(another);
  CLI::Option* const only = command.add_option("--only", options.only, "Only these kernels, with commas between them");
  only->delimiter(',')->check(CLI::IsMember(names));
  if (!options.only.empty()) only->capture_default_str();
}

void run_graph_job(const GraphRunOptions& options, const std::function<void(pgas::Job&)>& run) {
  pgas::Placement placement;
  for (const std::string& line : options.places) placement.add(line);
  pgas::set_placement(placement);
  pgas::JobOptions job_options;
  job_options.program = "quadrille-bench";
  pgas::Job job(job_options);
  try {
    run(job);
  } catch (const Error& error) {  // the others may be at another step
    fmt::print(stderr, "quadrille-bench: image {}: {}\n", index(job.this_image()), error.what());
    pgas::Job::abort(exit_code(error.kind()));
  }
}

void write_figures(const GraphRunOptions& options, const std::string& text, const std::string& json) {
  OutputFile({}).write(text);
  if (options.json.empty()) return;
  OutputFile file(options.json);
  file.write(json);
  file.close();
}

}  // namespace quadrille::bench
