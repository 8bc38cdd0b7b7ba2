#pragma once

// newest_rules() finds the rules of a database that is not being served, without opening it: in its log or, if no
// version there changes them, in its files.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "quadstore/manifest.hpp"
#include "server/engine/state_rules.hpp"

namespace quadrille::server {

struct NewestRules {
  StateRulesPtr rules;
  std::optional<std::uint64_t> version;  // of the change in the log; none: they are those of the files
};

// Local. Reads the log once. Error(user) if another process writes it, Error(io) if log or rules are damaged.
NewestRules newest_rules(const std::filesystem::path& database, const Manifest& manifest);

}  // namespace quadrille::server
