#include "server/http/rules_change.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

using nlohmann::json;

constexpr std::string_view kMembers[] = {"put",    "remove",     "max_inferred", "inconsistent",
                                         "graphs", "infer_into", "trivial",      "same_as"};

template <class Value>
void put_option(json& its, const char* name, const std::optional<Value>& value) {
  if (value) its[name] = *value;
}

template <class Value>
void take_option(const json& its, const char* name, std::optional<Value>& value) {
  if (const auto found = its.find(name); found != its.end()) value = found->get<Value>();
}

json put_as_json(const RulesChange::Put& put) {
  json its{{"name", put.name}};
  if (put.language.empty()) return its;
  its["language"] = put.language;
  its["text"] = put.text;
  its["base"] = put.base;
  return its;
}

RulesChange::Put put_of(const json& its) {
  RulesChange::Put put{its.at("name").get<std::string>()};
  put.language = its.value("language", its.contains("text") ? "srl" : "");
  put.text = its.value("text", "");
  put.base = its.value("base", "");
  return put;
}

}  // namespace

std::string RulesChange::to_json() const {
  json its = json::object();
  its["put"] = json::array();
  for (const Put& one : put) its["put"].push_back(put_as_json(one));
  its["remove"] = remove;
  put_option(its, "max_inferred", max_inferred);
  put_option(its, "inconsistent", inconsistent);
  put_option(its, "graphs", graphs);
  put_option(its, "infer_into", infer_into);
  put_option(its, "trivial", trivial);
  put_option(its, "same_as", same_as);
  return its.dump(-1, ' ', false, json::error_handler_t::replace);
}

RulesChange RulesChange::of_json(std::string_view text) {
  try {
    const json its = json::parse(text);
    if (!its.is_object()) fail(ErrorKind::user, "a change of rules is a JSON object");
    RulesChange change;
    for (const auto& [name, value] : its.items()) {
      if (std::find(std::begin(kMembers), std::end(kMembers), name) == std::end(kMembers))
        fail(ErrorKind::user, "a change of rules has no member '{}'", name);
    }
    if (its.contains("put")) {
      for (const json& put : its.at("put")) change.put.push_back(put_of(put));
    }
    if (its.contains("remove")) its.at("remove").get_to(change.remove);
    take_option(its, "max_inferred", change.max_inferred);
    take_option(its, "inconsistent", change.inconsistent);
    take_option(its, "graphs", change.graphs);
    take_option(its, "infer_into", change.infer_into);
    take_option(its, "trivial", change.trivial);
    take_option(its, "same_as", change.same_as);
    return change;
  } catch (const json::exception& error) {
    fail(ErrorKind::user, "this is not a change of rules: {}; docs/http.md describes the JSON", error.what());
  }
}

}  // namespace quadrille::server
