#pragma once

// A Schema as JSON, for programs: docs/http.md describes it.

#include <string>

#include "server/schema/schema.hpp"

namespace quadrille::server {

// `is_exact`: the database still has the schema's version.
std::string schema_json(const Schema& schema, bool is_exact);

}  // namespace quadrille::server
