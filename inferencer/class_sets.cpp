#include "inferencer/class_sets.hpp"

#include <algorithm>

#include "base/sort_different.hpp"

namespace quadrille::inferencer {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(std::span<const ClassId> classes) {
  std::uint64_t hash = classes.size();
  for (const ClassId its : classes) hash = mixed(hash, its);
  return hash;
}

std::uint64_t hash_of(SetId a, SetId b) {
  return mixed(0, std::uint64_t{a} << 32 | b);
}

}  // namespace

ClassSets::ClassSets() : begins_{0, 0} {
  sets_.make_room(0, [](std::uint32_t) { return 0; });
  sets_.find_or_insert(hash_of({}), 0, [](std::uint32_t) { return false; });
}

void ClassSets::add_rule(std::vector<ClassId> body, ClassId head) {
  const auto number = static_cast<std::uint32_t>(rules_.size());
  for (const ClassId its : body) {
    if (its >= rules_with_.size()) rules_with_.resize(its + 1);
    rules_with_[its].push_back(number);
  }
  rules_.push_back({std::move(body), head});
}

bool ClassSets::contains(SetId set, ClassId wanted) const {
  const auto all = classes(set);
  return std::binary_search(all.begin(), all.end(), wanted);
}

// Looks at the rules of each class once, when the class is added.
std::vector<ClassId> ClassSets::closure(std::vector<ClassId> classes) const {
  std::vector<std::uint8_t> has(rules_with_.size(), 0);
  const auto is_in = [&](ClassId its) { return its < has.size() && has[its] != 0; };
  std::vector<ClassId> outside;  // classes that no rule uses
  std::vector<ClassId> closed, pending = std::move(classes);
  while (!pending.empty()) {
    const ClassId its = pending.back();
    pending.pop_back();
    if (its >= has.size()) {
      outside.push_back(its);
      continue;
    }
    if (has[its] != 0) continue;
    has[its] = 1;
    closed.push_back(its);
    for (const std::uint32_t number : rules_with_[its]) {
      const Rule& rule = rules_[number];
      if (!is_in(rule.head) && std::all_of(rule.body.begin(), rule.body.end(), is_in)) pending.push_back(rule.head);
    }
  }
  closed.insert(closed.end(), outside.begin(), outside.end());
  sort_different(closed);
  return closed;
}

SetId ClassSets::find_or_add(const std::vector<ClassId>& closed) {
  const auto hash_of_set = [&](std::uint32_t set) { return hash_of(classes(set)); };
  sets_.make_room(size(), hash_of_set);
  const std::uint32_t set = sets_.find_or_insert(hash_of(closed), size(), [&](std::uint32_t other) {
    const auto its = classes(other);
    return std::equal(its.begin(), its.end(), closed.begin(), closed.end());
  });
  if (set == size()) {
    classes_.insert(classes_.end(), closed.begin(), closed.end());
    begins_.push_back(classes_.size());
  }
  return set;
}

SetId ClassSets::set_of(std::span<const ClassId> classes) {
  return find_or_add(closure({classes.begin(), classes.end()}));
}

SetId ClassSets::unite(SetId a, SetId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const auto hash_of_union = [&](std::uint32_t number) { return hash_of(unions_[number].a, unions_[number].b); };
  known_unions_.make_room(unions_.size(), hash_of_union);
  const std::uint32_t known = known_unions_.find_or_insert(hash_of(a, b), unions_.size(), [&](std::uint32_t number) {
    return unions_[number].a == a && unions_[number].b == b;
  });
  if (known < unions_.size()) return unions_[known].united;
  std::vector<ClassId> both(classes(a).begin(), classes(a).end());
  both.insert(both.end(), classes(b).begin(), classes(b).end());
  unions_.push_back({a, b, 0});
  return unions_[known].united = find_or_add(closure(std::move(both)));
}

}  // namespace quadrille::inferencer
