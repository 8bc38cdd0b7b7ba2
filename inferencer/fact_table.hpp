#pragma once

// A FactTable holds facts, found by predicate with subject or object.
//
// Local; one thread. About 200 bytes a fact.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "inferencer/fact_index.hpp"

namespace quadrille::inferencer {

struct FactHash {
  std::size_t operator()(const Fact& fact) const {
    return mixed(mixed(mixed(mixed(0, fact.subject), fact.predicate), fact.object), fact.graph);
  }
  static std::uint64_t mixed(std::uint64_t hash, Huri value) {
    hash = (hash ^ value.bits()) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 29);
  }
};

class FactTable {
 public:
  // The key of a list of facts: a hash, so facts in a list are compared anyway.
  static std::uint64_t key_of(Huri predicate, Huri other) {
    return FactHash::mixed(FactHash::mixed(1, predicate), other);
  }

  // Returns true if the fact is new.
  bool add(const Fact& fact) {
    const auto number = static_cast<std::uint32_t>(facts_.size());
    if (!numbers_.emplace(fact, number).second) return false;
    facts_.push_back(fact);
    is_there_.push_back(true);
    lists_[0][key_of(fact.predicate, kUnbound)].push_back(number);
    lists_[1][key_of(fact.predicate, fact.subject)].push_back(number);
    lists_[2][key_of(fact.predicate, fact.object)].push_back(number);
    return true;
  }
  // It may be added again.
  void remove(const Fact& fact) {
    const auto found = numbers_.find(fact);
    if (found == numbers_.end()) return;
    is_there_[found->second] = false;
    numbers_.erase(found);
  }
  bool contains(const Fact& fact) const { return numbers_.contains(fact); }
  bool empty() const { return facts_.empty(); }
  // About.
  std::size_t used_bytes() const {
    constexpr std::size_t kOfFact = 200;
    return facts_.size() * kOfFact;
  }
  // In the order in which they were added, with those that were removed.
  const std::vector<Fact>& facts() const { return facts_; }
  bool is_there(std::size_t number) const { return is_there_[number]; }  // of facts()

  // Calls use(fact) for each fact with the predicate and graph of `pattern`, and its subject or object if one of them
  // is bound, until it returns false; returns false then. Facts that `use` adds may be left out.
  template <class Use>
  bool visit(const Fact& pattern, const Use& use) const {
    if (facts_.empty()) return true;
    const std::size_t by = !pattern.subject.is_unbound() ? 1 : !pattern.object.is_unbound() ? 2 : 0;
    const Huri other = by == 1 ? pattern.subject : by == 2 ? pattern.object : kUnbound;
    const auto list = lists_[by].find(key_of(pattern.predicate, other));
    if (list == lists_[by].end()) return true;
    const std::vector<std::uint32_t>& numbers = list->second;
    for (std::size_t i = 0, end = numbers.size(); i < end; ++i) {
      if (!is_there_[numbers[i]]) continue;
      const Fact fact = facts_[numbers[i]];
      const bool agrees = fact.predicate == pattern.predicate && fact.graph == pattern.graph &&
                          (by != 1 || fact.subject == other) && (by != 2 || fact.object == other);
      if (agrees && !use(fact)) return false;
    }
    return true;
  }

 private:
  std::unordered_map<Fact, std::uint32_t, FactHash> numbers_;
  std::vector<Fact> facts_;
  std::vector<bool> is_there_;
  std::array<std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>, 3> lists_;
};

}  // namespace quadrille::inferencer
