#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "inferencer/rule_sets.hpp"
#include "inferencer/stored_rules.hpp"
#include "parser/rule_text.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands/commands.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

std::string rules_and_data(const parser::RuleSet& rules) {
  const auto number = [](std::size_t count, const char* thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
  };
  std::string text = number(rules.rules.size(), "rule");
  if (!rules.data.empty()) text += fmt::format(", {} of DATA", number(rules.data.size(), "quad"));
  return text;
}

// A line for each text, with its number of rules.
std::string lines_of_texts(const std::string& database, const Manifest& manifest) {
  std::optional<inferencer::StoredRules> rules;
  try {
    rules = inferencer::stored_rules(database, manifest);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::user) throw;  // the texts of an earlier build are gone, its names are not
    return fmt::format("{}\n", error.what());
  }
  std::size_t width = 8;
  for (const auto& text : rules->texts) width = std::max(width, text.name.size());
  std::string lines;
  for (const auto& text : rules->texts)
    lines += fmt::format("  {:<{}}  {}\n", text.name, width, rules_and_data(inferencer::rules_of(text)));
  return lines;
}

std::string rules_of_database(const std::string& database) {
  const Manifest manifest = Manifest::read(database);
  const auto rules = manifest.options.find("rules");
  if (rules == manifest.options.end()) return fmt::format("{} has no rules\n", database);
  const std::string counts = fmt::format("{} of {} quads follow and were not stated", manifest.inferred_quads,
                                         manifest.default_quads + manifest.named_quads);
  return fmt::format("{}: {}\n{}", rules->second, counts, lines_of_texts(database, manifest));
}

std::string text_of_database(const std::string& database, const std::string& name) {
  const auto rules = inferencer::stored_rules(database, Manifest::read(database));
  if (!rules) fail(ErrorKind::user, "{} has no rules", database);
  const auto* const text = rules->find(name);
  if (text == nullptr) fail(ErrorKind::user, "{}", rules->why_unknown(name));
  return text->text;
}

}  // namespace

int run_list_rules(const ListRulesOptions& options) {
  if (!options.database.empty()) {
    print(options.set.empty() ? rules_of_database(options.database) : text_of_database(options.database, options.set));
    return 0;
  }
  if (!options.set.empty()) {
    print(inferencer::rule_set_text(options.set));
    return 0;
  }
  std::string lines;
  for (const std::string& name : inferencer::rule_set_names()) {
    lines += fmt::format("{:<10} {}; with --trivial {}\n", name, rules_and_data(inferencer::rule_set(name)),
                         rules_and_data(inferencer::rule_set(name, true)));
  }
  print(lines);
  return 0;
}

int run_check_rules(const CheckRulesOptions& options) {
  for (const std::string& file : options.files) {
    print(fmt::format("{}: {}\n", file, rules_and_data(inferencer::rule_file(file, options.format))));
  }
  return 0;
}

int run_convert_rules(const ConvertRulesOptions& options) {
  const std::string text = parser::to_sparql_rl(inferencer::parsed_rule_file(options.file, options.format));
  if (options.output.empty()) {
    print(text);
    return 0;
  }
  std::ofstream out(options.output, std::ios::binary);
  out << text;
  if (!out.flush()) fail(ErrorKind::user, "cannot write {}", options.output);
  return 0;
}

}  // namespace quadrille::server
