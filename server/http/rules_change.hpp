#pragma once

// A RulesChange adds, replaces and removes rules of a database, all at once. As JSON it is the body of POST /rules, and
// what the command `quadrille rules` sends.
//
//   {"put": [{"name": "mine.srl", "language": "srl", "text": "RULE ...", "base": ""}, {"name": "owl-rl"}],
//    "remove": ["old.srl"],
//    "max_inferred": 1000000, "inconsistent": "stop", "graphs": "union", "infer_into": "http://e/all", "trivial": true,
//    "same_as": "representatives"}
//
// Every member may be missing; an option that is missing stays as it is.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run_progress.hpp"

namespace quadrille::server {

struct RulesChange {
  // A text of rules; without language and text: a rule set of the program.
  struct Put {
    std::string name;
    std::string language = {};  // as of parser::find_rule_format()
    std::string text = {};
    std::string base = {};  // resolves its relative IRIs; empty: it has none

    bool operator==(const Put&) const = default;
  };

  std::vector<Put> put = {};
  std::vector<std::string> remove = {};
  std::optional<std::uint64_t> max_inferred = {};
  std::optional<std::string> inconsistent = {};  // report, stop
  std::optional<std::string> graphs = {};        // default, each, union
  std::optional<std::string> infer_into = {};
  std::optional<bool> trivial = {};
  std::optional<std::string> same_as = {};  // representatives, rules
  double timeout_seconds = 0;               // not in the JSON, like the next one
  RunProgress* progress = nullptr;          // as of a query

  std::string to_json() const;
  // Throws Error(user) for text that is not a change of rules.
  static RulesChange of_json(std::string_view json);

  bool operator==(const RulesChange&) const = default;
};

}  // namespace quadrille::server
