#pragma once

// The rule sets that come with the program: `rdfs`, `rdfs-plus` and `owl-rl`. Each is a text of SPARQL-RL
// (inferencer/rules). A set's rules for trivial conclusions (`x sameAs x`, the axioms of the vocabulary) are a set of
// their own, which is left out by default.

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/rule_format.hpp"

namespace quadrille::inferencer {

// Quads with a predicate in this namespace are derived and used by rules, but never stored.
inline constexpr std::string_view kLocalNamespace = "urn:quadrille:local:";
// The names of the rules of these sets.
inline constexpr std::string_view kRuleNamespace = "urn:quadrille:rule:";

// "rdfs", "rdfs-plus", "owl-rl".
std::vector<std::string> rule_set_names();

// One text of rules, as it was written.
struct RuleText {
  std::string name;  // of a rule set ("owl-rl", "owl-rl-trivial"), or of a file (mine.srl, parts/more.rules)
  parser::RuleFormat format = parser::RuleFormat::srl;
  std::string text;
  std::string base;          // resolves its relative IRIs; of a file: file:// and its path; empty: it has none
  bool is_built_in = false;  // a rule set of this program, or of the one that has built a database

  bool operator==(const RuleText&) const = default;
};

// Local. Appends the texts of a set, after those that it imports. A text is never appended twice. `with_trivial`: also
// the sets of their trivial conclusions. Error(user) for an unknown name, with those that are known.
void add_set(std::vector<RuleText>& texts, std::string_view name, bool with_trivial = false);

// Local. The same for a file. Its name in `texts` is the one in the folder of `path`, with more of the path if another
// text has that name. `format` and errors: as of rule_file().
void add_file(std::vector<RuleText>& texts, const std::filesystem::path& path,
              std::optional<parser::RuleFormat> format = {});

// Local. The rules of texts, in their order; what they import must be among them. The names of the texts are
// RuleSet::files. Errors: as of parse_rules(), with the name of the text.
parser::RuleSet rules_of(const RuleText& text);
parser::RuleSet rules_of(std::span<const RuleText> texts);

// Local. The text of a set as SPARQL-RL, without those that it imports. `name`: one of rule_set_names().
std::string rule_set_text(std::string_view name);

// Local. The rules of a file, with those of the files that it imports, which are in its folder or below. `format` is
// the language of the file itself; nullopt: by the ending of its name, as for files that it imports (which may have no
// known ending: then they are of the same language). Error(user) if a file cannot be read or is elsewhere, or if the
// language is unknown; Error(syntax), Error(unsupported) as parse_rules() and read_rules(), with the name of the file.
parser::RuleSet rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format = {});

// Local. The same, also for rules that read_rules() does not support.
parser::RuleSet parsed_rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format = {});

// Local. The rules of a text alone: it cannot import files. Errors: as of rule_file(); with `name`, unless it is empty.
parser::RuleSet checked_rules(const std::string& text, const std::string& name = {},
                              parser::RuleFormat format = parser::RuleFormat::srl);

// Local. The entailment regimes of SPARQL 1.1 that are answered by what follows from these sets, whose names are
// separated by spaces: RDFS, OWL-RDF-Based (in the profile RL).
std::vector<std::string> entailment_regimes(std::string_view names);

// Local. Appends the rules, data, prefixes and names of texts of another set.
void append(parser::RuleSet& all, parser::RuleSet more);

// Local. The rules of a set with those that it imports. Error(user) for an unknown name, with those that are known.
parser::RuleSet rule_set(std::string_view name, bool with_trivial = false);

}  // namespace quadrille::inferencer
