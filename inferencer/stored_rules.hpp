#pragma once

// StoredRules are the rules of a database as it stores them: their texts, and how they are applied. A build writes them
// into a file of the database (quadstore/rules_file.hpp). They have the texts of the program's rule sets too, so that a
// program with other sets gives an older database the rules that it was built with.
//
//   {"format": 1, "trivial": false, "graphs": "union", "into": "http://e/all", "equality": "representatives",
//    "inconsistent": "report", "most": 1000,
//    "texts": [{"name": "owl-rl", "language": "srl", "text": "RULE ...", "base": "", "built_in": true}, ...]}

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inferencer/infer_rows.hpp"
#include "inferencer/rule_sets.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille::inferencer {

struct StoredRules {
  using Text = RuleText;

  std::vector<Text> texts;  // each set and file once; those that it imports are in front of it
  bool trivial = false;
  RuleGraphs graphs = RuleGraphs::default_graph;
  std::string into = {};                   // the graph for RuleGraphs::all
  bool representatives = false;            // owl:sameAs by representatives, if the rules allow it
  bool stops_at_contradictions = false;    // data that contradict the rules are refused
  std::optional<std::uint64_t> most = {};  // quads that may follow; none: most_inferred()

  // nullptr: there is no text of this name.
  const Text* find(std::string_view name) const;
  // "the database has no rules 'x'; it has owl-rl, mine.srl": the message for a name that find() does not know.
  std::string why_unknown(std::string_view name) const;

  // For users: the names of the texts that are not the trivial part of a set, and the options in words, as in
  // "owl-rl mine.srl trivial in each graph".
  std::string names() const;

  // Local. Parsed, in the order of the texts, and the same each time. Errors: as of rules_of().
  parser::RuleSet rules() const;

  // True if the closure is stored by representatives (quadstore/equal_terms.hpp). `rules`: rules().
  bool uses_representatives(const parser::RuleSet& rules) const;

  // Local. JSON, in UTF-8.
  std::string serialise() const;
  // Local. Error(io) for text that serialise() has not written, and for newer formats.
  static StoredRules parse(std::string_view json);

  bool operator==(const StoredRules&) const = default;
};

// "default", "each", "union": the options of --rule-graphs. Error(user) for other names.
std::string_view rule_graphs_name(RuleGraphs graphs);
RuleGraphs rule_graphs_of(const std::string& name);
// "representatives": true, "rules": false: the options of --same-as. Error(user) for other names.
bool uses_representatives(const std::string& name);
// "stop": true, "report": false: the options of --inconsistent. Error(user) for other names.
bool stops_at_contradictions(const std::string& name);

// Local. Reads the rules of a database in the folder `database`; nullopt: it has none. Error(io) if their file is
// damaged. An earlier build has stored the names of rules alone: then sets have the rules of this program, and a file
// of rules is an Error(user) with the advice to build again.
std::optional<StoredRules> stored_rules(const std::filesystem::path& database, const Manifest& manifest);

}  // namespace quadrille::inferencer
