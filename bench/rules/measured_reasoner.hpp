#pragma once

// The measurements of `quadrille-bench rules`: plain values, for the table, the JSON and the plot.

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::bench {

// Of one run.
struct ReasonerFigures {
  double load_seconds = 0;          // all but reasoning; of a build, its time without the step Inference
  double reason_seconds = 0;        // of a build, the step Inference
  double first_answer_seconds = 0;  // from the files to the first answer
  std::uint64_t inferred = 0;       // quads that were not stated
  std::uint64_t memory_bytes = 0;   // the most of one process
};

struct MeasuredReasoner {
  std::string name;  // with its version, from the first run
  int images = 0;    // 0: a peer
  std::vector<ReasonerFigures> runs;
  std::string failure;  // why there are no more runs; empty: none

  bool is_peer() const { return images == 0; }
  // Median of all runs; there must be one.
  double median_of(double ReasonerFigures::*figure) const;
  // New quads a second of reasoning alone; 0 without runs.
  double quads_a_second() const;
};

struct RulesResults {
  std::string program, machine, rules;
  std::uint64_t quads_read = 0;  // with duplicates
  std::uint64_t quads = 0;       // in the database, with inferred ones
  int runs = 0;
  std::vector<MeasuredReasoner> reasoners;

  // The peer that infers the most quads a second, or nullptr.
  const MeasuredReasoner* best_peer() const;
};

// Markdown for readers: a table, and the reasons for missing figures.
std::string to_markdown(const RulesResults& results);
std::string to_json(const RulesResults& results);
// A chart of new quads a second.
std::string to_svg(const RulesResults& results);

}  // namespace quadrille::bench
