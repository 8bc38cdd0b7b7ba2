#include "server/engine/why_service.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/well_known_prefixes.hpp"
#include "pgas/placed_memory.hpp"
#include "query/results/negotiation.hpp"
#include "server/engine/lane_command.hpp"
#include "server/engine/quad_text.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

// Those of the files of a build come first, then those of the rules.
std::vector<parser::Prefix> prefixes_for(const ServedState& state, const std::vector<parser::Prefix>& of_rules) {
  std::vector<parser::Prefix> all;
  for (const auto& [prefix, iri] : state.generation->prefixes()) all.push_back({prefix, iri});
  all.insert(all.end(), of_rules.begin(), of_rules.end());
  for (const WellKnownPrefix& known : well_known_prefixes())
    if (known.is_default) all.push_back({std::string(known.prefix), std::string(known.iri)});
  return all;
}

std::function<void()> pulse_of(double seconds, const Cancelled& cancelled) {
  const Deadline deadline = seconds > 0 ? Deadline::after(seconds) : Deadline();
  return [deadline, &cancelled] {
    if (deadline.passed()) fail(ErrorKind::timeout, "no proof was found within its time limit");
    if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the search for a proof was cancelled");
  };
}

}  // namespace

std::shared_ptr<inferencer::StoredWhy> WhyService::rules_of(const ServedState& state) {
  if (!state.rules) throw StatusError(404, "the database has no rules: each of its quads is stated");
  const std::lock_guard lock(mutex_);
  if (of_ == state.rules) return rules_;
  rules_ = std::make_shared<inferencer::StoredWhy>(state.rules->known());
  of_ = state.rules;
  return rules_;
}

WhyAnswer WhyService::answer(const WhyRequest& request, const ServedState& state, const Cancelled& cancelled) {
  const results::ResultFormat format =
      results::choose_format(results::AnswerKind::proof, request.format, request.accept);
  const auto rules = rules_of(state);
  if (!state.is_whole()) {
    fail(ErrorKind::unsupported,
         "this process cannot read the data of all groups of images, which the search for a proof needs");
  }
  const std::vector<parser::Prefix> prefixes = prefixes_for(state, rules->prefixes());
  QuadTerms quad = parse_quad(request.quad, prefixes);
  const inferencer::WhyQuestion question{std::move(quad.subject),
                                         std::move(quad.predicate),
                                         std::move(quad.object),
                                         std::move(quad.graph),
                                         request.more,
                                         format};
  const auto solo = job_.make_solo_team();
  pgas::QueryArena arena(job_.heap(), query_budget(pgas::arena_budget(job_.heap())));
  const auto text = rules->answer(question, {*solo, arena, state.whole_dictionary(), state.whole_snapshot(), prefixes,
                                             pulse_of(request.timeout_seconds, cancelled)});
  if (!text) {
    throw StatusError(404, fmt::format("{} is not in the database: it is not stated, and does not follow by the rules",
                                       request.quad));
  }
  return {std::string(results::media_type(format)), *text};
}

}  // namespace quadrille::server
