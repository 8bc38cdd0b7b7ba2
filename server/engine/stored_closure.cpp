#include "server/engine/stored_closure.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "inferencer/rule_closure.hpp"
#include "inferencer/stored_rules.hpp"

namespace quadrille::server {

namespace {

// Of a database whose rules are not known: no update can end.
class UnknownClosure final : public query::Closure {
 public:
  explicit UnknownClosure(std::string why) : why_(std::move(why)) {}
  query::ClosureUpdate update(query::Context&, const Dictionary&, DeltaInterner&, query::FreshBlanks&,
                              const query::Unclosed*) override {
    fail(ErrorKind::unsupported, "{}; it cannot be changed before", why_);
  }

 private:
  const std::string why_;
};

std::optional<inferencer::StoredRules> stored_rules(const std::filesystem::path& database, const Manifest& manifest,
                                                    std::string& why) {
  try {
    return inferencer::stored_rules(database, manifest);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::user) throw;
    why = error.what();
    return std::nullopt;
  }
}

}  // namespace

bool has_rules(const Manifest& manifest) {
  return manifest.options.contains("rules");
}

std::unique_ptr<query::Closure> stored_closure(const std::filesystem::path& database, const Manifest& manifest) {
  std::string why;
  const auto stored = stored_rules(database, manifest, why);
  if (!why.empty()) return std::make_unique<UnknownClosure>(std::move(why));
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
