#include <fmt/format.h>

#include <fstream>
#include <string>

#include "base/error.hpp"
#include "inferencer/rule_sets.hpp"
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

std::string rules_of_database(const std::string& database) {
  const Manifest manifest = Manifest::read(database);
  const auto rules = manifest.options.find("rules");
  if (rules == manifest.options.end()) return fmt::format("{} has no rules\n", database);
  return fmt::format("{}: {}\n", rules->second,
                     fmt::format("{} of {} quads follow and were not stated", manifest.inferred_quads,
                                 manifest.default_quads + manifest.named_quads));
}

}  // namespace

int run_list_rules(const ListRulesOptions& options) {
  if (!options.set.empty()) {
    print(inferencer::rule_set_text(options.set));
    return 0;
  }
  if (!options.database.empty()) {
    print(rules_of_database(options.database));
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
