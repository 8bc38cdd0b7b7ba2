#include "server/engine/served_engine.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "inferencer/explain.hpp"
#include "inferencer/rule_sets.hpp"
#include "server/engine/image_health.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/rules_change.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

nlohmann::json json_of(const inferencer::StoredRules::Text& text) {
  const parser::RuleSet rules = inferencer::rules_of(text);
  return {{"name", text.name},
          {"language", parser::rule_format_name(text.format)},
          {"built_in", text.is_built_in},
          {"rules", rules.rules.size()},
          {"quads", rules.data.size()}};
}

void add_texts(nlohmann::json& json, const inferencer::StoredRules& rules) {
  json["texts"] = nlohmann::json::array();
  for (const auto& text : rules.texts) json["texts"].push_back(json_of(text));
  json["trivial"] = rules.trivial;
  json["graphs"] = inferencer::rule_graphs_name(rules.graphs);
  if (!rules.into.empty()) json["infer_into"] = rules.into;
  json["same_as"] = rules.representatives ? "representatives" : "rules";
  json["inconsistent"] = rules.stops_at_contradictions ? "stop" : "report";
  if (rules.most) json["max_inferred"] = *rules.most;
}

}  // namespace

ServedEngine::ServedEngine(ServingJob& serving, DatabaseId id, const std::vector<BackupPlan>& backups)
    : serving_(serving),
      id_(id),
      its_store_(serving.stores().find(id)),
      store_(*its_store_),
      pins_(store_.states().newest().id()),
      queries_(serving.job(), serving.lanes(), serving.plans(), id, store_, pins_,
               QueryService::Places{serving.services(), serving.contexts(), serving.context_cache()},
               {serving.options().rules.union_default_graph, serving.options().prefixes}),
      proofs_(serving.job()) {
  ServingJob::Writing* const writing = serving.writing();
  if (!writing) return;
  const EngineOptions& options = serving.options();
  updates_ = std::make_unique<UpdateService>(
      serving.job(), writing->lanes, id, store_, pins_,
      UpdateService::Places{serving.loads(), serving.services(), serving.contexts(), serving.context_cache()},
      options.rules, options.prefixes);
  writing->compactor.add(id, {store_, pins_, *updates_});
  try {
    writing->backups.add(id, backups);  // it may ask the compactor at once
  } catch (...) {
    writing->compactor.remove(id);  // it refers to this object
    throw;
  }
}

ServedEngine::~ServedEngine() {
  if (!updates_) return;
  serving_.writing()->compactor.remove(id_);
  serving_.writing()->backups.remove(id_);
}

UpdateService& ServedEngine::writer() {
  serving_.expect_updates();
  return *updates_;
}

WriteResult ServedEngine::update(const UpdateRequest& request, const Cancelled& cancelled) {
  return writer().update(request, cancelled);
}

WriteResult ServedEngine::put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) {
  return writer().write_graph(WriteKind::put_graph, write, &payload, cancelled);
}

WriteResult ServedEngine::post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) {
  return writer().write_graph(WriteKind::post_graph, write, &payload, cancelled);
}

WriteResult ServedEngine::delete_graph(const GraphWrite& write, const Cancelled& cancelled) {
  return writer().write_graph(WriteKind::delete_graph, write, nullptr, cancelled);
}

std::string ServedEngine::compact(const CompactionRequest& request) {
  writer();
  return serving_.writing()->compactor.compact(id_, request);
}

std::string ServedEngine::backup(const std::string& target, bool copy) {
  writer();
  return serving_.writing()->compactor.backup(id_, target, {.copy = copy, .like = {}});
}

std::string ServedEngine::rules_json() {
  const ServedState state = store_.states().newest();
  const auto quads = [&](View view) {
    const Snapshot seen = state.snapshot().in(view);
    return seen.statistics().default_graph.rows() + seen.statistics().named_graphs.rows();
  };
  nlohmann::json json{{"rules", names_of(state.rules)},
                      {"quads", quads(View::all)},
                      {"inferred_quads", quads(View::all) - quads(View::stated)}};
  try {
    if (state.rules) add_texts(json, state.rules->known());
  } catch (const Error& error) {
    json["error"] = error.what();  // the rest can be read
  }
  return json.dump();
}

RulesText ServedEngine::rules_text(const std::string& name) {
  const StateRulesPtr rules = store_.states().newest().rules;
  if (!rules) throw StatusError(404, "the database has no rules");
  const auto* const text = rules->known().find(name);
  if (text == nullptr) throw StatusError(404, rules->known().why_unknown(name));
  const bool is_sparql_rl = text->format == parser::RuleFormat::srl;
  return {is_sparql_rl ? "application/sparql-rl" : "text/plain; charset=utf-8", text->text};
}

WriteResult ServedEngine::change_rules(const RulesChange& change, const Cancelled& cancelled) {
  return writer().change_rules(change, cancelled);
}

std::string ServedEngine::check_rules(const RulesChange::Put& text) {
  const parser::RuleSet rules = inferencer::checked_rules(text.text, text.name, rule_format_of(text));
  const inferencer::WrittenStrata strata = inferencer::written_strata(rules);
  nlohmann::json told{{"ok", true}, {"rules", rules.rules.size()}, {"quads", rules.data.size()}};
  told["strata"] = nlohmann::json::array();
  for (const auto& [stratum, names] : strata.rules) told["strata"].push_back({{"stratum", stratum}, {"rules", names}});
  told["of_ontologies"] = strata.of_ontologies;
  return told.dump();
}

WhyAnswer ServedEngine::why(const WhyRequest& request, const Cancelled& cancelled) {
  const PinnedState pinned(pins_);
  return proofs_.answer(request, store_.states().find(pinned.id()), cancelled);
}

EngineMetrics ServedEngine::own_metrics() const {
  EngineMetrics metrics = basic_metrics(serving_.job(), store_, serving_.plans().counts());
  const LanePool::Load load = serving_.lanes().load();
  metrics.lanes = EngineMetrics::Lanes{kQueryLanes, load.running, load.waiting, load.refused};
  if (updates_) metrics.writes = serving_.writing()->compactor.counts();
  return metrics;
}

EngineMetrics ServedEngine::metrics() {
  EngineMetrics metrics = own_metrics();
  metrics.images = serving_.reports().collect();
  return metrics;
}

DatabaseMetrics ServedEngine::database_metrics() {
  DatabaseMetrics metrics = state_metrics(store_);
  if (updates_) metrics.last_backup = serving_.writing()->compactor.last_backup(id_);
  return metrics;
}

std::string ServedEngine::health_json() {
  const EngineMetrics metrics = own_metrics();
  nlohmann::json health = image_health(serving_.job(), metrics, state_metrics(store_), serving_.options().listeners);
  if (metrics.graphs) {
    const CacheUses& graphs = *metrics.graphs;
    health["graphs"] = {{"found", graphs.found}, {"missed", graphs.missed}, {"kept", graphs.kept}};
  }
  health["read_only"] = !serving_.accepts_updates();
  if (updates_) health["compaction"] = serving_.writing()->compactor.progress_json(id_);
  if (updates_) health["backups"] = serving_.writing()->backups.to_json(id_);
  const EngineMetrics::Lanes& lanes = *metrics.lanes;
  health["long_queries"] = {{"running", lanes.running}, {"waiting", lanes.waiting}, {"refused", lanes.refused}};
  return health.dump();
}

}  // namespace quadrille::server
