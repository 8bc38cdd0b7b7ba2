#include "loader/jsonld/context/link_header.hpp"

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

// Takes a token or a quoted string from the start of `rest`.
std::string take_parameter_value(std::string_view& rest) {
  std::string value;
  if (!rest.starts_with('"')) {
    const auto end = std::min(rest.find_first_of(";, \t"), rest.size());
    value = rest.substr(0, end);
    rest.remove_prefix(end);
    return value;
  }
  std::size_t at = 1;
  for (; at < rest.size() && rest[at] != '"'; ++at) {
    if (rest[at] == '\\' && at + 1 < rest.size()) ++at;
    value += rest[at];
  }
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return value;
}

void take_parameters(std::string_view& rest, Link& link) {
  while (rest.starts_with(';')) {
    rest = trimmed(rest.substr(1));
    const auto end = std::min(rest.find_first_of("=;,"), rest.size());
    const std::string name = to_lower(trimmed(rest.substr(0, end)));
    rest.remove_prefix(end);
    std::string value;
    if (rest.starts_with('=')) {
      rest = trimmed(rest.substr(1));
      value = take_parameter_value(rest);
    }
    if (name == "rel" && link.relation.empty()) link.relation = value;
    if (name == "type" && link.type.empty()) link.type = value;
    rest = trimmed(rest);
  }
}

}  // namespace

std::vector<Link> parse_link_header(std::string_view header) {
  std::vector<Link> links;
  std::string_view rest = trimmed(header);
  while (rest.starts_with('<')) {
    const auto end = rest.find('>');
    if (end == std::string_view::npos) break;
    Link link;
    link.target = rest.substr(1, end - 1);
    rest = trimmed(rest.substr(end + 1));
    take_parameters(rest, link);
    links.push_back(link);
    if (!rest.starts_with(',')) break;
    rest = trimmed(rest.substr(1));
  }
  return links;
}

}  // namespace quadrille::jsonld
