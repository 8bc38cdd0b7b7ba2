#include "server/http/media_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "base/text.hpp"
#include "query/results/negotiation.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

using results::take_part;

bool is_one_of(std::string_view type, std::span<const std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// Types that are read and never written: JSON, and lines of it.
constexpr std::string_view kJsonTypes[] = {"application/json",  "application/x-ndjson",    "application/ndjson",
                                           "application/jsonl", "application/x-jsonlines", "application/json-seq"};

// Types that servers send for unknown files.
constexpr std::string_view kUnsureTypes[] = {"text/plain", "application/xml", "text/xml", "application/json"};

// Finds the syntax from the extension of a file's name.
std::optional<Syntax> syntax_of_file_name(std::string_view name) {
  if (const auto format = format_of_name(name); format && format->compression == Compression::none) {
    return format->syntax;
  }
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::nullopt : find_syntax(name.substr(dot + 1));
}

std::string unquoted(std::string_view value) {
  if (value.size() < 2 || !value.starts_with('"') || !value.ends_with('"')) return std::string(value);
  std::string text;
  for (std::size_t i = 1; i + 1 < value.size(); ++i) {
    if (value[i] == '\\' && i + 2 < value.size()) ++i;
    text += value[i];
  }
  return text;
}

}  // namespace

std::string read_media_type(std::string_view content_type) {
  const std::string charset = to_lower(parameter(content_type, "charset").value_or("utf-8"));
  if (charset != "utf-8" && charset != "utf8" && charset != "us-ascii") {
    throw StatusError(415, fmt::format("the charset of '{}' is not supported; send UTF-8", content_type));
  }
  return to_lower(take_part(content_type, ';'));
}

std::optional<std::string> parameter(std::string_view header, std::string_view name) {
  take_part(header, ';');
  while (!header.empty()) {
    const std::string_view part = take_part(header, ';');
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || to_lower(trimmed(part.substr(0, equals))) != name) continue;
    return unquoted(trimmed(part.substr(equals + 1)));
  }
  return std::nullopt;
}

std::string version_of(std::string_view content_type) {
  return parameter(content_type, "version").value_or("");
}

std::optional<Syntax> find_unsure_rdf_syntax(std::string_view content_type) {
  const std::string type = to_lower(take_part(content_type, ';'));
  for (const SyntaxNames& row : kSyntaxNames) {
    if (is_one_of(type, row.media_types)) return row.syntax;
  }
  if (is_one_of(type, kJsonTypes)) return Syntax::jsonld;
  return std::nullopt;
}

std::optional<Syntax> find_rdf_syntax(std::string_view content_type) {
  std::string_view rest = content_type;
  const std::string type = to_lower(take_part(rest, ';'));
  if (is_one_of(type, kUnsureTypes)) return std::nullopt;
  return find_unsure_rdf_syntax(content_type);
}

Syntax rdf_syntax(std::string_view content_type, std::string_view file_name) {
  const std::string type = read_media_type(content_type);
  const bool says_nothing = type.empty() || type == "application/octet-stream";
  if (const auto syntax = says_nothing ? syntax_of_file_name(file_name) : find_unsure_rdf_syntax(type)) return *syntax;
  throw StatusError(415,
                    fmt::format("cannot read '{}' as RDF; send text/turtle, application/n-triples, "
                                "application/n-quads, application/trig, application/rdf+xml or application/ld+json",
                                content_type.empty() ? "a body without Content-Type" : content_type));
}

}  // namespace quadrille::server
