#pragma once

// A StoredWhy answers why a quad is in a database with rules. It keeps the rules between two questions, and the lists
// of the ontology of the last state.
//
//   question of a state --> the HURIs of the rules' constants --the same as before?--> ProofRules, kept
//                           version of the state              --the same as before?--> lists, kept
//                       --> why() on the closure              --> text
//
// Any thread may ask; one image answers alone, and needs a view of all shards (Snapshot::is_whole()).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inferencer/stored_rules.hpp"
#include "inferencer/why/proof_text.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille::inferencer {

struct WhyQuestion {
  Term subject, predicate, object;
  std::optional<Term> graph;  // none: the default graph; of rules that see all graphs as one: any graph
  std::size_t more = 0;       // so many more proofs than one
  results::ResultFormat format = results::ResultFormat::plain;  // one for proofs
};

// A state of a database, as one image reads it.
struct WhyState {
  pgas::Team& alone;
  pgas::QueryArena& arena;  // the search is charged to it
  const Dictionary& dictionary;
  const Snapshot& snapshot;
  std::vector<parser::Prefix> prefixes;  // that shorten names in the answer
  std::function<void()> pulse = [] {};   // called now and then; may throw
};

class StoredWhy {
 public:
  explicit StoredWhy(const StoredRules& rules);

  const std::vector<parser::Prefix>& prefixes() const { return set_->prefixes; }

  // nullopt: the quad is not there. Errors: of why(); Error(memory).
  std::optional<std::string> answer(const WhyQuestion& question, const WhyState& state);

 private:
  struct Kept;
  class Asking;
  std::shared_ptr<const Kept> rules_of(RuleTerms& terms);
  std::shared_ptr<const FactIndex> lists_of(const Kept& kept, const Snapshot& snapshot, FactStore& triples, Huri graph);

  const RuleGraphs graphs_;
  const std::shared_ptr<const parser::RuleSet> set_;
  const std::vector<Term> constants_;
  std::mutex mutex_;  // of what follows
  std::shared_ptr<const Kept> kept_;
  struct Lists {
    const Kept* of = nullptr;
    std::pair<std::uint64_t, std::uint64_t> state;  // generation and version
    Huri graph;
    std::shared_ptr<const FactIndex> facts;
  };
  Lists lists_;
};

}  // namespace quadrille::inferencer
