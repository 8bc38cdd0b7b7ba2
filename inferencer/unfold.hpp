#pragma once

// unfold() replaces atoms of the namespace local: in bodies by the bodies of the rules that derive them. No store has
// their facts, so upkeep could not look them up.
//
//   { ?x a Mother } <- { ?x inAll l1 }
//   { ?x inAll l1 } <- { ?x a Woman . ?x inAll l2 }     { ?x inAll l2 } <- { ?x a Parent }
//
//   { ?x a Mother } <- { ?x a Woman . ?x a Parent }
//
// Local.

#include <optional>
#include <span>
#include <vector>

#include "inferencer/schema.hpp"

namespace quadrille::inferencer {

// `rules` are specialised and plain. The rules with other heads, without such atoms but for those about literals;
// different, ascending. nullopt if a local: predicate follows from itself, or the rules would become too many.
std::optional<std::vector<Rule>> unfold(std::span<const Rule> rules, const Schema& schema);

}  // namespace quadrille::inferencer
