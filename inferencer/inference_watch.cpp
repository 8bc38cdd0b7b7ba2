#include "inferencer/inference_watch.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace quadrille::inferencer {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const RuleReport& rule) {
  const RuleWork& work = rule.work;
  return {{"rule", rule.name},
          {"rounds", rule.rounds},
          {"derivations", work.derivations},
          {"new", work.found},
          {"duplicates", work.derivations - std::min(work.derivations, work.found + work.dropped)},
          {"dropped", work.dropped},
          {"ms", std::round(work.seconds * 1e6) / 1e3},
          {"sent_bytes", work.sent_bytes}};
}

void put(Json& json, const InferenceReport& report) {
  json["stated"] = report.given;
  json["inferred"] = report.inferred;
  json["dropped"] = report.dropped;
  json["contradictions"] = report.contradictions;
  json["compilations"] = report.compilations;
  json["specialised_rules"] = report.rules;
  json["rounds"] = report.rounds;
  json["derivations"] = report.derivations;
  json["bytes"] = report.bytes;
  json["messages"] = report.messages;
  json["sent_bytes"] = report.sent_bytes;
  json["rules"] = Json::array();
  for (const RuleReport& rule : report.of_rules) json["rules"].push_back(to_json(rule));
}

}  // namespace

InferenceReport report_of(pgas::Team& team, const Inference& inference, const parser::RuleSet& rules,
                          const pgas::Counters& used) {
  InferenceReport report{.compilations = inference.compilations,
                         .rounds = inference.counts.rounds,
                         .rules = inference.rules,
                         .given = inference.given,
                         .inferred = inference.counts.inferred,
                         .dropped = inference.counts.dropped,
                         .derivations = inference.counts.candidates,
                         .contradictions = inference.contradictions.count(),
                         .bytes = inference.bytes,
                         .messages = team.sum(used.messages),
                         .sent_bytes = team.sum(used.sent_bytes)};
  std::map<std::uint32_t, std::uint32_t> rounds;  // by rule
  for (const RuleRound& its : inference.counts.rule_rounds) ++rounds[its.source];
  for (const auto& [source, its_rounds] : rounds) {
    if (source >= rules.rules.size()) continue;  // a DATA block
    report.of_rules.push_back({name_of(rules, source), its_rounds, inference.counts.of_rules[source]});
  }
  return report;
}

void InferenceWatch::expect(std::string purpose) {
  const std::lock_guard lock(mutex_);
  purpose_ = std::move(purpose);
}

void InferenceWatch::note_kept() {
  const std::lock_guard lock(mutex_);
  ++changes_.kept;
}

void InferenceWatch::note_anew(std::string why) {
  const std::lock_guard lock(mutex_);
  ++changes_.anew;
  changes_.why = std::move(why);
}

void InferenceWatch::begin() {
  const std::lock_guard lock(mutex_);
  running_.emplace();
  round_ = {};
}

void InferenceWatch::round(const RoundEnd& round) {
  const std::lock_guard lock(mutex_);
  round_ = round;
}

void InferenceWatch::end(std::optional<InferenceReport> report) {
  const std::lock_guard lock(mutex_);
  last_ = Last{purpose_, running_ ? running_->seconds() : 0, std::move(report)};
  running_.reset();
}

std::string InferenceWatch::to_json() const {
  const std::lock_guard lock(mutex_);
  Json json{{"running", nullptr}, {"last", nullptr}};
  json["changes"] = {{"kept", changes_.kept}, {"anew", changes_.anew}};
  if (changes_.anew > 0) json["changes"]["why"] = changes_.why;
  if (running_) {
    json["running"] = {{"for", purpose_},
                       {"round", round_.round},
                       {"derivations", round_.derivations},
                       {"seconds", running_->seconds()}};
  }
  if (last_) {
    json["last"] = {{"for", last_->purpose}, {"seconds", last_->seconds}, {"failed", !last_->report.has_value()}};
    if (last_->report) put(json["last"], *last_->report);
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace quadrille::inferencer
