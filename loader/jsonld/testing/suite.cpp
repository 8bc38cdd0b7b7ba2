#include "loader/jsonld/testing/suite.hpp"

#include <fstream>
#include <sstream>

#include "loader/jsonld/json/parse_json.hpp"

namespace quadrille::jsonld::testing {

namespace {

std::string text_at(Value object, std::string_view key) {
  const Value value = object.at(key);
  return value.is_string() ? std::string(value.text()) : std::string();
}

RdfDirection direction_option(Value option) {
  const std::string name = text_at(option, "rdfDirection");
  if (name == "i18n-datatype") return RdfDirection::i18n_datatype;
  if (name == "compound-literal") return RdfDirection::compound_literal;
  return RdfDirection::dropped;  // null, the default of the specification
}

bool flag(Value option, std::string_view key, bool usual) {
  const Value value = option.at(key);
  return value.is_boolean() ? value.boolean() : usual;
}

Options read_options(const std::filesystem::path& folder, Value option) {
  Options options;
  if (option.has("base")) options.base = text_at(option, "base");
  if (option.has("expandContext")) {
    auto context = std::make_shared<Document>();
    context->value = parse_json(read_text(folder / text_at(option, "expandContext")), context->arena);
    options.expand_context = context;
  }
  options.compact_arrays = flag(option, "compactArrays", true);
  options.compact_to_relative = flag(option, "compactToRelative", true);
  options.ordered = flag(option, "ordered", false);
  options.use_native_types = flag(option, "useNativeTypes", false);
  options.use_rdf_type = flag(option, "useRdfType", false);
  options.rdf_direction = direction_option(option);
  if (text_at(option, "processingMode") == "json-ld-1.0") options.mode = ProcessingMode::json_ld_1_0;
  return options;
}

SuiteTest read_test(const std::filesystem::path& folder, Value entry) {
  Arena arena;
  SuiteTest test;
  test.id = text_at(entry, "@id");
  test.name = text_at(entry, "name");
  const Value types = as_array(entry.at("@type"), arena);
  test.kind = types.items()[0].text().substr(types.items()[0].text().find(':') + 1);
  test.input = text_at(entry, "input");
  test.context = text_at(entry, "context");
  test.expect = text_at(entry, "expect");
  test.expected_error = text_at(entry, "expectErrorCode");
  const Value option = entry.at("option");
  test.options = read_options(folder, option);
  test.options.streaming_profile = types.items().back().is_text("jld:StreamTest");
  test.is_of_1_0_only = text_at(option, "specVersion") == "json-ld-1.0";
  test.content_type = text_at(option, "contentType");
  test.redirect = text_at(option, "redirectTo");
  if (option.has("httpStatus")) test.status = static_cast<int>(option.at("httpStatus").integer());
  for (const Value link : as_array(option.at("httpLink"), arena).items()) {
    if (link.is_string()) test.links.emplace_back(link.text());
  }
  return test;
}

std::string content_type_of(const std::string& name) {
  if (name.ends_with(".jsonld")) return "application/ld+json";
  if (name.ends_with(".json")) return "application/json";
  if (name.ends_with(".html")) return "text/html";
  return "application/octet-stream";
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(ErrorKind::io, "cannot read {}", path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Suite read_suite(const std::filesystem::path& folder, const std::string& name) {
  Arena arena;
  const Value manifest = parse_json(read_text(folder / (name + "-manifest.jsonld")), arena);
  Suite suite{folder, text_at(manifest, "baseIri"), {}};
  for (const Value entry : manifest.at("sequence").items()) suite.tests.push_back(read_test(folder, entry));
  return suite;
}

FetchedDocument SuiteLoader::fetch(const std::string& url, std::size_t) {
  if (!url.starts_with(suite_.base)) fail(ErrorKind::io, "not a file of the suite");
  FetchedDocument document;
  std::string name = url.substr(suite_.base.size());
  const bool is_input = test_ && name == test_->input;
  if (is_input && !test_->redirect.empty()) name = test_->redirect;
  document.url = suite_.base + name;
  document.content_type = is_input && !test_->content_type.empty() ? test_->content_type : content_type_of(name);
  if (is_input) document.links = test_->links;
  // The suite is kept without its pages; only their headers are looked at.
  if (!name.ends_with(".html")) document.body = read_text(suite_.folder / name);
  return document;
}

}  // namespace quadrille::jsonld::testing
