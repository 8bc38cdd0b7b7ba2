#pragma once

// Contradictions are the solutions of constraints, rules without a head. All are counted; the first ones are kept with
// their facts.
//
// Local; one thread.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "inferencer/fact_index.hpp"

namespace quadrille::inferencer {

struct Contradiction {
  std::uint32_t source = 0;  // Rule::source
  std::vector<Fact> facts;   // that the rule does not allow together

  bool operator==(const Contradiction&) const = default;
};

class Contradictions {
 public:
  static constexpr std::size_t kMostKept = 20;

  // facts() returns those of the solution.
  template <class Facts>
  void add(std::uint32_t source, const Facts& facts) {
    ++by_rule_[source];
    if (kept_.size() < kMostKept) kept_.push_back({source, facts()});
  }
  void add(const Contradictions& others) {
    for (const auto& [source, count] : others.by_rule_) by_rule_[source] += count;
    for (const Contradiction& other : others.kept_)
      if (kept_.size() < kMostKept) kept_.push_back(other);
  }

  // Those that are known already.
  void remove(const Contradictions& known) {
    for (const auto& [source, count] : known.by_rule_) {
      const auto its = by_rule_.find(source);
      if (its == by_rule_.end()) continue;
      its->second -= std::min(its->second, count);
      if (its->second == 0) by_rule_.erase(its);
    }
    std::erase_if(kept_, [&](const Contradiction& one) {
      return std::find(known.kept_.begin(), known.kept_.end(), one) != known.kept_.end();
    });
  }

  // The numbers of contradictions, by Rule::source.
  const std::map<std::uint32_t, std::uint64_t>& by_rule() const { return by_rule_; }
  std::uint64_t count() const {
    std::uint64_t all = 0;
    for (const auto& [source, count] : by_rule_) all += count;
    return all;
  }
  // For other images. The words of several images may follow each other.
  std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> words{by_rule_.size()};
    for (const auto& [source, count] : by_rule_) words.insert(words.end(), {source, count});
    words.push_back(kept_.size());
    for (const Contradiction& conflict : kept_) {
      words.insert(words.end(), {conflict.source, conflict.facts.size()});
      for (const Fact& fact : conflict.facts)
        words.insert(words.end(), {fact.subject.bits(), fact.predicate.bits(), fact.object.bits(), fact.graph.bits()});
    }
    return words;
  }
  static Contradictions of_words(std::span<const std::uint64_t> words) {
    std::size_t at = 0;
    const auto next = [&] { return words[at++]; };
    Contradictions all;
    while (at < words.size()) {
      Contradictions one;
      for (std::uint64_t rules = next(); rules > 0; --rules) {
        const auto source = static_cast<std::uint32_t>(next());
        one.by_rule_[source] = next();
      }
      for (std::uint64_t kept = next(); kept > 0; --kept) {
        Contradiction& conflict = one.kept_.emplace_back();
        conflict.source = static_cast<std::uint32_t>(next());
        for (std::uint64_t facts = next(); facts > 0; --facts) {
          const Huri subject(next()), predicate(next()), object(next());
          conflict.facts.push_back({subject, predicate, object, Huri(next())});
        }
      }
      all.add(one);
    }
    return all;
  }

  std::span<const Contradiction> kept() const { return kept_; }
  std::span<Contradiction> kept() { return kept_; }

 private:
  std::map<std::uint32_t, std::uint64_t> by_rule_;
  std::vector<Contradiction> kept_;
};

}  // namespace quadrille::inferencer
