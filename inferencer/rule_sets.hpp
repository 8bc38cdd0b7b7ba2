#pragma once

// The rule sets that come with the program: `rdfs`, `rdfs-plus` and `owl-rl`. Each is a text of SPARQL-RL
// (inferencer/rules). A set's rules for trivial conclusions (`x sameAs x`, the axioms of the vocabulary) are a set of
// their own, which is left out by default.

#include <filesystem>
#include <optional>
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

// Local. The text of a set as SPARQL-RL, without those that it imports. `name`: one of rule_set_names().
std::string rule_set_text(std::string_view name);

// Local. The rules of a file, with those of the files that it imports, which are in its folder or below. `format` is
// the language of the file itself; nullopt: by the ending of its name, as for files that it imports (which may have no
// known ending: then they are of the same language). Error(user) if a file cannot be read or is elsewhere, or if the
// language is unknown; Error(syntax), Error(unsupported) as parse_rules() and read_rules(), with the name of the file.
parser::RuleSet rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format = {});

// Local. The same, also for rules that read_rules() does not support.
parser::RuleSet parsed_rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format = {});

// Local. The rules of a text alone: it cannot import files. Errors: as of rule_file().
parser::RuleSet checked_rules(const std::string& text);

// Local. The entailment regimes of SPARQL 1.1 that are answered by what follows from these sets, whose names are
// separated by spaces: RDFS, OWL-RDF-Based (in the profile RL).
std::vector<std::string> entailment_regimes(std::string_view names);

// Local. Appends the rules, data and prefixes of another set.
void append(parser::RuleSet& all, parser::RuleSet more);

// Local. The rules of a set with those that it imports. Error(user) for an unknown name, with those that are known.
parser::RuleSet rule_set(std::string_view name, bool with_trivial = false);

}  // namespace quadrille::inferencer
