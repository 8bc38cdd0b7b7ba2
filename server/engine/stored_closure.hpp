#pragma once

// The closure of a database with rules, which its updates keep.

#include <filesystem>
#include <memory>

#include "quadstore/manifest.hpp"
#include "query/update/closure.hpp"

namespace quadrille::server {

// Local. True if the database has rules.
bool has_rules(const Manifest& manifest);

// Local. nullptr if the database has no rules. If they are not known, because an earlier version has stored their names
// alone, each update ends with an Error(unsupported). Error(io) if they are damaged.
std::unique_ptr<query::Closure> stored_closure(const std::filesystem::path& database, const Manifest& manifest);

}  // namespace quadrille::server
