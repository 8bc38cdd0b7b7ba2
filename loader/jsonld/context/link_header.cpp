#include "loader/jsonld/context/link_header.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "loader/jsonld/context/header_parameters.hpp"

namespace quadrille::jsonld {

bool has_relation(const Link& link, std::string_view relation) {
  for (std::string_view rest = trimmed(link.relation); !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (same_in_lower(rest.substr(0, end), relation)) return true;
    rest = trimmed(rest.substr(end));
  }
  return false;
}

std::vector<Link> parse_link_header(std::string_view header) {
  std::vector<Link> links;
  std::string_view rest = trimmed(header);
  while (rest.starts_with('<')) {
    const auto end = rest.find('>');
    if (end == std::string_view::npos) break;
    Link link;
    link.target = rest.substr(1, end - 1);
    rest = trimmed(rest.substr(end + 1));
    for (const HeaderParameter& parameter : take_header_parameters(rest)) {
      if (parameter.name == "rel" && link.relation.empty()) link.relation = parameter.value;
      if (parameter.name == "type" && link.type.empty()) link.type = parameter.value;
    }
    links.push_back(link);
    if (!rest.starts_with(',')) break;
    rest = trimmed(rest.substr(1));
  }
  return links;
}

}  // namespace quadrille::jsonld
