#include "inferencer/fact_closure.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille::inferencer {

namespace {

constexpr auto key_of = &FactTable::key_of;

}  // namespace

FactClosure::FactClosure(std::span<const Rule> rules) : rules_(rules) {
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    for (std::uint32_t atom = 0; atom < rules[rule].body.size(); ++atom) {
      const Slot& predicate = rules[rule].body[atom].predicate;
      QUADRILLE_ASSERT(!predicate.is_variable(), "rules of a schema have constant predicates");
      uses_[predicate.constant()].push_back({rule, atom});
    }
  }
}

bool FactClosure::add(const Fact& fact) {
  if (!known_.insert(fact).second) return false;
  facts_.push_back(fact);
  return true;
}

void FactClosure::close() {
  for (; next_ < facts_.size(); ++next_) {
    const Fact fact = facts_[next_];
    lists_[0][key_of(fact.predicate, kUnbound)].push_back(next_);
    lists_[1][key_of(fact.predicate, fact.subject)].push_back(next_);
    lists_[2][key_of(fact.predicate, fact.object)].push_back(next_);
    apply(next_);
  }
}

// Solutions in which `number` is the newest fact: at the given atom, with older ones before it, and no newer one
// behind.
void FactClosure::apply(std::uint32_t number) {
  const auto uses = uses_.find(facts_[number].predicate);
  if (uses == uses_.end()) return;
  for (const Use& use : uses->second) {
    const Rule& rule = rules_[use.rule];
    Bindings bindings(rule.variables);
    if (!match(rule.body[use.atom], facts_[number], bindings)) continue;
    std::vector<std::uint8_t> done(rule.body.size(), 0);
    done[use.atom] = 1;
    solve(rule, use.atom, number, done, bindings);
  }
}

std::span<const std::uint32_t> FactClosure::candidates(const Atom& atom, const Bindings& bindings) const {
  const Huri predicate = atom.predicate.constant();
  const Huri subject = value_of(atom.subject, bindings), object = value_of(atom.object, bindings);
  const auto list = [&](std::size_t number, Huri other) -> std::span<const std::uint32_t> {
    const auto found = lists_[number].find(key_of(predicate, other));
    return found == lists_[number].end() ? std::span<const std::uint32_t>() : found->second;
  };
  if (subject.is_unbound() && object.is_unbound()) return list(0, kUnbound);
  if (object.is_unbound()) return list(1, subject);
  if (subject.is_unbound()) return list(2, object);
  const auto by_subject = list(1, subject), by_object = list(2, object);
  return by_subject.size() < by_object.size() ? by_subject : by_object;
}

void FactClosure::solve(const Rule& rule, std::size_t from, std::uint32_t last, std::vector<std::uint8_t>& done,
                        Bindings& bindings) {
  std::size_t best = rule.body.size(), fewest = ~std::size_t{0};
  for (std::size_t atom = 0; atom < rule.body.size(); ++atom) {
    if (done[atom] != 0) continue;
    const std::size_t count = candidates(rule.body[atom], bindings).size();
    if (count < fewest) best = atom, fewest = count;
  }
  if (best == rule.body.size()) {
    if (!all_differ(rule.different, bindings)) return;
    for (const Atom& atom : rule.head) add(fact_of(atom, bindings));
    return;
  }
  done[best] = 1;
  const auto list = candidates(rule.body[best], bindings);
  for (std::size_t i = 0; i < list.size() && list[i] <= last; ++i) {
    if (list[i] == last && best < from) break;
    const Bindings before = bindings;
    if (match(rule.body[best], facts_[list[i]], bindings)) solve(rule, from, last, done, bindings);
    bindings = before;
  }
  done[best] = 0;
}

}  // namespace quadrille::inferencer
