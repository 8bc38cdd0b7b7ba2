#pragma once

// What the commands that make a graph have in common.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "bench/graph/measured_graph.hpp"
#include "pgas/job.hpp"

namespace quadrille::bench {

struct GraphRunOptions {
  GraphOptions graph;
  std::vector<std::string> places;  // a policy for memory (docs/memory.md)
  std::string json;                 // a file for the figures
  std::vector<std::string> only;    // kernels; empty: all

  bool is_wanted(const std::string& kernel) const;
};

// `options` outlives the command.
void add_graph_options(CLI::App& command, GraphRunOptions& options);

// Adds --only, for the names of kernels and `another` one.
void add_only_option(CLI::App& command, GraphRunOptions& options, const char* another);

// Collective. Calls run(job) on all images, with the policy for memory. An Error of one ends all.
void run_graph_job(const GraphRunOptions& options, const std::function<void(pgas::Job&)>& run);

// Local. Prints `text`, and writes `json` to the file of the options if they name one.
void write_figures(const GraphRunOptions& options, const std::string& text, const std::string& json);

}  // namespace quadrille::bench
