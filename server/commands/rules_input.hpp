#pragma once

// The rules of a build, for the loader.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "inferencer/infer_rows.hpp"
#include "inferencer/stored_rules.hpp"
#include "loader/build/build_rules.hpp"

namespace quadrille::server {

// Options of rules.
struct RuleOptions {
  std::vector<std::string> sets;         // names of rule sets, and files of rules; none: no rules
  bool trivial = false;                  // also trivial conclusions
  bool stops_at_contradictions = false;  // --inconsistent stop
  std::optional<std::uint64_t> most;     // quads that may follow; none: 20 for each stated one, and 10 million
  inferencer::RuleGraphs graphs = inferencer::RuleGraphs::default_graph;
  std::string into;             // the graph for RuleGraphs::all
  bool representatives = true;  // owl:sameAs by representatives, if the rules allow it
};

// Local. Reads the sets and files. Error(user) for an unknown set.
inferencer::StoredRules stored_rules_of(const RuleOptions& options);

// Local. nullptr: there are no rules. Error(user) for an unknown set.
std::shared_ptr<const BuildRules> rules_input(const RuleOptions& options);

}  // namespace quadrille::server
