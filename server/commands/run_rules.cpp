#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"
#include "inferencer/rule_sets.hpp"
#include "parser/rule_text.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/newest_rules.hpp"
#include "server/http/url_encoding.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

std::string rules_and_data(std::size_t rules, std::size_t quads) {
  const auto number = [](std::size_t count, const char* thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
  };
  std::string text = number(rules, "rule");
  if (quads > 0) text += fmt::format(", {} of DATA", number(quads, "quad"));
  return text;
}
std::string rules_and_data(const parser::RuleSet& rules) {
  return rules_and_data(rules.rules.size(), rules.data.size());
}

// A line for each text, with its number of rules.
std::string lines_of_texts(const StateRules& its) {
  std::string lines;
  try {
    const inferencer::StoredRules& rules = its.known();
    std::size_t width = 8;
    for (const auto& text : rules.texts) width = std::max(width, text.name.size());
    for (const auto& text : rules.texts)
      lines += fmt::format("  {:<{}}  {}\n", text.name, width, rules_and_data(inferencer::rules_of(text)));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;  // the texts of an earlier build are gone, its names are not
    lines = fmt::format("{}\n", error.what());
  }
  return lines;
}

std::string rules_of_database(const std::string& database) {
  const Manifest manifest = Manifest::read(database);
  const auto [rules, version] = newest_rules(database, manifest);
  if (!rules) return fmt::format("{} has no rules\n", database);
  const std::string what = version ? fmt::format("since version {}, which is in the log", *version)
                                   : fmt::format("{} of {} quads follow and were not stated", manifest.inferred_quads,
                                                 manifest.default_quads + manifest.named_quads);
  return fmt::format("{}: {}\n{}", rules->names, what, lines_of_texts(*rules));
}

std::string text_of_database(const std::string& database, const std::string& name) {
  const StateRulesPtr rules = newest_rules(database, Manifest::read(database)).rules;
  if (!rules) fail(ErrorKind::user, "{} has no rules", database);
  const auto* const text = rules->known().find(name);
  if (text == nullptr) fail(ErrorKind::user, "{}", rules->known().why_unknown(name));
  return text->text;
}

std::string rules_of_server(const std::string& database, const ServerAccess& server) {
  const auto told = nlohmann::json::parse(ask_server({server, "/rules"}));
  const auto number = [](const nlohmann::json& from, const char* name) { return from.at(name).get<std::uint64_t>(); };
  const auto names = told.at("rules").get<std::string>();
  if (names.empty()) return fmt::format("{} has no rules\n", database);
  std::string lines = fmt::format("{}: {} of {} quads follow and were not stated\n", names,
                                  number(told, "inferred_quads"), number(told, "quads"));
  if (told.contains("error")) return lines + told.at("error").get<std::string>() + "\n";
  std::size_t width = 8;
  for (const auto& text : told.at("texts")) width = std::max(width, text.at("name").get<std::string>().size());
  for (const auto& text : told.at("texts")) {
    lines += fmt::format("  {:<{}}  {}\n", text.at("name").get<std::string>(), width,
                         rules_and_data(number(text, "rules"), number(text, "quads")));
  }
  return lines;
}

// Of the server, if one has the database open.
std::string listed(const ListRulesOptions& options) {
  const std::string& database = options.database;
  if (const auto server = find_server_access(database, options.client)) {
    if (options.set.empty()) return rules_of_server(database, *server);
    return ask_server({*server, "/rules/" + encode_url(options.set)});
  }
  return options.set.empty() ? rules_of_database(database) : text_of_database(database, options.set);
}

}  // namespace

int run_list_rules(const ListRulesOptions& options) {
  if (!options.database.empty()) {
    print(listed(options));
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
