#include "inferencer/stored_rules.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "inferencer/equality.hpp"
#include "quadstore/rules_file.hpp"

namespace quadrille::inferencer {

namespace {

using Json = nlohmann::ordered_json;

// Closures by representatives have format 2: a program that knows format 1 alone would read their rows as they are.
constexpr int kStoredFormat = 2;
constexpr std::string_view kRepresentatives = "representatives", kByRules = "rules";
constexpr std::array<std::pair<RuleGraphs, std::string_view>, 3> kGraphNames{
    {{RuleGraphs::default_graph, "default"}, {RuleGraphs::each, "each"}, {RuleGraphs::all, "union"}}};
constexpr std::string_view kReport = "report", kStop = "stop";

Json to_json(const RuleText& text) {
  return {{"name", text.name},
          {"language", parser::rule_format_name(text.format)},
          {"text", text.text},
          {"base", text.base},
          {"built_in", text.is_built_in}};
}

RuleText text_of(const Json& json) {
  const std::string language = json.at("language");
  const auto format = parser::find_rule_format(language);
  if (!format) fail(ErrorKind::io, "this program cannot read the language '{}'", language);
  return {json.at("name"), *format, json.at("text"), json.at("base"), json.at("built_in")};
}

StoredRules from_json(const Json& json) {
  const int format = json.at("format");
  if (format > kStoredFormat)
    fail(ErrorKind::io, "they have format {}, this program reads formats up to {}", format, kStoredFormat);
  StoredRules rules;
  for (const Json& text : json.at("texts")) rules.texts.push_back(text_of(text));
  rules.trivial = json.at("trivial");
  rules.graphs = rule_graphs_of(json.at("graphs"));
  rules.into = json.at("into");
  rules.representatives = json.value("equality", "") == kRepresentatives;
  rules.stops_at_contradictions = stops_at_contradictions(json.at("inconsistent"));
  if (const Json& most = json.at("most"); !most.is_null()) rules.most = most.get<std::uint64_t>();
  return rules;
}

constexpr std::string_view kTrivialSet = "-trivial", kAlsoTrivial = " trivial", kInEach = " in each graph",
                           kInto = " from all graphs into <";

bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

// The names of rules that a build has written into its manifest, as in "owl-rl rdfs trivial in each graph".
StoredRules of_names(std::string_view names, const std::filesystem::path& database) {
  StoredRules rules;
  if (const std::size_t at = names.find(kInto); at != std::string_view::npos && names.ends_with('>')) {
    rules.graphs = RuleGraphs::all;
    rules.into = names.substr(at + kInto.size(), names.size() - 1 - at - kInto.size());
    names = names.substr(0, at);
  }
  if (take_end(names, kInEach)) rules.graphs = RuleGraphs::each;
  rules.trivial = take_end(names, kAlsoTrivial);
  const std::vector<std::string> known = rule_set_names();
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      fail(ErrorKind::user,
           "{} was built with rules of files by an earlier version, which has not stored their texts ({}): build it "
           "again with the same rules",
           database.string(), names);
    }
    add_set(rules.texts, name, rules.trivial);
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return rules;
}

}  // namespace

std::string_view rule_graphs_name(RuleGraphs graphs) {
  return std::find_if(kGraphNames.begin(), kGraphNames.end(), [&](const auto& its) { return its.first == graphs; })
      ->second;
}

RuleGraphs rule_graphs_of(const std::string& name) {
  for (const auto& [graphs, its] : kGraphNames)
    if (its == name) return graphs;
  fail(ErrorKind::user, "graphs must be one of: default, each, union; found '{}'", name);
}

bool uses_representatives(const std::string& name) {
  if (name != kRepresentatives && name != kByRules)
    fail(ErrorKind::user, "same_as must be one of: representatives, rules; found '{}'", name);
  return name == kRepresentatives;
}

bool stops_at_contradictions(const std::string& name) {
  if (name != kReport && name != kStop)
    fail(ErrorKind::user, "inconsistent must be one of: report, stop; found '{}'", name);
  return name == kStop;
}

const StoredRules::Text* StoredRules::find(std::string_view name) const {
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const Text& text) { return text.name == name; });
  return found == texts.end() ? nullptr : &*found;
}

std::string StoredRules::why_unknown(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Text& text : texts) names.push_back(text.name);
  return fmt::format("the database has no rules '{}'; it has {}", name, fmt::join(names, ", "));
}

std::string StoredRules::names() const {
  std::string names;
  for (const Text& text : texts) {
    if (text.is_built_in && text.name.ends_with(kTrivialSet)) continue;
    if (!names.empty()) names += ' ';
    names += text.name;
  }
  if (trivial) names += kAlsoTrivial;
  if (graphs == RuleGraphs::each) names += kInEach;
  if (graphs == RuleGraphs::all) names += fmt::format("{}{}>", kInto, into);
  return names;
}

parser::RuleSet StoredRules::rules() const {
  return rules_of(texts);
}

std::string StoredRules::serialise() const {
  Json list = Json::array();
  for (const Text& text : texts) list.push_back(to_json(text));
  Json json{{"format", representatives ? kStoredFormat : 1},
            {"trivial", trivial},
            {"graphs", rule_graphs_name(graphs)},
            {"into", into},
            {"inconsistent", stops_at_contradictions ? kStop : kReport},
            {"most", most ? Json(*most) : Json()},
            {"texts", list}};
  if (representatives) json["equality"] = kRepresentatives;
  return json.dump() + "\n";
}

bool StoredRules::uses_representatives(const parser::RuleSet& rules) const {
  return representatives && graphs == RuleGraphs::default_graph && allows_representatives(rules);
}

StoredRules StoredRules::parse(std::string_view json) {
  try {
    return from_json(Json::parse(json));
  } catch (const Error& error) {
    fail(ErrorKind::io, "the rules of the database cannot be read: {}", error.what());
  } catch (const std::exception& error) {
    fail(ErrorKind::io,
         "the rules of the database are damaged: {}; restore them from a copy, or build the database again",
         error.what());
  }
}

std::optional<StoredRules> stored_rules(const std::filesystem::path& database, const Manifest& manifest) {
  if (const auto stored = read_rules_file(database, manifest)) return StoredRules::parse(*stored);
  const auto names = manifest.options.find("rules");
  if (names == manifest.options.end()) return std::nullopt;
  return of_names(names->second, database);
}

}  // namespace quadrille::inferencer
