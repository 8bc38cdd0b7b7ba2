#include "inferencer/equal_facts.hpp"

#include <algorithm>
#include <tuple>

#include "base/sort_different.hpp"

namespace quadrille::inferencer {

namespace {

// The members of a class, or the term alone if it has no class; of one kind, if only these can be in a place.
template <class IsWanted, class Use>
bool for_each_member(std::span<const EqualTerms::Member> members, Huri term, const IsWanted& is_wanted,
                     const Use& use) {
  if (members.empty()) return use(term);
  return std::all_of(members.begin(), members.end(),
                     [&](const EqualTerms::Member& its) { return !is_wanted(its.term) || use(its.term); });
}

bool can_be_subject(Huri term) {
  return !term.is_only_object();
}
bool can_be_predicate(Huri term) {
  return term.is_iri();
}
bool can_be_object(Huri) {
  return true;
}

}  // namespace

EqualFacts::EqualFacts(FactStore& rows, FactStore& stated, const EqualTerms& classes)
    : rows_(rows), stated_(stated), classes_(classes) {}

bool EqualFacts::is_equality(Huri predicate) const {
  return predicate == classes_.same_as() ||
         classes_.representative(predicate) == classes_.representative(classes_.same_as());
}

bool EqualFacts::contains(const Fact& fact) {
  return !visit(fact, [](const Fact&) { return false; });
}

// Their number, if it is not greater than `most`; else some number that is.
std::size_t EqualFacts::count_pairs(Huri subject, std::span<const Pair> of_rows, std::size_t most) const {
  const auto count = [](std::span<const EqualTerms::Member> members, const auto& is_wanted) {
    if (members.empty()) return std::size_t{1};
    return static_cast<std::size_t>(std::count_if(members.begin(), members.end(),
                                                  [&](const EqualTerms::Member& its) { return is_wanted(its.term); }));
  };
  std::size_t all = 0;
  for (const Pair& its : of_rows) {
    if (is_equality(its.predicate)) {
      all += count(members_of(its.predicate), can_be_predicate) * std::max<std::size_t>(members_of(subject).size(), 1);
    } else {
      all += count(members_of(its.predicate), can_be_predicate) * count(members_of(its.object), can_be_object);
    }
    if (all > most) break;
  }
  return all;
}

void EqualFacts::add_pairs(Huri subject, std::span<const Pair> of_rows, std::vector<Pair>& pairs) const {
  for (const Pair& its : of_rows) {
    const Huri object = is_equality(its.predicate) ? subject : its.object;
    const auto objects = members_of(object);
    for_each_member(members_of(its.predicate), its.predicate, can_be_predicate, [&](Huri predicate) {
      return for_each_member(objects, object, can_be_object, [&](Huri one) {
        pairs.push_back({predicate, one, false});
        return true;
      });
    });
  }
}

bool EqualFacts::pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) {
  if (classes_.empty()) return rows_.pairs_of(subject, most, pairs);
  if (subject.is_only_object()) return true;
  std::vector<Pair> of_rows;
  if (!rows_.pairs_of(classes_.representative(subject), most, of_rows)) return false;
  const auto has_class = [this](Huri term) { return !members_of(term).empty(); };
  if (!has_class(subject) && std::none_of(of_rows.begin(), of_rows.end(), [&](const Pair& its) {
        return has_class(its.predicate) || has_class(its.object);
      })) {
    pairs.insert(pairs.end(), of_rows.begin(), of_rows.end());
    return true;
  }
  if (count_pairs(subject, of_rows, most) > most) return false;
  const auto first = static_cast<std::ptrdiff_t>(pairs.size());
  add_pairs(subject, of_rows, pairs);
  const auto key = [](const Pair& its) { return std::pair(its.predicate, its.object); };
  const auto before = [&](const Pair& a, const Pair& b) { return key(a) < key(b); };
  std::sort(pairs.begin() + first, pairs.end(), before);
  std::vector<Pair> stated;
  stated_.pairs_of(subject, static_cast<std::size_t>(pairs.end() - pairs.begin()), stated);
  for (auto at = pairs.begin() + first; const Pair& its : stated) {
    at = std::lower_bound(at, pairs.end(), its, before);
    if (at == pairs.end()) break;
    if (key(*at) == key(its)) at->is_stated = true;
  }
  return true;
}

bool EqualFacts::visit(const Fact& pattern, const Visit& visit) {
  if (classes_.empty()) return rows_.visit(pattern, visit);
  if (pattern.subject.is_only_object()) return true;
  if (is_equality(pattern.predicate)) return visit_equal(pattern, visit);
  const Fact normal{classes_.representative(pattern.subject), classes_.representative(pattern.predicate),
                    classes_.representative(pattern.object)};
  return rows_.visit(normal, [&](const Fact& row) { return expand(row, pattern, visit); });
}

// Calls visit(fact) for the facts of a row that agree with the pattern, like visit().
bool EqualFacts::expand(const Fact& row, const Fact& pattern, const Visit& visit) const {
  const bool has_subject = !pattern.subject.is_unbound(), has_object = !pattern.object.is_unbound();
  const std::span<const EqualTerms::Member> none;
  const auto subjects = has_subject ? none : members_of(row.subject);
  const auto objects = has_object ? none : members_of(row.object);
  return for_each_member(subjects, has_subject ? pattern.subject : row.subject, can_be_subject, [&](Huri subject) {
    return for_each_member(objects, has_object ? pattern.object : row.object, can_be_object, [&](Huri object) {
      return visit({subject, pattern.predicate, object});
    });
  });
}

// Things without a class are equal to themselves, if a row says so.
bool EqualFacts::visit_equal(const Fact& pattern, const Visit& visit) {
  const Huri subject = pattern.subject, object = pattern.object, predicate = pattern.predicate;
  if (subject.is_unbound() && object.is_unbound()) return visit_all_equal(predicate, visit);
  const Huri known = subject.is_unbound() ? object : subject;
  const auto members = members_of(known);
  if (members.empty()) {
    if (known.is_only_object() || (!object.is_unbound() && object != known)) return true;
    return rows_.visit({known, classes_.same_as(), known}, [&](const Fact&) {
      return visit({known, predicate, known});
    });
  }
  if (subject.is_unbound())
    return for_each_member(members, object, can_be_subject, [&](Huri its) { return visit({its, predicate, object}); });
  if (object.is_unbound())
    return for_each_member(members, subject, can_be_object, [&](Huri its) { return visit({subject, predicate, its}); });
  return classes_.representative(subject) != classes_.representative(object) || visit({subject, predicate, object});
}

bool EqualFacts::visit_all_equal(Huri predicate, const Visit& visit) {
  for (const EqualTerms::Member& one : classes_.all()) {
    if (!can_be_subject(one.term)) continue;
    for (const EqualTerms::Member& other : classes_.members(one.representative))
      if (!visit({one.term, predicate, other.term})) return false;
  }
  return rows_.visit({kUnbound, classes_.same_as(), kUnbound}, [&](const Fact& row) {
    return !members_of(row.subject).empty() || visit({row.subject, predicate, row.object});
  });
}

std::vector<Huri> EqualFacts::predicates() {
  std::vector<Huri> all = rows_.predicates();
  for (std::size_t i = 0, end = all.size(); i < end; ++i) {
    for (const EqualTerms::Member& its : members_of(all[i]))
      if (can_be_predicate(its.term)) all.push_back(its.term);
  }
  sort_different(all);
  return all;
}

bool EqualFacts::has_literals(Huri predicate) {
  if (rows_.has_literals(classes_.representative(predicate))) return true;
  if (!classes_.has_literals()) return false;
  const Huri normal = classes_.representative(predicate);
  const std::vector<EqualTerms::Member> all = classes_.all();
  return std::any_of(all.begin(), all.end(), [&](const EqualTerms::Member& its) {
    if (!its.term.is_only_object() || its.representative.is_only_object()) return false;
    return is_equality(predicate) ||
           !rows_.visit({kUnbound, normal, its.representative}, [](const Fact&) { return false; });
  });
}

}  // namespace quadrille::inferencer
