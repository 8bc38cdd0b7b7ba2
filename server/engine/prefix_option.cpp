#include "server/engine/prefix_option.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace quadrille::server {

parser::DefaultPrefixes read_prefix_option(const std::string& file) {
  if (file.empty()) return parser::DefaultPrefixes::well_known;
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream && text.empty()) fail(ErrorKind::user, "cannot read the prefix file {}", file);
  return parser::DefaultPrefixes::with(parser::read_prefix_lines(text, file));
}

nlohmann::json prefixes_json(const parser::DefaultPrefixes& prefixes) {
  if (prefixes == parser::DefaultPrefixes::none) return nullptr;
  nlohmann::json list = nlohmann::json::array();
  for (const parser::Prefix& each : prefixes.own()) list.push_back({each.prefix, each.iri});
  return list;
}

parser::DefaultPrefixes prefixes_of(const nlohmann::json& json) {
  if (json.is_null()) return parser::DefaultPrefixes::none;
  if (json.empty()) return parser::DefaultPrefixes::well_known;
  std::vector<parser::Prefix> own;
  for (const auto& each : json) own.push_back({each.at(0).get<std::string>(), each.at(1).get<std::string>()});
  return parser::DefaultPrefixes::with(std::move(own));
}

}  // namespace quadrille::server
