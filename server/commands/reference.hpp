#pragma once

// The lists of the program as JSON, from which scripts/update-reference makes tables of the manual:
//
//   commands    path, does, values and options (names, value, meaning) of each command
//   endpoints   path, methods with the right that each needs; whether databases below /NAME have it
//   statuses    status, phrase
//   functions   name, arguments; casts: their IRIs
//   algorithms  as GET /algorithms has them
//
// `quadrille --reference` prints them.

#include <CLI/CLI.hpp>
#include <string>

namespace quadrille::server {

// Local. One object, with a line end.
std::string reference_json(const CLI::App& program);

}  // namespace quadrille::server
