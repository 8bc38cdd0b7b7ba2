// All paths of a pair up to a length, by depth-first search that turns back where the distance to the end is too great.

#include <algorithm>
#include <deque>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analytics/detail/path_task.hpp"
#include "analytics/detail/spur_search.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

class WalkTask final : public PathTask {
 public:
  explicit WalkTask(const PathTaskInput& input)
      : input_(input), longest_(input.longest), is_bounded_(!input.shortest), pending_{input.ends.start} {
    least_length_[input.ends.start] = 0;
  }

  bool advance() override {
    if (!is_bounded_ && !find_least_length()) return false;
    if (has_none_) return true;
    if (!gather()) return false;
    walk();
    return true;
  }

 private:
  // An edge of the way that is being walked, and where to go on in the list of its source.
  struct Place {
    const StepList* list;
    std::size_t next = 0;
    double length = 0;  // before the step
  };

  bool is_end(Huri vertex) const { return input_.ends.end.is_unbound() || vertex == input_.ends.end; }

  // Sets longest_ to the least length of a path, if only the shortest ones are asked for.
  bool find_least_length() {
    const SpurProblem problem{input_.ends.start, input_.ends.end, 0, {}, {}, longest_};
    SpurSearch search(input_.lists, problem);
    const SpurSearch::Outcome outcome = search.run();
    if (outcome == SpurSearch::Outcome::missing) return false;
    has_none_ = outcome == SpurSearch::Outcome::none;
    longest_ = search.length();
    is_bounded_ = true;
    return true;
  }

  // Looks at all vertices from which a path may go on, so that their lists are here. Returns false if some are not.
  bool gather() {
    std::deque<Huri> missing;
    while (!pending_.empty()) {
      const Huri vertex = pending_.front();
      pending_.pop_front();
      const StepList* list = input_.lists.find(vertex);
      if (!list) {
        missing.push_back(vertex);
        continue;
      }
      input_.lists.count(list->size() + 1);
      const double length = least_length_.at(vertex);
      for (const Step& step : *list) {
        const double next = length + step.weight;
        if (next + step.rest > with_slack(longest_) || step.to == input_.ends.end) continue;
        const auto [place, is_new] = least_length_.try_emplace(step.to, next);
        if (!is_new && next >= place->second) continue;
        place->second = next;
        pending_.push_back(step.to);
      }
    }
    pending_ = std::move(missing);
    return pending_.empty();
  }

  void walk() {
    std::vector<Place> places{{input_.lists.find(input_.ends.start)}};
    std::vector<PathStep> way;
    on_way_ = {input_.ends.start};
    if (input_.ends.end.is_unbound()) add_loops();
    while (!places.empty()) {
      Place& place = places.back();
      if (place.next == place.list->size()) {
        places.pop_back();
        if (!way.empty()) {
          on_way_.erase(way.back().to);
          way.pop_back();
        }
        continue;
      }
      const Step& step = (*place.list)[place.next++];
      input_.lists.count(1);
      const double length = place.length + step.weight;
      if (length + step.rest > with_slack(longest_) || on_way_.contains(step.to)) continue;
      way.push_back(step.as_path_step());
      if (is_end(step.to) && length <= longest_) add(way, length);
      if (step.to == input_.ends.end) {
        way.pop_back();
        continue;
      }
      on_way_.insert(step.to);
      const StepList* list = input_.lists.find(step.to);
      QUADRILLE_ASSERT(list, "lists of paths are gathered before");
      places.push_back({list, 0, length});
    }
    sort_found();
  }

  void add(const std::vector<PathStep>& way, double length) {
    LooplessPaths& found = input_.found;
    found.paths.push_back({input_.pair, static_cast<std::uint32_t>(way.size()), found.steps.size(), 0, length});
    found.steps.insert(found.steps.end(), way.begin(), way.end());
  }
  void add_loops() {
    for (const Step& step : *input_.lists.find(input_.ends.start)) {
      if (step.to == input_.ends.start && step.weight <= longest_) add({step.as_path_step()}, step.weight);
    }
  }

  // Paths are found in the order of their steps. Those to one end follow each other, and there the first `most` stay.
  void sort_found() {
    LooplessPaths& found = input_.found;
    const auto begin = std::find_if(found.paths.begin(), found.paths.end(),
                                    [&](const LooplessPaths::Path& path) { return path.pair == input_.pair; });
    const auto key = [&](const LooplessPaths::Path& path) {
      const Huri end = found.steps[path.begin + path.steps - 1].to;
      return std::tuple(end, path.length, path.steps, path.begin);
    };
    std::sort(begin, found.paths.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    if (input_.most == LooplessPathOptions::kAll) return;
    Huri end;
    std::uint64_t before = 0;
    const auto is_beyond = [&](const LooplessPaths::Path& path) {
      const Huri its_end = found.steps[path.begin + path.steps - 1].to;
      before = its_end == end ? before + 1 : 0;
      end = its_end;
      return before >= input_.most;
    };
    std::vector<LooplessPaths::Path> kept;
    for (auto path = begin; path != found.paths.end(); ++path) {
      if (!is_beyond(*path)) kept.push_back(*path);
    }
    found.paths.erase(std::copy(kept.begin(), kept.end(), begin), found.paths.end());
  }

  const PathTaskInput input_;
  double longest_;
  bool is_bounded_;                                // longest_ is known
  bool has_none_ = false;                          // there is no path
  std::deque<Huri> pending_;                       // vertices to look at
  std::unordered_map<Huri, double> least_length_;  // from the start to those that were seen
  std::unordered_set<Huri> on_way_;
};

class LoopTask final : public PathTask {
 public:
  explicit LoopTask(const PathTaskInput& input) : input_(input) {}

  bool advance() override {
    const StepList* list = input_.lists.find(input_.ends.start);
    if (!list) return false;
    std::uint64_t found = 0;
    double longest = input_.longest;
    for (const Step& step : *list) {
      if (step.to != input_.ends.start || step.weight > longest || found == input_.most) continue;
      LooplessPaths& to = input_.found;
      to.paths.push_back({input_.pair, 1, to.steps.size(), 0, step.weight});
      to.steps.push_back(step.as_path_step());
      if (input_.shortest) longest = step.weight;
      ++found;
    }
    return true;
  }

 private:
  const PathTaskInput input_;
};

}  // namespace

std::unique_ptr<PathTask> make_walk_task(const PathTaskInput& input) {
  return std::make_unique<WalkTask>(input);
}

std::unique_ptr<PathTask> make_loop_task(const PathTaskInput& input) {
  return std::make_unique<LoopTask>(input);
}

}  // namespace quadrille::analytics
