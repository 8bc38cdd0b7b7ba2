#include "server/engine/served_engine.hpp"

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "inferencer/explain.hpp"
#include "inferencer/rule_sets.hpp"
#include "server/engine/image_health.hpp"
#include "server/engine/lane_worker.hpp"
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

ServedEngine::ServedEngine(pgas::Job& job, StoreTable& stores, DatabaseId id, const EngineOptions& options)
    : job_(job),
      stores_(stores),
      id_(id),
      its_store_(stores.find(id)),
      store_(*its_store_),
      read_only_(options.read_only),
      union_default_graph_(options.rules.union_default_graph),
      listeners_(options.listeners),
      services_(ServicePlaces(options.allow_services, options.services_at)),
      pins_(store_.states().newest().id()),
      lanes_(job, stores.traffic(), options.max_waiting),
      plans_(&job.caches()),
      queries_(job, lanes_, plans_, id, store_, pins_, services_, {union_default_graph_, options.prefixes}),
      proofs_(job) {
  if (accepts_updates()) accept_updates(options);
  reports_ = std::make_unique<ImageReports>(job, stores);
}

void ServedEngine::accept_updates(const EngineOptions& options) {
  writers_ = std::make_unique<WriterLanes>(job_, stores_.traffic());
  updates_ =
      std::make_unique<UpdateService>(job_, *writers_, id_, store_, pins_, services_, options.rules, options.prefixes);
  compactor_ = std::make_unique<Compactor>(job_, stores_.traffic(), store_, pins_, *updates_, options.compaction);
  backups_ = std::make_unique<BackupKeeper>(
      options.backups, [this](const std::filesystem::path& target, const std::filesystem::path& like) {
        return compactor_->backup(target.string(), {.copy = false, .like = like});
      });
}

ServedEngine::~ServedEngine() {
  if (compactor_) compactor_->stop();  // the keeper of backups waits for it
}

UpdateService& ServedEngine::writer() {
  if (!accepts_updates()) throw StatusError(403, "this server accepts no updates: " + read_only_.get());
  return *updates_;
}

std::function<void()> ServedEngine::prepare(const EngineOptions& next) {
  const auto services = std::make_shared<const ServicePlaces>(next.allow_services, next.services_at);
  const auto read_only = std::make_shared<const std::string>(next.read_only);
  const auto loads = updates_ ? updates_->prepare(next.rules.allow_loads) : std::function<void()>([] {});
  services_.reserve();
  read_only_.reserve();
  return [this, services, read_only, loads, most_waiting = next.max_waiting,
          changed_share = next.compaction.changed_share] {
    services_.set(services);
    lanes_.set_most_waiting(most_waiting);
    if (!updates_) return;
    read_only_.set(read_only);
    loads();
    compactor_->set_changed_share(changed_share);
  };
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
  return compactor_->compact(request);
}

std::string ServedEngine::backup(const std::string& target, bool copy) {
  writer();
  return compactor_->backup(target, {.copy = copy, .like = {}});
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
  EngineMetrics metrics = basic_metrics(job_, store_, queries_.plan_counts());
  const LanePool::Load load = lanes_.load();
  metrics.lanes = EngineMetrics::Lanes{kQueryLanes, load.running, load.waiting, load.refused};
  if (updates_)
    metrics.writes = EngineMetrics::Writes{updates_->waiting(), compactor_->compactions(), compactor_->backups()};
  return metrics;
}

EngineMetrics ServedEngine::metrics() {
  EngineMetrics metrics = own_metrics();
  metrics.images = reports_->collect();
  return metrics;
}

std::string ServedEngine::health_json() {
  const EngineMetrics metrics = own_metrics();
  nlohmann::json health = image_health(job_, metrics, listeners_);
  if (metrics.graphs) {
    const CacheUses& graphs = *metrics.graphs;
    health["graphs"] = {{"found", graphs.found}, {"missed", graphs.missed}, {"kept", graphs.kept}};
  }
  health["read_only"] = !accepts_updates();
  if (compactor_) health["compaction"] = compactor_->progress_json();
  if (backups_) health["backups"] = backups_->to_json();
  const EngineMetrics::Lanes& lanes = *metrics.lanes;
  health["long_queries"] = {{"running", lanes.running}, {"waiting", lanes.waiting}, {"refused", lanes.refused}};
  return health.dump();
}

void run_engine_workers(pgas::Job& job, StoreTable& stores, bool read_only) {
  std::vector<std::thread> others;
  others.emplace_back([&] { run_image_reporter(job, stores); });
  if (!read_only) {
    others.emplace_back([&] { run_writers(job, stores); });
    others.emplace_back([&] { run_compactor_worker(job, stores); });
  }
  run_lane_workers(job, stores);
  for (std::thread& other : others) other.join();
}

}  // namespace quadrille::server
