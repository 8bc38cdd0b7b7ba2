#pragma once

// One run of `quadrille-bench rules`: builds with rules by each number of images, and the reasoners of peers, in turns.
//
// A peer is a command to which `--rules SET --query TEXT --json OUT FILE...` is added. It writes an object with `name`,
// `version`, `load_seconds`, `reason_seconds`, `inferred` and `first_answer_seconds` to OUT. A peer that fails or takes
// too long is not run again; the report has the reason.

#include <filesystem>
#include <string>
#include <vector>

#include "bench/lubm/harness/children.hpp"
#include "bench/lubm/harness/programs.hpp"
#include "bench/rules/measured_reasoner.hpp"

namespace quadrille::bench {

struct RulesOptions {
  std::vector<std::string> files;
  std::string rules = "owl-rl";
  std::vector<int> images{1};
  int runs = 5;
  std::vector<std::string> peers;  // commands, words separated by spaces
  std::string query = "SELECT (COUNT(*) AS ?n) { ?thing a ?class }";
  double most_seconds = 600;  // of each program
  std::string quadrille;      // the program
  std::string work;           // the folder for our temporary folder
};

class RulesBenchmark {
 public:
  RulesBenchmark(lubm::Children& children, const RulesOptions& options);
  ~RulesBenchmark();  // removes its files
  RulesBenchmark(const RulesBenchmark&) = delete;
  RulesBenchmark& operator=(const RulesBenchmark&) = delete;

  // Reports its steps on standard error. Error (user) if a build fails, Error (cancelled) if it was stopped.
  RulesResults run();

 private:
  void measure_build(RulesResults& results, MeasuredReasoner& reasoner);
  void measure_peer(const std::string& command, MeasuredReasoner& peer);

  const RulesOptions options_;
  lubm::Workplace workplace_;
};

}  // namespace quadrille::bench
