#include "inferencer/candidates.hpp"

namespace quadrille::inferencer {

namespace {

using Run = PairRuns::Run;

Run merged(const Run& a, const Run& b) {
  Run all(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), all.begin());
  return all;
}

}  // namespace

std::size_t Candidates::used_bytes() const {
  std::size_t pairs = of_no_rule_.capacity();
  for (const Part& part : parts_) pairs += part.pairs.capacity();
  return pairs * sizeof(KeyValue);
}

void Candidates::take_out(const std::function<bool(const KeyValue&)>& is_wanted,
                          const std::function<void(std::uint32_t, Run&)>& use) {
  const auto take_from = [&](std::uint32_t source, Run& pairs) {
    Run taken;
    std::erase_if(pairs, [&](const KeyValue& pair) {
      const bool is_it = is_wanted(pair);
      if (is_it) taken.push_back(pair);
      return is_it;
    });
    if (!taken.empty()) use(source, taken);
  };
  take_from(kNoRule, of_no_rule_);
  in_parts_ = 0;
  for (Part& part : parts_) {
    take_from(part.source, part.pairs);
    in_parts_ += part.pairs.size();
  }
}

void Candidates::sort_parts() {
  std::sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.source < b.source; });
}

void Candidates::remove_known(PairSort& sort, const PairRuns& known) {
  sort_parts();
  const auto look_at = [&](Run& pairs, std::size_t before) {
    sort(pairs);
    known.remove_known(pairs);
    for (std::size_t part = 0; part < before; ++part) PairRuns::remove_known(parts_[part].pairs, pairs);
  };
  in_parts_ = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    look_at(parts_[part].pairs, part);
    in_parts_ += parts_[part].pairs.size();
  }
  look_at(of_no_rule_, parts_.size());
}

Run Candidates::take(PairSort& sort, const PairRuns& known, const Count& count) {
  sort_parts();
  Run all;
  const auto take_in = [&](std::uint32_t source, Run pairs) {
    sort(pairs);
    known.remove_known(pairs);
    if (!all.empty()) PairRuns::remove_known(all, pairs);
    if (count && !pairs.empty()) count(source, pairs);
    all = all.empty() ? std::move(pairs) : pairs.empty() ? std::move(all) : merged(all, pairs);
  };
  for (Part& part : parts_) take_in(part.source, std::exchange(part.pairs, {}));
  take_in(kNoRule, std::exchange(of_no_rule_, {}));
  parts_.clear();
  in_parts_ = 0;
  return all;
}

}  // namespace quadrille::inferencer
