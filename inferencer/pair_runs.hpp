#pragma once

// PairRuns holds pairs sorted by (first, second), in a few sorted runs. A new run is merged with the newest ones until
// each run is at least twice as long as the next, so that a pair is rewritten only some times.
//
// Local; one thread changes it, any number may search. Cost: a binary search for each run, log2(pairs) at most.

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille::inferencer {

struct KeyValue {
  Huri key, value;
  auto operator<=>(const KeyValue&) const = default;
};

class PairRuns {
 public:
  using Run = std::vector<KeyValue>;

  // `run` ascends; no pair of it is here yet.
  void add(Run run) {
    while (!runs_.empty() && runs_.back().size() < 2 * run.size()) {
      Run merged(runs_.back().size() + run.size());
      std::merge(runs_.back().begin(), runs_.back().end(), run.begin(), run.end(), merged.begin());
      run = std::move(merged);
      runs_.pop_back();
    }
    if (!run.empty()) runs_.push_back(std::move(run));
  }

  bool contains(const KeyValue& pair) const {
    return std::any_of(runs_.begin(), runs_.end(),
                       [&](const Run& run) { return std::binary_search(run.begin(), run.end(), pair); });
  }

  // Removes the pairs that are here from `pairs`, which ascend.
  void remove_known(Run& pairs) const {
    for (const Run& run : runs_) remove_known(run, pairs);
  }
  // Those of `run`, which ascends, too.
  static void remove_known(const Run& run, Run& pairs) {
    const bool walks = run.size() / kSearchSteps < pairs.size();
    auto at = run.begin();
    std::erase_if(pairs, [&](const KeyValue& pair) {
      if (!walks) at = std::lower_bound(at, run.end(), pair);
      while (at != run.end() && *at < pair) ++at;
      return at != run.end() && *at == pair;
    });
  }

  // Calls use(value) for each pair with this key.
  template <class Use>
  void for_each(Huri key, const Use& use) const {
    for (const Run& run : runs_) for_each(run, key, use);
  }
  template <class Use>
  static void for_each(const Run& run, Huri key, const Use& use) {
    for (auto at = std::lower_bound(run.begin(), run.end(), KeyValue{key, Huri()}); at != run.end() && at->key == key;
         ++at) {
      use(at->value);
    }
  }

  const std::vector<Run>& runs() const { return runs_; }
  std::size_t size() const {
    std::size_t pairs = 0;
    for (const Run& run : runs_) pairs += run.size();
    return pairs;
  }

 private:
  static constexpr std::size_t kSearchSteps = 16;  // a search costs about as much

  std::vector<Run> runs_;  // the longest first
};

}  // namespace quadrille::inferencer
