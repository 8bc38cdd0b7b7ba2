#pragma once

// The rules of a build, for the loader.

#include <memory>
#include <string>
#include <vector>

#include "loader/build/build_rules.hpp"

namespace quadrille::server {

// Options of rules.
struct RuleOptions {
  std::vector<std::string> sets;         // names of rule sets; none: no rules
  bool trivial = false;                  // also trivial conclusions
  bool stops_at_contradictions = false;  // --inconsistent stop
};

// Local. nullptr: there are no rules. Error(user) for an unknown set.
std::shared_ptr<const BuildRules> rules_input(const RuleOptions& options);

}  // namespace quadrille::server
