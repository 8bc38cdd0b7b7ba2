#pragma once

// parse_replacement() splits the replacement of REPLACE into parts (XPath Functions and Operators 5.6.5):
//
//   "<$1> \$"   ->   "<", group 1, "> $"
//
// "$" and digits name a group, as many digits as there are groups for; "\" may only precede "$" or "\".
// Local.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::query::detail {

// A group's number if it has one, and the text that follows.
struct ReplacementPart {
  std::optional<std::size_t> group;
  std::string text;
};

// nullopt if the replacement is not valid. `groups`: number of groups in the pattern.
std::optional<std::vector<ReplacementPart>> parse_replacement(std::string_view text, std::size_t groups);

}  // namespace quadrille::query::detail
