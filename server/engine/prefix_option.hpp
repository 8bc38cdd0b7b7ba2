#pragma once

// The option --default-prefixes[=FILE]: prefixes that need no declaration, in a command's own query or update, or in
// the requests to a server.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "parser/default_prefixes.hpp"

namespace quadrille::server {

// The well-known prefixes, and those of `file` unless it is empty. Throws Error(user) as read_prefix_lines().
parser::DefaultPrefixes read_prefix_option(const std::string& file);

// The prefixes of a server's requests.
struct PrefixRules {
  bool usual = false;  // the default for requests without the parameter
  parser::DefaultPrefixes those = parser::DefaultPrefixes::well_known;

  parser::DefaultPrefixes of(std::optional<bool> wanted) const {
    return wanted.value_or(usual) ? those : parser::DefaultPrefixes::none;
  }
};

// For the commands from image 0 to the others.
nlohmann::json prefixes_json(const parser::DefaultPrefixes& prefixes);
parser::DefaultPrefixes prefixes_of(const nlohmann::json& json);

}  // namespace quadrille::server
