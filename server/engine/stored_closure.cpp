#include "server/engine/stored_closure.hpp"

#include "base/error.hpp"
#include "inferencer/rule_closure.hpp"
#include "inferencer/rule_sets.hpp"

namespace quadrille::server {

bool has_rules(const Manifest& manifest) {
  return manifest.options.contains("rules");
}

std::unique_ptr<query::Closure> stored_closure(const std::filesystem::path&, const Manifest& manifest) {
  if (!has_rules(manifest)) return nullptr;
  inferencer::RuleUse use;
  use.rules = inferencer::rule_set(manifest.options.at("rules"), false);
  return std::make_unique<inferencer::RuleClosure>(std::move(use));
}

}  // namespace quadrille::server
