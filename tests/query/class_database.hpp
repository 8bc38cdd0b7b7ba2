#pragma once

// A ClassDatabase holds one set of quads twice, with random classes of equal terms: in one state the closure of the
// default graph is stored by representatives (quadstore/equal_terms.hpp), in the other as every quad that it means. All
// queries have the same answers on both. Terms are the same, so that blank nodes are, too.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "pgas/job.hpp"
#include "quadstore/equal_terms.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/heap_memory.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing {

class ClassDatabase {
 public:
  // Collective. Of the data that `database` has been built from; `classes`: as many. Its terms include owl:sameAs.
  ClassDatabase(pgas::Job& job, const TestDatabase& database, std::uint64_t seed, std::size_t classes);
  // Collective. One class of all subjects of a predicate, which may be large: by classes alone.
  ClassDatabase(pgas::Job& job, const TestDatabase& database, const std::string& predicate);
  ~ClassDatabase();

  // The same quads, as this image reads them.
  struct Snapshots {
    Snapshot by_classes, plain;
  };
  const Snapshots& served() const { return *served_; }
  // With this image's own shards open alone.
  const Snapshots& apart() const { return *apart_; }
  // The state by classes without its classes, for tests that must fail with it.
  Snapshot blind() const { return served_->by_classes.with(nullptr); }

  // The quads of the closure, all graphs.
  const std::set<Quad>& meant() const { return meant_; }

 private:
  using Marked = std::map<Quad, Marks>;

  void read_terms();
  void choose_classes(std::uint64_t seed, std::size_t classes);
  void make_closure(std::uint64_t seed);
  void make_states(pgas::Job& job, const TestDatabase& database);
  Snapshot state(pgas::Job& job, const Generation& generation, const Marked& wanted);
  std::vector<Huri> members(Huri representative) const;

  Database whole_;
  std::set<Quad> base_, stated_;
  std::vector<Huri> nodes_, literals_, predicates_;  // of the default graph
  Huri same_as_;
  bool has_plain_ = true;
  std::map<Huri, Huri> representatives_;
  std::shared_ptr<const EqualTerms> equal_;
  std::set<Quad> rows_, meant_;  // of the closure, all graphs: by representatives, and every quad
  std::unique_ptr<query::HeapMemory> memory_;
  std::vector<query::DatasetState> states_;
  std::optional<Snapshots> served_, apart_;
};

}  // namespace quadrille::testing
