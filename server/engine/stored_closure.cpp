#include "server/engine/stored_closure.hpp"

#include <utility>

#include "inferencer/rule_closure.hpp"
#include "inferencer/stored_rules.hpp"

namespace quadrille::server {

bool has_rules(const Manifest& manifest) {
  return manifest.options.contains("rules");
}

std::unique_ptr<query::Closure> stored_closure(const std::filesystem::path& database, const Manifest& manifest) {
  const auto stored = inferencer::stored_rules(database, manifest);
  if (!stored) return nullptr;
  inferencer::RuleUse use;
  use.rules = stored->rules();
  use.graphs = stored->graphs;
  use.into = stored->into;
  use.most = stored->most;
  use.stops_at_contradictions = stored->stops_at_contradictions;
  return std::make_unique<inferencer::RuleClosure>(std::move(use));
}

}  // namespace quadrille::server
