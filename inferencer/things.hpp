#pragma once

// Things holds the classes of things, as sets (class_sets.hpp): those that a thing has now, those that it had at the
// end of the last round, and those that were given.
//
// Local; one thread.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dictionary/huri.hpp"
#include "inferencer/class_sets.hpp"

namespace quadrille::inferencer {

class Things {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  Number number(Huri thing) {
    Number& number = place(thing);
    if (number == kNone) {
      number = size();
      things_.push_back(thing);
      now_.push_back(0);
      old_.push_back(0);
      given_.push_back(0);
    }
    return number;
  }
  Number find(Huri thing) const {
    if (is_dense(thing)) {
      const std::vector<Number>& numbers = dense_[thing.is_iri() ? 1 : 0];
      return thing.payload() < numbers.size() ? numbers[thing.payload()] : kNone;
    }
    const auto found = others_.find(thing);
    return found == others_.end() ? kNone : found->second;
  }
  Number size() const { return static_cast<Number>(things_.size()); }
  Huri thing(Number number) const { return things_[number]; }
  std::size_t used_bytes() const {
    constexpr std::size_t kOther = 40;  // of the table, about
    return things_.capacity() * (sizeof(Huri) + 3 * sizeof(SetId)) + others_.size() * kOther +
           (dense_[0].capacity() + dense_[1].capacity() + changed_.capacity()) * sizeof(Number);
  }

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
  static bool is_dense(Huri thing) { return (thing.is_iri() || thing.is_blank()) && !thing.is_volatile(); }
  Number& place(Huri thing) {
    if (!is_dense(thing)) return others_.try_emplace(thing, kNone).first->second;
    std::vector<Number>& numbers = dense_[thing.is_iri() ? 1 : 0];
    if (thing.payload() >= numbers.size()) numbers.resize(thing.payload() + numbers.size() / 2 + 64, kNone);
    return numbers[thing.payload()];
  }

  std::array<std::vector<Number>, 2> dense_;  // of blank nodes and IRIs, by their payload
  std::unordered_map<Huri, Number> others_;
  std::vector<Huri> things_;
  std::vector<SetId> now_, old_, given_;
  std::vector<Number> changed_;
};

}  // namespace quadrille::inferencer
