#pragma once

// The rules of a state of a database, and the closure that updates keep under them. A state has those of its base, or,
// if a later version has changed the rules, those of the log.
//
//   manifest of the base --rules_of_base()--.
//                                            > StateRules: texts and options, closure
//   rules record of the log --rules_of()----'
//
// Each image has its own object. A new generation has another one with the same rules (again()), because a closure may
// keep HURIs of its generation, and two lanes may use the two at once.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/graph_rights.hpp"
#include "inferencer/inference_watch.hpp"
#include "inferencer/stored_rules.hpp"
#include "loader/compaction/generation_rules.hpp"
#include "quadstore/manifest.hpp"
#include "query/update/closure.hpp"

namespace quadrille::server {

// Of all inferences of this process.
using Watch = std::shared_ptr<inferencer::InferenceWatch>;

struct StateRules {
  std::string names;                             // for users, separated by spaces
  std::string stored;                            // the stored form
  std::optional<inferencer::StoredRules> rules;  // none: an earlier version has stored their names alone
  Watch watch;
  // Of unknown rules: each use is an Error(unsupported).
  std::unique_ptr<query::Closure> closure;
  bool is_of_default_graph = false;  // what follows is in the default graph, and depends on it alone

  // Fails with Error(unsupported), with the advice to build again, if the rules are not known.
  const inferencer::StoredRules& known() const;
};
// nullptr: the state has no rules.
using StateRulesPtr = std::shared_ptr<const StateRules>;

// Local. True if the base has rules.
bool has_rules(const Manifest& manifest);

// Local. Error(io) if they are damaged.
StateRulesPtr rules_of_base(const std::filesystem::path& database, const Manifest& manifest, const Watch& watch = {});
// Local. `stored`: as StoredRules::serialise() has written them; empty: none.
StateRulesPtr rules_of(const std::string& stored, const Watch& watch = {});
StateRulesPtr rules_of(inferencer::StoredRules rules, const Watch& watch = {});
StateRulesPtr again(const StateRulesPtr& rules);

// True if a user with these rights may see what follows by the rules: it depends on no graph that he may not read.
inline bool may_read_closure(const StateRulesPtr& rules, const GraphRights& rights) {
  return !rules || rights.is_all() || (rules->is_of_default_graph && rights.has_default_graph());
}

// The closure of a state with these rules; nullptr: it has none.
inline query::Closure* closure_of(const StateRulesPtr& rules) {
  return rules ? rules->closure.get() : nullptr;
}
inline std::string names_of(const StateRulesPtr& rules) {
  return rules ? rules->names : std::string();
}

// For the next generation of a state with these rules; nullopt: it has those of this generation.
std::optional<GenerationRules> rules_for_generation(const StateRulesPtr& rules);

}  // namespace quadrille::server
