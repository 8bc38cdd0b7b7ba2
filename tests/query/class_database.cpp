#include "tests/query/class_database.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/term.hpp"
#include "pgas/test_main.hpp"
#include "quadstore/sharding.hpp"
#include "query/table/shard_span.hpp"
#include "tests/query/query_file.hpp"

namespace quadrille::testing {

namespace {

constexpr const char* kSameAs = "http://www.w3.org/2002/07/owl#sameAs";

template <class Elements>
auto taken(Elements& from, std::mt19937_64& random) {
  const std::size_t place = random() % from.size();
  const auto its = from[place];
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(place));
  return its;
}

bool is_quad(const Quad& quad) {
  return !quad.subject.is_literal() && quad.predicate.is_iri();
}

}  // namespace

ClassDatabase::ClassDatabase(pgas::Job& job, const TestDatabase& database, std::uint64_t seed, std::size_t classes)
    : whole_(database.path()), base_(quads_of(whole_.generation())), stated_(base_) {
  read_terms();
  choose_classes(seed, classes);
  make_closure(seed);
  make_states(job, database);
}

ClassDatabase::ClassDatabase(pgas::Job& job, const TestDatabase& database, const std::string& predicate)
    : whole_(database.path()), base_(quads_of(whole_.generation())), stated_(base_) {
  read_terms();
  const Huri its = whole_.dictionary().find(TermView::iri(predicate));
  std::set<Huri> members;
  for (const Quad& quad : base_) {
    if (quad.predicate == its) members.insert(quad.subject);
  }
  for (const Huri member : members) representatives_[member] = *members.begin();
  has_plain_ = false;
  make_closure(1);
  make_states(job, database);
}

ClassDatabase::~ClassDatabase() {
  pgas::test_job().team().barrier();  // others read this image's levels
  served_.reset();
  apart_.reset();
  states_.clear();
}

void ClassDatabase::read_terms() {
  std::set<Huri> nodes, literals, predicates;
  same_as_ = whole_.dictionary().find(TermView::iri(kSameAs));
  for (const Quad& quad : base_) {
    if (quad.graph != kDefaultGraph || quad.predicate == same_as_) continue;
    nodes.insert(quad.subject);
    predicates.insert(quad.predicate);
    (quad.object.is_literal() ? literals : nodes).insert(quad.object);
  }
  nodes_.assign(nodes.begin(), nodes.end());
  literals_.assign(literals.begin(), literals.end());
  predicates_.assign(predicates.begin(), predicates.end());
}

// Classes of nodes, some with literals, some of these alone, and one of predicates, which may have a node as well.
void ClassDatabase::choose_classes(std::uint64_t seed, std::size_t classes) {
  std::mt19937_64 random(seed);
  std::vector<Huri> nodes, literals = literals_, predicates = predicates_;
  for (const Huri node : nodes_) {  // those of low numbers have most of the quads
    if (random() % 3 != 0) nodes.push_back(node);
  }
  const bool has_literals = random() % 2 == 0;
  for (std::size_t number = 0; number < classes; ++number) {
    std::vector<Huri> members;
    const std::size_t size = 2 + random() % 3;
    const bool is_of_predicates = number == 0 && random() % 2 == 0;
    const bool is_of_literals = has_literals && random() % 4 == 0;
    while (members.size() < size) {
      std::vector<Huri>& from = is_of_literals || (has_literals && random() % 4 == 0) ? literals
                                : is_of_predicates && random() % 4 != 0               ? predicates
                                                                                      : nodes;
      if (from.size() < 2) break;
      members.push_back(taken(from, random));
    }
    if (members.empty()) continue;
    const Huri first = *std::min_element(members.begin(), members.end(), represents_before);
    for (const Huri member : members) representatives_[member] = first;
  }
}

std::vector<Huri> ClassDatabase::members(Huri representative) const {
  std::vector<Huri> all;
  for (const auto& [member, its] : representatives_) {
    if (its == representative) all.push_back(member);
  }
  return all.empty() ? std::vector{representative} : all;
}

// What follows is random: from the stated quads of each graph, whether by rules or not.
void ClassDatabase::make_closure(std::uint64_t seed) {
  std::mt19937_64 random(seed + 1000);
  const auto stands_for = [&](Huri term) {
    const auto its = representatives_.find(term);
    return its == representatives_.end() ? term : its->second;
  };
  for (const auto& [member, first] : representatives_) {
    rows_.insert({first, same_as_, first, kDefaultGraph});
    if (!member.is_literal() && random() % 2 == 0) stated_.insert({member, same_as_, first, kDefaultGraph});
  }
  for (const Quad& quad : stated_) {
    const bool is_named = quad.graph != kDefaultGraph;
    rows_.insert(
        is_named ? quad
                 : Quad{stands_for(quad.subject), stands_for(quad.predicate), stands_for(quad.object), kDefaultGraph});
  }
  for (int more = 0; more < 20 && !literals_.empty(); ++more) {
    const Huri subject = stands_for(nodes_[random() % nodes_.size()]);
    const Huri object = random() % 4 == 0 ? literals_[random() % literals_.size()] : nodes_[random() % nodes_.size()];
    const Quad quad{subject, stands_for(predicates_[random() % predicates_.size()]), stands_for(object), kDefaultGraph};
    if (is_quad(quad)) rows_.insert(quad);
  }
  for (const Quad& row : rows_) {
    if (row.graph != kDefaultGraph || !has_plain_) {
      meant_.insert(row);
      continue;
    }
    for (const Huri subject : members(row.subject)) {
      for (const Huri predicate : row.predicate == same_as_ ? std::vector{same_as_} : members(row.predicate)) {
        for (const Huri object : members(row.object)) {
          const Quad quad{subject, predicate, object, kDefaultGraph};
          if (is_quad(quad)) meant_.insert(quad);
        }
      }
    }
  }
  std::erase_if(stated_, [&](const Quad& quad) { return quad.graph != kDefaultGraph && random() % 4 == 0; });
  std::vector<EqualTerms::Member> all;
  for (const auto& [member, first] : representatives_) {
    all.push_back({member, first});
    rows_.insert({member, same_as_, first, kDefaultGraph});
  }
  equal_ = std::make_shared<const EqualTerms>(same_as_, std::move(all));
}

void ClassDatabase::make_states(pgas::Job& job, const TestDatabase& database) {
  Marked by_classes, plain;
  for (const Quad& quad : stated_) {
    EXPECT_TRUE(meant_.contains(quad) || !has_plain_);
    by_classes[quad] = plain[quad] = Marks::stated;
  }
  for (const Quad& quad : rows_) by_classes[quad] = by_classes[quad] | Marks::closure;
  for (const Quad& quad : meant_) plain[quad] = plain[quad] | Marks::closure;
  memory_ = std::make_unique<query::HeapMemory>(job.heap());
  const auto both_of = [&](const Generation& generation) {
    return Snapshots{state(job, generation, by_classes).with(equal_), state(job, generation, plain)};
  };
  served_ = both_of(database.served().snapshot().generation());
  apart_ = both_of(database.own_shards());
}

Snapshot ClassDatabase::state(pgas::Job& job, const Generation& generation, const Marked& wanted) {
  pgas::Team& team = job.team();
  const std::uint32_t shards = generation.shards();
  std::map<Quad, MarkChange> changes;
  for (const Quad& quad : base_) changes[quad] = {Marks::both, Marks::none};
  for (const auto& [quad, marks] : wanted) changes.emplace(quad, MarkChange{}).first->second.after = marks;
  query::QuadChanges mine;
  for (const auto& [quad, change] : changes) {
    if (change.before == change.after) continue;
    if (query::member_of_shard(shard_of(quad.subject, shards), team.size(), shards) != team.rank()) continue;
    mine.marked.push_back({quad, change});
  }
  std::sort(mine.marked.begin(), mine.marked.end(),
            [order = query::OwnerOrder(shards)](const auto& a, const auto& b) { return order(a.quad, b.quad); });
  mine.are_effective = true;
  pgas::QueryArena arena(job.heap());
  states_.push_back(query::next_state(team, arena, query::DatasetState(generation), mine, 1, *memory_, {}, true));
  team.barrier();  // the arena's blocks are read by others
  return states_.back().snapshot;
}

}  // namespace quadrille::testing
