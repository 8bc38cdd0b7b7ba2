#pragma once

// Rows of a database in memory, with marks, as stores of facts; and the closure that they mean, read literally.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "inferencer/fact_store.hpp"
#include "quadstore/equal_terms.hpp"
#include "quadstore/marks.hpp"

namespace quadrille::tests {

using MarkedRows = std::map<inferencer::Fact, Marks>;
using FactsInMemory = std::set<inferencer::Fact>;

// The rows in a view.
class MemoryRows final : public inferencer::FactStore {
 public:
  MemoryRows(const MarkedRows& rows, View view) : rows_(rows), view_(view) {}

  bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) override {
    std::vector<Pair> own;
    for (auto at = rows_.lower_bound({subject, Huri(0), Huri(0), Huri(0)}); at != rows_.end(); ++at) {
      const auto& [fact, marks] = *at;
      if (fact.subject != subject) break;
      if (shows(view_, marks)) own.push_back({fact.predicate, fact.object, has(marks, Marks::stated)});
    }
    if (own.size() > most) return false;
    pairs.insert(pairs.end(), own.begin(), own.end());
    return true;
  }
  bool visit(const inferencer::Fact& pattern, const Visit& visit) override {
    const auto agrees = [](Huri wanted, Huri its) { return wanted.is_unbound() || wanted == its; };
    return std::all_of(rows_.begin(), rows_.end(), [&](const auto& row) {
      const inferencer::Fact& fact = row.first;
      if (!shows(view_, row.second) || fact.predicate != pattern.predicate || !agrees(pattern.subject, fact.subject) ||
          !agrees(pattern.object, fact.object))
        return true;
      ++visited;
      return visit(fact);
    });
  }
  bool is_stated(const inferencer::Fact& fact) override {
    const auto row = rows_.find(fact);
    return row != rows_.end() && has(row->second, Marks::stated);
  }
  std::vector<Huri> predicates() override {
    std::set<Huri> all;
    for (const auto& [fact, marks] : rows_)
      if (shows(view_, marks)) all.insert(fact.predicate);
    return {all.begin(), all.end()};
  }
  bool has_literals(Huri predicate) override {
    return std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) {
      return shows(view_, row.second) && row.first.predicate == predicate && row.first.object.is_literal();
    });
  }
  Size size() override {
    Size size;
    for (const auto& [fact, marks] : rows_) ++(has(marks, Marks::stated) ? size.stated : size.inferred);
    return size;
  }

  std::size_t visited = 0;  // rows

 private:
  const MarkedRows& rows_;
  const View view_;
};

// Rows by E1 to E3 (quadstore/equal_terms.hpp) of a closure with these classes.
MarkedRows rows_of(const FactsInMemory& stated, const FactsInMemory& closure, const EqualTerms& classes);
// Describes the first faults of rows; "" if E1 to E3 hold, and the rows are those of this closure.
std::string fault_of(const MarkedRows& rows, const FactsInMemory& stated, const FactsInMemory& closure,
                     const EqualTerms& classes, const std::function<std::string(const inferencer::Fact&)>& text);
// The classes of some equalities; things that are equal to themselves alone have none.
std::shared_ptr<const EqualTerms> classes_of(Huri same_as, const std::vector<std::pair<Huri, Huri>>& equalities);

}  // namespace quadrille::tests
