#include "inferencer/why/proof_rules.hpp"

#include <algorithm>

#include "inferencer/fact_closure.hpp"

namespace quadrille::inferencer {

ProofRules::ProofRules(std::shared_ptr<const parser::RuleSet> set, const std::function<Huri(TermView)>& huri_of)
    : set_(std::move(set)), parts_(*set_, huri_of) {
  const std::vector<Rule>& all = parts_.rules.all;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    unsupported_.push_back(why_unsupported(all[number]));
    // The rules of its subqueries come before a rule.
    for (std::size_t other = number; other-- > 0 && all[other].collector && all[other].source == all[number].source;)
      if (unsupported_[number] == nullptr) unsupported_[number] = unsupported_[other];
    add_heads(number);
  }
  for (const Rule* const block : parts_.data_blocks) {
    has_blank_data_ |= block->variables > 0;
    for (const Atom& atom : block->head)
      if (block->variables == 0) data_.insert(fact_of(atom, {}));
  }
  for (const Rule& rule : parts_.of_schema) {
    if (std::none_of(rule.head.begin(), rule.head.end(), [&](const Atom& head) { return local_atom(head); })) continue;
    of_local_.push_back(rule);
    for (const Atom& atom : rule.body) {
      const Huri object = atom.object.is_variable() ? kUnbound : atom.object.constant();
      if (!local_atom(atom)) local_needs_.insert({kUnbound, atom.predicate.constant(), object});
    }
  }
}

// The predicate of an atom of the namespace local:.
std::optional<Huri> ProofRules::local_atom(const Atom& atom) const {
  if (atom.predicate.is_variable() || !parts_.schema.is_local(atom.predicate.constant())) return std::nullopt;
  return atom.predicate.constant();
}

const char* ProofRules::why_unsupported(const Rule& rule) const {
  for (const Atom& atom : rule.body) {
    const auto local = local_atom(atom);
    if (local && rule.collector && is_derived_only(*local)) return "a subquery about facts of local:";
    if (local && is_of_literals(*local) && *local == literal_words().named) return "things that are equal to literals";
  }
  for (const Negation& negation : rule.absent) {
    for (const Atom& atom : negation.atoms)
      if (const auto local = local_atom(atom); local && !is_of_local_schema(*local)) return "NOT about facts of local:";
  }
  return nullptr;
}

void ProofRules::add_heads(std::uint32_t number) {
  const Rule& rule = parts_.rules.all[number];
  if (rule.is_data() || rule.collector) return;
  for (std::uint32_t atom = 0; atom < rule.head.size(); ++atom) {
    const Atom& head = rule.head[atom];
    if (head.predicate.is_variable()) {
      loose_.push_back({number, atom});
    } else {
      heads_[{head.predicate.constant(), head.object.is_variable() ? kUnbound : head.object.constant()}].push_back(
          {number, atom});
    }
  }
}

std::vector<ProofRules::Place> ProofRules::heads_of_local(Huri predicate) const {
  std::vector<Place> all;
  for (const auto& [key, places] : heads_)
    if (key.predicate == predicate) all.insert(all.end(), places.begin(), places.end());
  return all;
}

FactIndex ProofRules::close_local(FactStore& store) const {
  if (of_local_.empty() && data_.empty()) return {};
  FactClosure closure(of_local_);
  for (const Fact& pattern : local_needs_) {
    store.visit(pattern, [&](const Fact& fact) {
      closure.add(fact);
      return true;
    });
  }
  for (const Fact& fact : data_)
    if (parts_.schema.has(fact)) closure.add(fact);
  closure.close();
  std::vector<Fact> local;
  for (const Fact& fact : closure.facts())
    if (parts_.schema.is_local(fact.predicate)) local.push_back(fact);
  return FactIndex(std::move(local));
}

}  // namespace quadrille::inferencer
