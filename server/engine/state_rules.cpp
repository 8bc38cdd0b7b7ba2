#include "server/engine/state_rules.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "inferencer/rule_closure.hpp"

namespace quadrille::server {

namespace {

// Of a database whose rules are not known: no update can end.
class UnknownClosure final : public query::Closure {
 public:
  explicit UnknownClosure(std::string why) : why_(std::move(why)) {}
  query::ClosureUpdate update(query::StateContext&, const Dictionary&, DeltaInterner&, query::FreshBlanks&,
                              const query::Unclosed*) override {
    fail_unknown();
  }
  [[noreturn]] void fail_unknown() const { fail(ErrorKind::unsupported, "{}; it cannot be changed before", why_); }

 private:
  const std::string why_;
};

bool names_graph(const std::vector<parser::QuadPattern>& quads) {
  return std::any_of(quads.begin(), quads.end(),
                     [](const parser::QuadPattern& quad) { return quad.graph.has_value(); });
}

// A subquery may read any graph.
bool may_name_graph(const parser::RuleElement& element) {
  if (const auto* const pattern = std::get_if<parser::QuadPattern>(&element.element)) return pattern->graph.has_value();
  if (const auto* const negation = std::get_if<parser::RuleNegation>(&element.element))
    return names_graph(negation->patterns);
  return std::holds_alternative<parser::RuleSubSelect>(element.element);
}

bool may_name_graph(const parser::RuleSet& rules) {
  return names_graph(rules.data) || std::any_of(rules.rules.begin(), rules.rules.end(), [](const auto& rule) {
           return names_graph(rule.head) || std::any_of(rule.body.begin(), rule.body.end(),
                                                        [](const auto& element) { return may_name_graph(element); });
         });
}

StateRulesPtr make_rules(std::string names, inferencer::StoredRules stored, const Watch& watch) {
  inferencer::RuleUse use;
  use.rules = stored.rules();
  use.graphs = stored.graphs;
  use.into = stored.into;
  use.most = stored.most;
  use.stops_at_contradictions = stored.stops_at_contradictions;
  use.by_representatives = stored.uses_representatives(use.rules);
  use.watch = watch;
  auto rules = std::make_shared<StateRules>();
  rules->is_of_default_graph = use.graphs == inferencer::RuleGraphs::default_graph && !may_name_graph(use.rules);
  rules->names = std::move(names);
  rules->stored = stored.serialise();
  rules->rules = std::move(stored);
  rules->watch = watch;
  rules->closure = std::make_unique<inferencer::RuleClosure>(std::move(use));
  return rules;
}

}  // namespace

const inferencer::StoredRules& StateRules::known() const {
  if (!rules) static_cast<const UnknownClosure&>(*closure).fail_unknown();
  return *rules;
}

bool has_rules(const Manifest& manifest) {
  return manifest.options.contains("rules");
}

StateRulesPtr rules_of_base(const std::filesystem::path& database, const Manifest& manifest, const Watch& watch) {
  const auto names = manifest.options.find("rules");
  if (names == manifest.options.end()) return nullptr;
  try {
    if (auto stored = inferencer::stored_rules(database, manifest))
      return make_rules(names->second, *std::move(stored), watch);
    return nullptr;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::user) throw;
    auto unknown = std::make_shared<StateRules>();
    unknown->names = names->second;
    unknown->closure = std::make_unique<UnknownClosure>(error.what());
    return unknown;
  }
}

StateRulesPtr rules_of(const std::string& stored, const Watch& watch) {
  return stored.empty() ? nullptr : rules_of(inferencer::StoredRules::parse(stored), watch);
}

StateRulesPtr rules_of(inferencer::StoredRules rules, const Watch& watch) {
  if (rules.texts.empty()) return nullptr;
  std::string names = rules.names();
  return make_rules(std::move(names), std::move(rules), watch);
}

StateRulesPtr again(const StateRulesPtr& rules) {
  return rules && rules->rules ? make_rules(rules->names, *rules->rules, rules->watch) : rules;
}

std::optional<GenerationRules> rules_for_generation(const StateRulesPtr& rules) {
  if (!rules) return GenerationRules{};
  if (!rules->rules) return std::nullopt;
  return GenerationRules{rules->names, rules->stored};
}

}  // namespace quadrille::server
