#pragma once

// The Link header of HTTP (RFC 8288, 3): <context.jsonld>; rel="alternate"; type="application/ld+json", <...> ...
// Local.

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::jsonld {

struct Link {
  std::string target;    // as written, perhaps relative
  std::string relation;  // a list of relation types, separated by spaces
  std::string type;
};

// The case of letters does not count (RFC 8288, 2.1).
bool has_relation(const Link& link, std::string_view relation);

// Links that are malformed, and what follows them in the header, are left out.
std::vector<Link> parse_link_header(std::string_view header);

}  // namespace quadrille::jsonld
