#include "inferencer/equality.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/number_table.hpp"
#include "inferencer/rule_sets.hpp"

namespace quadrille::inferencer {

namespace {

// The atoms of a rule, body first: variables by their first use, or kSame.
constexpr int kSame = -1;
using Shape = std::vector<std::array<int, 3>>;
const std::array<Shape, 5> kEqualityShapes{
    Shape{{0, kSame, 1}, {1, kSame, 0}},                 // eq-sym
    Shape{{0, kSame, 1}, {1, kSame, 2}, {0, kSame, 2}},  // eq-trans
    Shape{{0, kSame, 1}, {0, 2, 3}, {1, 2, 3}},          // eq-rep-s
    Shape{{0, kSame, 1}, {2, 0, 3}, {2, 1, 3}},          // eq-rep-p
    Shape{{0, kSame, 1}, {2, 3, 0}, {2, 3, 1}},          // eq-rep-o
};
constexpr std::size_t kTransitive = 1;

std::optional<Shape> shape_of(std::span<const Atom> atoms, Huri same_as) {
  Shape shape;
  std::vector<std::uint32_t> variables;
  const auto number_of = [&](const Slot& slot) -> std::optional<int> {
    if (!slot.is_variable()) return slot.constant() == same_as ? std::optional(kSame) : std::nullopt;
    auto place = std::find(variables.begin(), variables.end(), slot.number());
    if (place == variables.end()) place = variables.insert(variables.end(), slot.number());
    return static_cast<int>(place - variables.begin());
  };
  for (const Atom& atom : atoms) {
    const auto subject = number_of(atom.subject), predicate = number_of(atom.predicate),
               object = number_of(atom.object);
    if (!subject || !predicate || !object || atom.graph || atom.is_given) return std::nullopt;
    shape.push_back({*subject, *predicate, *object});
  }
  return shape;
}

// The place of a rule in kEqualityShapes.
std::optional<std::size_t> equality_of(const Rule& rule, Huri same_as) {
  if (!rule.is_plain() || rule.head.size() != 1 || rule.body.empty() || rule.body.size() > 2) return std::nullopt;
  std::vector<Atom> atoms = rule.body;
  for (std::size_t turn = 0; turn < rule.body.size(); ++turn) {
    std::rotate(atoms.begin(), atoms.begin() + 1, atoms.begin() + static_cast<std::ptrdiff_t>(rule.body.size()));
    std::vector<Atom> all = atoms;
    all.push_back(rule.head.front());
    const std::optional<Shape> shape = shape_of(all, same_as);
    if (!shape) continue;
    const auto place = std::find(kEqualityShapes.begin(), kEqualityShapes.end(), *shape);
    if (place == kEqualityShapes.end()) continue;
    const auto number = static_cast<std::size_t>(place - kEqualityShapes.begin());
    if (rule.different.empty() || number == kTransitive) return number;
  }
  return std::nullopt;
}

// Looks for rules that tell the members of a class apart.
class Blindness {
 public:
  Blindness(Huri same_as, std::set<Huri> local) : same_as_(same_as), local_(std::move(local)) {}

  bool is_blind(const Rule& rule) const {
    if (!rule.is_plain() && !rule.is_data()) return false;
    for (const std::vector<Atom>* const atoms : {&rule.body, &rule.head})
      for (const Atom& atom : *atoms)
        if (atom.is_given || (atom.graph && !is_local(atom))) return false;
    return std::all_of(rule.different.begin(), rule.different.end(),
                       [&](const auto& pair) { return may_differ(rule, pair); });
  }

 private:
  bool is_local(const Atom& atom) const {
    return !atom.predicate.is_variable() && local_.contains(atom.predicate.constant());
  }

  // Terms of one class lose nothing if the rule does not see them: what it finds of different members is that these
  // are the same, or is only a step to that; or the terms are values of literals, which have no class.
  bool may_differ(const Rule& rule, const std::pair<Slot, Slot>& pair) const {
    if (rule.head.size() == 1 && rule.head[0].predicate == Slot::of(same_as_)) {
      const std::pair ends(rule.head[0].subject, rule.head[0].object);
      if (ends == pair || ends == std::pair(pair.second, pair.first)) return true;
    }
    const auto all_local = [&](const std::vector<Atom>& atoms) {
      return std::all_of(atoms.begin(), atoms.end(), [&](const Atom& atom) { return is_local(atom); });
    };
    if (!rule.head.empty() && all_local(rule.head)) return true;
    std::vector<Atom> with;
    for (const std::vector<Atom>* const atoms : {&rule.body, &rule.head})
      for (const Atom& atom : *atoms)
        for (const Slot& slot : {atom.subject, atom.predicate, atom.object})
          if (slot == pair.first || slot == pair.second) with.push_back(atom);
    return all_local(with);
  }

  const Huri same_as_;
  const std::set<Huri> local_;
};

// A union-find over terms, which get numbers; the root of a class is any member.
class Classes {
 public:
  // False: they were the same already.
  bool unite(Huri a, Huri b) {
    std::uint32_t root_a = root(number(a)), root_b = root(number(b));
    if (root_a == root_b) return false;
    if (sizes_[root_a] < sizes_[root_b]) std::swap(root_a, root_b);
    sizes_[root_a] += sizes_[root_b];
    parents_[root_b] = root_a;
    return true;
  }
  std::size_t size() const { return terms_.size(); }
  Huri term(std::uint32_t number) const { return terms_[number]; }
  std::uint32_t root(std::uint32_t number) {
    while (parents_[number] != number) number = parents_[number] = parents_[parents_[number]];
    return number;
  }

 private:
  static std::uint64_t hash(Huri term) { return term.bits() * 0x9e3779b97f4a7c15 >> 20; }
  std::uint32_t number(Huri term) {
    numbers_.make_room(terms_.size(), [&](std::uint32_t its) { return hash(terms_[its]); });
    const std::uint32_t number =
        numbers_.find_or_insert(hash(term), terms_.size(), [&](std::uint32_t its) { return terms_[its] == term; });
    if (number == terms_.size()) {
      terms_.push_back(term);
      parents_.push_back(number);
      sizes_.push_back(1);
    }
    return number;
  }

  NumberTable numbers_;
  std::vector<Huri> terms_;
  std::vector<std::uint32_t> parents_, sizes_;
};

}  // namespace

bool is_equality_rule(const Rule& rule, Huri same_as) {
  return equality_of(rule, same_as).has_value();
}

bool allows_representatives(const parser::RuleSet& set) {
  std::map<std::string, Huri> huris;
  std::set<Huri> local;
  const auto huri_of = [&](TermView term) {
    const HuriKind kind = term.kind == TermKind::iri ? HuriKind::iri : HuriKind::typed;
    const auto [place, is_new] = huris.emplace(to_ntriples(term), Huri::make(kind, huris.size()));
    if (is_new && kind == HuriKind::iri && term.text.starts_with(kLocalNamespace)) local.insert(place->second);
    return place->second;
  };
  const Rules rules = read_rules(set, huri_of);
  const Huri same_as = huri_of(TermView::iri(kOwlSameAs));
  std::set<std::size_t> found;
  const Blindness blindness(same_as, local);
  for (const Rule& rule : rules.all) {
    if (const auto number = equality_of(rule, same_as)) {
      found.insert(*number);
    } else if (!blindness.is_blind(rule)) {
      return false;
    }
  }
  return found.size() == kEqualityShapes.size();
}

EqualTerms united(const Partition& partition, const EqualTerms& before, Huri same_as, const TermPairs& pairs,
                  const EqualTerms& preferred) {
  Classes classes;
  for (const EqualTerms::Member& its : before.all()) classes.unite(its.representative, its.term);
  if (partition.is_alone()) {
    for (const auto& [a, b] : pairs) classes.unite(a, b);
  } else {
    TermPairs mine;
    Classes own = classes;
    for (const auto& pair : pairs)
      if (own.unite(pair.first, pair.second)) mine.push_back(pair);
    for (const auto& [a, b] : partition.gather(mine)) classes.unite(a, b);
  }
  const auto rank = [&](Huri term) { return std::tuple(term != same_as, preferred.members(term).empty()); };
  std::vector<Huri> best(classes.size());  // by root
  for (std::uint32_t number = 0; number < classes.size(); ++number) {
    const Huri term = classes.term(number);
    Huri& its = best[classes.root(number)];
    const auto is_better = [&] {
      const auto of_term = rank(term), of_best = rank(its);
      return of_term == of_best ? represents_before(term, its) : of_term < of_best;
    };
    if (its.is_unbound() || is_better()) its = term;
  }
  std::vector<EqualTerms::Member> members;
  for (std::uint32_t number = 0; number < classes.size(); ++number)
    members.push_back({classes.term(number), best[classes.root(number)]});
  return EqualTerms(same_as, std::move(members));
}

}  // namespace quadrille::inferencer
