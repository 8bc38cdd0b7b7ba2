#include "server/schema/schema_json.hpp"

#include <nlohmann/json.hpp>

namespace quadrille::server {

namespace {

using Json = nlohmann::ordered_json;

Json term(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

void add_range(Json& json, const SchemaRange& range) {
  json[range.is_datatype ? "datatype" : "range"] = term(range.term);
  json["count"] = range.count;
}

Json predicate_json(const SchemaPredicate& predicate, bool is_whole) {
  Json json{{"iri", predicate.iri}, {"count", predicate.count}};
  if (!is_whole) return json;
  json["subjects"] = predicate.subjects;
  json["objects"] = predicate.objects;
  Json& ranges = json["ranges"] = Json::array();
  for (const SchemaRange& range : predicate.ranges) add_range(ranges.emplace_back(), range);
  return json;
}

Json combination_json(const SchemaCombination& combination) {
  Json json{{"class", term(combination.of_class)}, {"predicate", combination.predicate}};
  add_range(json, combination.range);
  return json;
}

}  // namespace

std::string schema_json(const Schema& schema, bool is_exact) {
  Json json{{"version", schema.version}, {"exact", is_exact}, {"triples", schema.triples()}};
  Json& classes = json["classes"] = Json::array();
  for (const SchemaClass& one : schema.classes) classes.push_back({{"iri", one.term}, {"count", one.count}});
  Json& predicates = json["predicates"] = Json::array();
  for (const SchemaPredicate& one : schema.predicates) predicates.push_back(predicate_json(one, schema.is_whole));
  if (schema.is_whole) {
    Json& combinations = json["combinations"] = Json::array();
    for (const SchemaCombination& one : schema.combinations) combinations.push_back(combination_json(one));
    json["combinations_left_out"] = schema.combinations_left_out;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace quadrille::server
