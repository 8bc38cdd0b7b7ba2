#include "server/algorithms/table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

namespace quadrille::server {

namespace {

using Json = nlohmann::ordered_json;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::Result;
using query::ResultType;

constexpr std::size_t kListingColumns = 120;

std::string_view result_type_name(ResultType type) {
  switch (type) {
    case ResultType::vertex:
      return "vertex";
    case ResultType::integer:
      return "integer";
    case ResultType::number:
      return "number";
    case ResultType::boolean:
      return "boolean";
  }
  return "";
}

std::vector<std::string> words_of(std::string_view words) {
  std::vector<std::string> all;
  while (!words.empty()) {
    const std::size_t length = std::min(words.find(' '), words.size());
    all.emplace_back(words.substr(0, length));
    words.remove_prefix(std::min(length + 1, words.size()));
  }
  return all;
}

Json json_of(const Parameter& parameter) {
  Json json{{"name", parameter.name}, {"type", type_name(parameter.type)}};
  if (!parameter.initial.empty()) json["default"] = parameter.initial;
  if (std::isfinite(parameter.least)) json["least"] = parameter.least;
  if (std::isfinite(parameter.most)) json[parameter.excludes_most ? "less_than" : "most"] = parameter.most;
  if (!parameter.words.empty()) json["words"] = words_of(parameter.words);
  if (parameter.is_required) json["required"] = true;
  if (!parameter.together.empty()) json["together"] = parameter.together;
  return json;
}

Json json_of(const Result& result) {
  Json json{{"name", result.name}, {"type", result_type_name(result.type)}};
  if (result.of_run) json["of_run"] = true;
  if (result.maybe_unbound) json["maybe_unbound"] = true;
  return json;
}

std::string describe(const Parameter& parameter) {
  std::string text(parameter.name);
  if (!parameter.words.empty()) {
    text += fmt::format(" ({})", parameter.words);
  } else {
    text += fmt::format(" ({})", type_name(parameter.type));
  }
  if (!parameter.initial.empty()) text += fmt::format(" = {}", parameter.initial);
  if (parameter.is_required) text += ", required";
  return text;
}

std::string describe(const Result& result) {
  return fmt::format("{}{}", result.name, result.of_run ? " (of the run)" : "");
}

// "  title: one; two; three", in as many lines as it takes.
template <class Items>
void add_listed(std::string& text, std::string_view title, const Items& items) {
  std::string line = fmt::format("  {:<11}", title);
  const std::size_t indent = line.size();
  bool is_first = true;
  for (const auto& item : items) {
    const std::string one = describe(item);
    if (!is_first) line += ';';
    if (!is_first && line.size() + one.size() + 2 > kListingColumns) {
      text += line + '\n';
      line = std::string(indent, ' ');
    } else if (!is_first) {
      line += ' ';
    }
    line += one;
    is_first = false;
  }
  text += line + '\n';
}

}  // namespace

std::string_view type_name(ParameterType type) {
  switch (type) {
    case ParameterType::integer:
      return "integer";
    case ParameterType::number:
      return "number";
    case ParameterType::boolean:
      return "boolean";
    case ParameterType::word:
      return "word";
    case ParameterType::vertices:
      return "vertices";
  }
  return "";
}

std::string table_json(query::Procedures procedures) {
  Json all = Json::array();
  for (const Procedure& procedure : procedures) {
    Json json{{"name", procedure.name},
              {"iri", fmt::format("quadrille:algorithm/{}", procedure.name)},
              {"takes_weights", procedure.takes_weights},
              {"parameters", Json::array()},
              {"results", Json::array()}};
    for (const Parameter& parameter : procedure.parameters) json["parameters"].push_back(json_of(parameter));
    for (const Result& result : procedure.results) json["results"].push_back(json_of(result));
    for (const query::ProcedureAlias& alias : procedure.aliases) {
      json["aliases"].push_back(
          Json{{"iri", alias.iri}, {"arguments", words_of(alias.arguments)}, {"results", words_of(alias.results)}});
    }
    all.push_back(std::move(json));
  }
  return Json{{"algorithms", std::move(all)}}.dump(1) + "\n";
}

std::string table_listing(query::Procedures procedures) {
  std::string text;
  for (const Procedure& procedure : procedures) {
    text += fmt::format("{}{}\n", procedure.name, procedure.takes_weights ? ", with weights" : "");
    add_listed(text, "parameters", procedure.parameters);
    add_listed(text, "results", procedure.results);
  }
  return text;
}

}  // namespace quadrille::server
