#include "tests/rules/memory_rows.hpp"

#include <fmt/format.h>

namespace quadrille::tests {

namespace {

std::vector<Huri> equal_to(Huri term, const EqualTerms& classes) {
  std::vector<Huri> all;
  for (const EqualTerms::Member& its : classes.all())
    if (its.representative == term) all.push_back(its.term);
  if (all.empty()) all.push_back(term);
  return all;
}

bool has_class(Huri term, const EqualTerms& classes) {
  const std::vector<EqualTerms::Member> all = classes.all();
  return std::any_of(all.begin(), all.end(), [&](const EqualTerms::Member& its) { return its.term == term; });
}

bool is_normal(const inferencer::Fact& fact, const EqualTerms& classes) {
  for (const EqualTerms::Member& its : classes.all()) {
    if (its.term == its.representative) continue;
    for (const Huri term : {fact.subject, fact.predicate, fact.object})
      if (term == its.term) return false;
  }
  return true;
}

// The facts that rows with the mark `closure` mean.
FactsInMemory meaning_of(const MarkedRows& rows, const EqualTerms& classes) {
  FactsInMemory all;
  const auto add = [&](const inferencer::Fact& fact) {
    if (!fact.subject.is_literal() && fact.predicate.is_iri()) all.insert(fact);
  };
  for (const EqualTerms::Member& one : classes.all())
    for (const EqualTerms::Member& other : classes.all())
      if (one.representative == other.representative) add({one.term, classes.same_as(), other.term});
  for (const auto& [fact, marks] : rows) {
    if (!has(marks, Marks::closure)) continue;
    if (fact.predicate == classes.same_as() && has_class(fact.subject, classes)) continue;
    for (const Huri subject : equal_to(fact.subject, classes))
      for (const Huri predicate : equal_to(fact.predicate, classes))
        for (const Huri object : equal_to(fact.object, classes)) add({subject, predicate, object});
  }
  return all;
}

}  // namespace

MarkedRows rows_of(const FactsInMemory& stated, const FactsInMemory& closure, const EqualTerms& classes) {
  MarkedRows rows;
  for (const inferencer::Fact& fact : stated) rows[fact] = Marks::stated;
  const auto add = [&](const inferencer::Fact& fact) {
    rows[fact] = stated.contains(fact) ? Marks::both : Marks::closure;
  };
  for (const EqualTerms::Member& its : classes.all()) add({its.term, classes.same_as(), its.representative});
  for (const inferencer::Fact& fact : closure)
    if (is_normal(fact, classes)) add(fact);
  return rows;
}

std::string fault_of(const MarkedRows& rows, const FactsInMemory& stated, const FactsInMemory& closure,
                     const EqualTerms& classes, const std::function<std::string(const inferencer::Fact&)>& text) {
  std::string faults;
  for (const EqualTerms::Member& its : classes.all()) {
    const auto row = rows.find({its.term, classes.same_as(), its.representative});
    if (row == rows.end() || !has(row->second, Marks::closure)) faults += "E1: a member has no row\n";
    if (equal_to(its.representative, classes).size() < 2) faults += "a class of one member\n";
    const bool is_worse = !its.representative.is_iri() &&
                          (its.term.is_iri() || (its.representative.is_literal() && !its.term.is_literal()));
    if (is_worse) faults += "a representative of a worse kind than a member\n";
  }
  for (const auto& [fact, marks] : rows) {
    if (marks == Marks::none) faults += "a row without marks\n";
    if (has(marks, Marks::stated) != stated.contains(fact)) faults += "stated, or not: " + text(fact) + "\n";
    const bool is_equality = fact.predicate == classes.same_as() && has_class(fact.subject, classes);
    const bool is_member = is_equality && classes.representative(fact.subject) == fact.object;
    if (has(marks, Marks::closure) && !(is_equality ? is_member : is_normal(fact, classes)))
      faults += "E2, E3: " + text(fact) + "\n";
  }
  for (const inferencer::Fact& fact : stated)
    if (!rows.contains(fact)) faults += "not there, and stated: " + text(fact) + "\n";
  const FactsInMemory meaning = meaning_of(rows, classes);
  for (const inferencer::Fact& fact : closure)
    if (!meaning.contains(fact)) faults += "missing: " + text(fact) + "\n";
  for (const inferencer::Fact& fact : meaning)
    if (!closure.contains(fact)) faults += "wrong: " + text(fact) + "\n";
  return faults;
}

std::shared_ptr<const EqualTerms> classes_of(Huri same_as, const std::vector<std::pair<Huri, Huri>>& equalities) {
  std::map<Huri, std::set<Huri>> classes;  // of each term, all members
  for (const auto& [one, other] : equalities) {
    if (one == other) continue;
    std::set<Huri> all{one, other};
    for (const Huri its : {one, other}) all.insert(classes[its].begin(), classes[its].end());
    for (const Huri its : all) classes[its] = all;
  }
  std::vector<EqualTerms::Member> members;
  for (const auto& [term, all] : classes)
    members.push_back({term, *std::min_element(all.begin(), all.end(), represents_before)});
  return std::make_shared<const EqualTerms>(same_as, std::move(members));
}

}  // namespace quadrille::tests
