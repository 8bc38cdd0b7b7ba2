#include "analytics/detail/spur_search.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::size_t kMostMissing = 4096;  // lists that a search asks for at once

}  // namespace

bool SpurProblem::is_blocked(Huri vertex) const {
  return vertex == spur || std::binary_search(blocked.begin(), blocked.end(), vertex);
}

bool SpurProblem::is_forbidden(const Step& step) const {
  return std::find(forbidden.begin(), forbidden.end(), step.as_path_step()) != forbidden.end();
}

bool SpurSearch::may_step(Huri from, const Step& step) const {
  if (from == problem_.spur && problem_.is_forbidden(step)) return false;
  return !problem_.is_blocked(step.to);
}

SpurSearch::Outcome SpurSearch::run() {
  if (!lists_.weighted()) {
    switch (descend()) {
      case Descent::found:
        return Outcome::found;
      case Descent::none:
        return Outcome::none;
      case Descent::missing:
        return Outcome::missing;
      case Descent::stuck:
        break;
    }
  }
  return explore();
}

SpurSearch::Descent SpurSearch::descend() {
  steps_.clear();
  const StepList* list = lists_.find(problem_.spur);
  if (!list) return Descent::missing;
  const Step* next = nullptr;
  for (const Step& step : *list) {
    if ((!next || step.rest < next->rest) && may_step(problem_.spur, step)) next = &step;
  }
  lists_.count(list->size());
  if (!next || problem_.length + 1 + next->rest > problem_.longest) return Descent::none;
  length_ = problem_.length + 1 + next->rest;
  for (;;) {
    steps_.push_back(next->as_path_step());
    if (next->to == problem_.end) return Descent::found;
    const double rest = next->rest - 1;
    list = lists_.find(next->to);
    if (!list) return Descent::missing;
    lists_.count(list->size());
    const auto found = std::find_if(list->begin(), list->end(), [&](const Step& step) {
      return step.rest == rest && !problem_.is_blocked(step.to);
    });
    if (found == list->end()) return Descent::stuck;
    next = &*found;
  }
}

void SpurSearch::relax(Huri from, const Label& label, StepList list, std::vector<Waiting>& waiting) {
  lists_.count(list.size());
  for (const Step& step : list) {
    const Label next{label.length + step.weight, label.steps + 1};
    const double bound = next.length + step.rest;
    if (bound > with_slack(best_) || !may_step(from, step)) continue;
    if (step.to == problem_.end && next.length > best_) continue;
    const auto [place, is_new] = labels_.try_emplace(step.to, next);
    if (!is_new && !(next < place->second)) continue;
    place->second = next;
    if (step.to == problem_.end) {
      best_ = next.length;
      continue;
    }
    waiting.push_back({bound, next, step.to});
    std::push_heap(waiting.begin(), waiting.end());
  }
}

SpurSearch::Outcome SpurSearch::explore() {
  labels_.clear();
  best_ = problem_.longest;
  std::vector<Waiting> waiting{{problem_.length, {problem_.length, 0}, problem_.spur}};
  labels_[problem_.spur] = waiting.front().label;
  std::size_t missing = 0;
  double missing_bound = 0;
  while (!waiting.empty()) {
    std::pop_heap(waiting.begin(), waiting.end());
    const Waiting next = waiting.back();
    waiting.pop_back();
    if (next.bound > with_slack(best_)) break;
    // Other lists of the same bound are asked for in the same round.
    if (missing == kMostMissing || (missing > 0 && next.bound > with_slack(missing_bound))) break;
    lists_.count(1);
    if (!(labels_.at(next.vertex) == next.label)) continue;
    if (const StepList* list = lists_.find(next.vertex)) {
      relax(next.vertex, next.label, *list, waiting);
    } else if (missing++ == 0) {
      missing_bound = next.bound;
    }
  }
  if (missing > 0) return Outcome::missing;
  const auto end = labels_.find(problem_.end);
  if (end == labels_.end()) return Outcome::none;
  length_ = end->second.length;
  extract();
  return Outcome::found;
}

void SpurSearch::extract() {
  struct Place {
    Huri vertex;
    std::size_t next = 0;  // in its list
  };
  std::unordered_set<Huri> dead;  // no way leads from them to the end along labels
  std::vector<Place> way{{problem_.spur}};
  steps_.clear();
  while (way.back().vertex != problem_.end) {
    Place& place = way.back();
    const StepList* list = lists_.find(place.vertex);
    const Label label = labels_.at(place.vertex);
    const auto follows = [&](const Step& step) {
      const auto found = labels_.find(step.to);
      const Label next{label.length + step.weight, label.steps + 1};
      return found != labels_.end() && found->second == next && !dead.contains(step.to) && may_step(place.vertex, step);
    };
    while (list && place.next < list->size() && !follows((*list)[place.next])) ++place.next;
    lists_.count(1);
    if (list && place.next < list->size()) {
      const Step& step = (*list)[place.next++];
      steps_.push_back(step.as_path_step());
      way.push_back({step.to});
      continue;
    }
    dead.insert(place.vertex);
    way.pop_back();
    QUADRILLE_ASSERT(!way.empty(), "labels lead to the end");
    steps_.pop_back();
  }
}

}  // namespace quadrille::analytics
