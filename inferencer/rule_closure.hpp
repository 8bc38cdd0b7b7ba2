#pragma once

// A RuleClosure keeps the closure of a served database. Few changes go to the first image, which reads all rows and
// finds what they change (upkeep.hpp):
//
//   changes of stated quads --to the first image--> upkeep() --to the owners of their subjects--> marks of other rows
//
// If it cannot, or would take longer, all images compute what follows from the stated quads, and compare it with
// the rows that have followed so far:
//
//   stated rows --infer_rows()--> quads that follow --to the owners of their subjects--> new ones get the mark
//                                                     rows that were inferred        --> others lose it
//
// By representatives, some stated rows have the mark `stated` alone (quadstore/equal_terms.hpp); they are compared in
// the same way.
//
// Cost: three exchanges and that of upkeep(); or that of the inference, a pass over the inferred rows, and one
// exchange.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/term.hpp"
#include "inferencer/equal_changes.hpp"
#include "inferencer/infer_rows.hpp"
#include "inferencer/inference_watch.hpp"
#include "inferencer/upkeep.hpp"
#include "parser/rule_set.hpp"
#include "query/update/closure.hpp"

namespace quadrille::inferencer {

// How the rules of a database are applied.
struct RuleUse {
  parser::RuleSet rules;
  RuleGraphs graphs = RuleGraphs::default_graph;
  std::string into;  // the graph for RuleGraphs::all
  std::optional<std::uint64_t> most;
  bool stops_at_contradictions = false;
  bool by_representatives = false;                  // the closure is stored by them (quadstore/equal_terms.hpp)
  std::shared_ptr<InferenceWatch> watch = nullptr;  // may be null
};

class RuleClosure final : public query::Closure {
 public:
  explicit RuleClosure(RuleUse use);

  query::ClosureUpdate update(query::StateContext& context, const Dictionary& dictionary, DeltaInterner& interner,
                              query::FreshBlanks& blanks, const query::Unclosed* since) override;

 private:
  class Kept;
  std::optional<query::ClosureUpdate> keep_up(query::StateContext& context, const Dictionary& dictionary,
                                              DeltaInterner& interner, const query::Unclosed& since) const;
  std::function<Huri(TermView)> huris_of_constants(DeltaInterner& interner) const;
  void note_anew(std::string why) const;
  std::optional<EqualChanges> upkeep_of(query::StateContext& context, RuleTerms* terms, const Snapshot& before,
                                        std::span<const query::MarkedQuad> changes, Kept& kept) const;
  std::optional<EqualChanges> upkeep_of_default(const Snapshot& before, std::span<const query::MarkedQuad> changes,
                                                UpkeepOptions options, Kept& kept, Contradictions& contradictions,
                                                std::string& why) const;
  void check_limit(const FactStore::Size& before, std::span<const query::MarkedQuad> marked) const;
  query::ClosureUpdate compute(query::StateContext& context, const Dictionary& dictionary, DeltaInterner& interner,
                               query::FreshBlanks& blanks) const;
  struct Following;
  Following quads_that_follow(query::StateContext& context, const Dictionary& dictionary, DeltaInterner& interner,
                              query::FreshBlanks& blanks) const;
  void refuse_contradictions(const Contradictions& found) const;

  const std::shared_ptr<const RuleUse> use_;
  std::vector<Term> constants_;
};

}  // namespace quadrille::inferencer
