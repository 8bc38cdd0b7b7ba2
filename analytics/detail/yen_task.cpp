// The k shortest loopless paths of a pair: Yen 1971, with Lawler's partition. A candidate is a path, or a deviation
// that has not been completed yet, with a lower bound of its place in the order. Only the least candidate is completed.

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "analytics/detail/path_task.hpp"
#include "analytics/detail/spur_search.hpp"

namespace quadrille::analytics {

namespace {

using PathSteps = std::shared_ptr<const std::vector<PathStep>>;

struct YenCandidate {
  double length = 0;                // a lower bound, if it is not complete
  std::uint32_t steps = 0;          // likewise
  PathSteps base;                   // it begins with the first `kept` steps of an earlier path
  std::size_t kept = 0;             // the place of the spur
  std::vector<PathStep> tail;       // and goes on with these
  double kept_length = 0;           // to the spur
  std::vector<PathStep> forbidden;  // steps from the spur that earlier paths take
  bool is_complete = false;

  std::size_t size() const { return kept + tail.size(); }
  PathStep at(std::size_t place) const { return place < kept ? (*base)[place] : tail[place - kept]; }
  std::size_t bytes() const { return sizeof(YenCandidate) + (tail.size() + forbidden.size()) * sizeof(PathStep); }
};

// True if `a` comes after `b`. A deviation comes before the paths that it may be less than.
bool comes_after(const YenCandidate& a, const YenCandidate& b) {
  const auto key = [](const YenCandidate& one) { return std::tuple(one.length, one.steps); };
  if (key(a) != key(b)) return key(a) > key(b);
  const std::size_t both = std::min(a.size(), b.size());
  for (std::size_t place = 0; place < both; ++place) {
    if (a.base == b.base && place < std::min(a.kept, b.kept)) continue;
    if (const auto order = a.at(place) <=> b.at(place); order != 0) return order > 0;
  }
  return std::tuple(a.size(), a.is_complete) > std::tuple(b.size(), b.is_complete);
}

class YenTask final : public PathTask {
 public:
  explicit YenTask(const PathTaskInput& input) : input_(input), longest_(input.longest) {
    YenCandidate first;
    first.base = std::make_shared<const std::vector<PathStep>>();
    push(std::move(first));
  }
  ~YenTask() override { input_.lists.arena().discharge(charged_); }
  YenTask(const YenTask&) = delete;
  YenTask& operator=(const YenTask&) = delete;

  bool advance() override {
    while (found_ < input_.most && !waiting_.empty()) {
      input_.lists.count(1);
      if (waiting_.front().is_complete) {
        take(pop());
        continue;
      }
      if (!complete()) return false;
    }
    return true;
  }

 private:
  void push(YenCandidate candidate) {
    input_.lists.arena().charge(candidate.bytes());
    charged_ += candidate.bytes();
    waiting_.push_back(std::move(candidate));
    std::push_heap(waiting_.begin(), waiting_.end(), comes_after);
  }
  YenCandidate pop() {
    std::pop_heap(waiting_.begin(), waiting_.end(), comes_after);
    YenCandidate least = std::move(waiting_.back());
    waiting_.pop_back();
    return least;
  }

  // Completes the least candidate, or drops it. Returns false if lists are missing.
  bool complete() {
    const YenCandidate& least = waiting_.front();
    std::vector<Huri> blocked;
    Huri spur = input_.ends.start;
    for (std::size_t place = 0; place < least.kept; ++place) {
      blocked.push_back(spur);
      spur = (*least.base)[place].to;
    }
    input_.lists.count(least.kept);
    std::sort(blocked.begin(), blocked.end());
    const SpurProblem problem{spur, input_.ends.end, least.kept_length, blocked, least.forbidden, longest_};
    SpurSearch search(input_.lists, problem);
    const SpurSearch::Outcome outcome = search.run();
    if (outcome == SpurSearch::Outcome::missing) return false;
    YenCandidate path = pop();
    if (outcome == SpurSearch::Outcome::none) return true;
    path.tail = search.steps();
    path.length = search.length();
    path.steps = static_cast<std::uint32_t>(path.size());
    path.is_complete = true;
    if (input_.shortest) longest_ = std::min(longest_, path.length);
    push(std::move(path));
    return true;
  }

  // The next path: it is kept, and its deviations become candidates.
  void take(const YenCandidate& path) {
    ++found_;
    LooplessPaths& found = input_.found;
    found.paths.push_back({input_.pair, static_cast<std::uint32_t>(path.size()), found.steps.size(), 0, path.length});
    std::vector<PathStep> steps;
    for (std::size_t place = 0; place < path.size(); ++place) steps.push_back(path.at(place));
    found.steps.insert(found.steps.end(), steps.begin(), steps.end());
    if (found_ < input_.most) deviate(path, std::make_shared<const std::vector<PathStep>>(std::move(steps)));
  }

  void deviate(const YenCandidate& path, const PathSteps& base) {
    std::vector<Huri> before;  // ascending
    Huri spur = input_.ends.start;
    double length = 0;
    for (std::size_t place = 0; place < base->size(); ++place) {
      const PathStep taken = (*base)[place];
      const StepList& list = *input_.lists.find(spur);
      if (place >= path.kept) {
        YenCandidate made;
        made.base = base;
        made.kept = place;
        made.kept_length = length;
        made.forbidden = {taken};
        if (place == path.kept) {
          made.forbidden.insert(made.forbidden.end(), path.forbidden.begin(), path.forbidden.end());
        }
        add_bound(std::move(made), {spur, input_.ends.end, length, before, {}, longest_}, list);
      }
      const auto step =
          std::find_if(list.begin(), list.end(), [&](const Step& one) { return one.as_path_step() == taken; });
      length += step->weight;
      before.insert(std::lower_bound(before.begin(), before.end(), spur), spur);
      input_.lists.count(list.size() + before.size() / 16);
      spur = taken.to;
    }
  }

  // A candidate that begins with its first step of the least bound.
  void add_bound(YenCandidate made, SpurProblem problem, StepList list) {
    problem.forbidden = made.forbidden;
    const Step* least = nullptr;
    for (const Step& step : list) {
      const bool is_less = !least || step.weight + step.rest < least->weight + least->rest;
      if (is_less && !problem.is_blocked(step.to) && !problem.is_forbidden(step)) least = &step;
    }
    if (!least) return;
    const double bound = problem.length + least->weight + least->rest;
    if (bound > with_slack(longest_)) return;
    if (input_.lists.weighted()) {  // another first step may have the same bound, but for rounding
      made.length = bound - bound * kLengthSlack;
    } else {
      made.length = bound;
      made.steps = static_cast<std::uint32_t>(bound);
      made.tail.push_back(least->as_path_step());
    }
    push(std::move(made));
  }

  const PathTaskInput input_;
  double longest_;
  std::uint64_t found_ = 0;
  std::vector<YenCandidate> waiting_;  // a heap
  std::size_t charged_ = 0;
};

}  // namespace

std::unique_ptr<PathTask> make_yen_task(const PathTaskInput& input) {
  return std::make_unique<YenTask>(input);
}

}  // namespace quadrille::analytics
