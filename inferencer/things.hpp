#pragma once

// Things holds the classes of things, as sets (class_sets.hpp): those that a thing has now, those that it had at the end of
// the last round, and those that were given.
//
// Local; one thread.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "dictionary/huri.hpp"
#include "inferencer/class_sets.hpp"

namespace quadrille::inferencer {

class Things {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  Number number(Huri thing) {
    const auto [place, is_new] = numbers_.try_emplace(thing, static_cast<Number>(things_.size()));
    if (is_new) {
      things_.push_back(thing);
      now_.push_back(0);
      old_.push_back(0);
      given_.push_back(0);
    }
    return place->second;
  }
  Number find(Huri thing) const {
    const auto found = numbers_.find(thing);
    return found == numbers_.end() ? kNone : found->second;
  }
  Number size() const { return static_cast<Number>(things_.size()); }
  Huri thing(Number number) const { return things_[number]; }

  SetId now(Number number) const { return now_[number]; }
  SetId old(Number number) const { return old_[number]; }
  SetId& given(Number number) { return given_[number]; }
  SetId given(Number number) const { return given_[number]; }

  // Gives a thing the classes of a set.
  void add(ClassSets& sets, Number number, SetId set) {
    const SetId before = now_[number], after = sets.unite(before, set);
    if (after == before) return;
    if (before == old_[number]) changed_.push_back(number);
    now_[number] = after;
  }

  // The things whose sets have changed since the last end_round().
  const std::vector<Number>& changed() const { return changed_; }
  void end_round(const std::vector<Number>& seen) {
    for (const Number number : seen) old_[number] = now_[number];
  }
  std::vector<Number> take_changed() { return std::exchange(changed_, {}); }

 private:
  std::unordered_map<Huri, Number> numbers_;
  std::vector<Huri> things_;
  std::vector<SetId> now_, old_, given_;
  std::vector<Number> changed_;
};

}  // namespace quadrille::inferencer
