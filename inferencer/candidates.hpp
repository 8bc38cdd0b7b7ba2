#pragma once

// Candidates are pairs of a relation that may be new, in any order, apart for each rule that has derived them.
//
//   candidates.add(source, pair) ...
//   Run found = candidates.take(sort, known, [&](std::uint32_t source, const Run& pairs) { ... });
//
// take() returns the pairs that are not known, each once. A pair of several rules is counted for the one of the lowest
// number, so the counts depend neither on the order of evaluation nor on the number of images.
//
// Local; one thread. Cost: the rules' pairs are sorted one rule after the other, and then merged.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "inferencer/pair_runs.hpp"
#include "inferencer/pair_sort.hpp"
#include "inferencer/rule.hpp"

namespace quadrille::inferencer {

class Candidates {
 public:
  using Run = PairRuns::Run;
  // Of a rule: those of its pairs that no rule before it has found; they ascend.
  using Count = std::function<void(std::uint32_t source, const Run& pairs)>;

  void add(std::uint32_t source, const KeyValue& pair) {
    if (source == kNoRule) return of_no_rule_.push_back(pair);
    part(source).push_back(pair);
    ++in_parts_;
  }
  // Pairs that no rule with joins has derived.
  Run& of_no_rule() { return of_no_rule_; }

  std::size_t size() const { return of_no_rule_.size() + in_parts_; }
  std::size_t used_bytes() const;

  // Takes out those for which is_wanted(pair), and passes them on: use(source, pairs), in any order.
  void take_out(const std::function<bool(const KeyValue&)>& is_wanted,
                const std::function<void(std::uint32_t, Run&)>& use);
  // Removes known pairs, and leaves each other one once: for the rule with the lowest number.
  void remove_known(PairSort& sort, const PairRuns& known);
  Run take(PairSort& sort, const PairRuns& known = {}, const Count& count = {});

 private:
  struct Part {
    std::uint32_t source;
    Run pairs;
  };

  void sort_parts();
  Run& part(std::uint32_t source) {
    if (last_ < parts_.size() && parts_[last_].source == source) return parts_[last_].pairs;
    const auto place =
        std::find_if(parts_.begin(), parts_.end(), [&](const Part& its) { return its.source == source; });
    last_ = static_cast<std::size_t>(place - parts_.begin());
    if (place == parts_.end()) parts_.push_back({source, {}});
    return parts_[last_].pairs;
  }

  std::vector<Part> parts_;
  std::size_t last_ = 0;      // that was added to
  std::size_t in_parts_ = 0;  // pairs
  Run of_no_rule_;
};

}  // namespace quadrille::inferencer
