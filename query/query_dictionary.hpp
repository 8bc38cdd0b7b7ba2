#pragma once

// The terms that a query meets: those of the database, and those that it bears itself. One a query and image.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"
#include "query/expression/evaluation_context.hpp"
#include "query/expression/value.hpp"
#include "query/local_terms.hpp"

namespace quadrille::query {

// What is the same on all images for one query.
struct QuerySettings {
  DateTime now;
  std::string base;
  std::uint64_t seed = 0;  // of RAND, UUID and blank node labels
};

class QueryDictionary final : public TermReader {
 public:
  // Collective over `team`.
  QueryDictionary(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& base, QuerySettings settings);

  // Local. The HURI of a term in the database (or an inline one); kUnbound if it is not there.
  Huri find(TermView term) const;
  // Local. The HURI of any term; one that the database does not have becomes local to this image.
  Huri intern(TermView term);

  // Local inside a group. The terms of bound HURIs of every kind.
  void read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) override;

  // Local inside a group. The terms of computed values; unbound and errors give kUnbound.
  void huris_of(std::span<const Value> values, const Batch& batch, EvaluationContext& evaluation, std::span<Huri> out);

  // Collective. Replaces local terms by HURIs that are equal for equal terms on all images.
  void make_canonical(std::span<Huri> huris);

  // Local. What an operator's expressions work with; `scratch` is the operator's.
  EvaluationContext make_evaluation(std::pmr::memory_resource& scratch);

 private:
  TermView local_term(Huri huri) const;

  pgas::Team& team_;
  pgas::QueryArena& arena_;
  const Dictionary& base_;
  const QuerySettings settings_;
  LocalTerms local_;
  std::vector<const LocalTermTable*> tables_;  // by image number of the HURIs
  std::unordered_map<Huri, Huri> canonical_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace quadrille::query
