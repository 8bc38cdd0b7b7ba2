#include "server/media_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "server/http_status.hpp"

namespace quadrille::server {

namespace {

struct SyntaxRow {
  Syntax syntax;
  std::array<std::string_view, 3> media_types;
  std::array<std::string_view, 3> endings;
};

constexpr std::array<SyntaxRow, 5> kSyntaxes{{
    {Syntax::turtle, {"text/turtle", "application/x-turtle", "text/n3"}, {".ttl", ".n3"}},
    {Syntax::ntriples, {"application/n-triples", "text/plain"}, {".nt"}},
    {Syntax::nquads, {"application/n-quads", "text/x-nquads"}, {".nq"}},
    {Syntax::trig, {"application/trig", "application/x-trig"}, {".trig"}},
    {Syntax::rdfxml, {"application/rdf+xml", "application/xml", "text/xml"}, {".rdf", ".xml", ".owl"}},
}};

bool ends_with_one(std::string_view name, const std::array<std::string_view, 3>& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return !ending.empty() && name.ends_with(ending); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The part up to the next ';' outside quotes, cut off `rest`.
std::string_view take_part(std::string_view& rest) {
  bool quoted = false;
  std::size_t at = 0;
  for (; at < rest.size() && (quoted || rest[at] != ';'); ++at) {
    if (rest[at] == '"') quoted = !quoted;
    if (rest[at] == '\\' && quoted) ++at;
  }
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return trimmed(part);
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

std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

std::string read_media_type(std::string_view content_type) {
  const std::string charset = to_lower(parameter(content_type, "charset").value_or("utf-8"));
  if (charset != "utf-8" && charset != "utf8" && charset != "us-ascii") {
    throw StatusError(415, fmt::format("the charset of '{}' is not understood; send UTF-8", content_type));
  }
  return to_lower(take_part(content_type));
}

std::optional<std::string> parameter(std::string_view header, std::string_view name) {
  take_part(header);
  while (!header.empty()) {
    const std::string_view part = take_part(header);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || to_lower(trimmed(part.substr(0, equals))) != name) continue;
    return unquoted(trimmed(part.substr(equals + 1)));
  }
  return std::nullopt;
}

std::optional<Syntax> find_unsure_rdf_syntax(std::string_view content_type) {
  const std::string type = to_lower(take_part(content_type));
  for (const SyntaxRow& row : kSyntaxes) {
    if (!type.empty() && std::find(row.media_types.begin(), row.media_types.end(), type) != row.media_types.end()) {
      return row.syntax;
    }
  }
  return std::nullopt;
}

std::optional<Syntax> find_rdf_syntax(std::string_view content_type) {
  std::string_view rest = content_type;
  const std::string type = to_lower(take_part(rest));
  if (type == "text/plain" || type == "application/xml" || type == "text/xml") return std::nullopt;
  return find_unsure_rdf_syntax(content_type);
}

Syntax rdf_syntax(std::string_view content_type, std::string_view file_name) {
  const std::string type = read_media_type(content_type);
  const bool says_nothing = type.empty() || type == "application/octet-stream";
  const std::string name = to_lower(file_name);
  for (const SyntaxRow& row : kSyntaxes) {
    const auto& types = row.media_types;
    if (says_nothing ? ends_with_one(name, row.endings) : std::find(types.begin(), types.end(), type) != types.end()) {
      return row.syntax;
    }
  }
  throw StatusError(415, fmt::format("cannot read '{}' as RDF; send text/turtle, application/n-triples, "
                                     "application/n-quads, application/trig or application/rdf+xml",
                                     content_type.empty() ? "a body without Content-Type" : content_type));
}

}  // namespace quadrille::server
