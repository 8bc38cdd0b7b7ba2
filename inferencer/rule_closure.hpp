#pragma once

// A RuleClosure keeps the closure of a served database: it computes what follows from the stated quads, and compares it
// with the rows that have followed so far.
//
//   stated rows --infer_rows()--> quads that follow --to the owners of their subjects-->   new ones get the mark
//                                                     rows that were inferred         -->   others lose it
//
// Cost: that of the inference, a pass over the inferred rows, and one exchange.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/term.hpp"
#include "inferencer/infer_rows.hpp"
#include "inferencer/inference_watch.hpp"
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
  std::shared_ptr<InferenceWatch> watch = nullptr;  // may be null
};

class RuleClosure final : public query::Closure {
 public:
  explicit RuleClosure(RuleUse use);

  std::vector<query::MarkedQuad> changes(query::Context& context, const Dictionary& dictionary, DeltaInterner& interner,
                                         query::FreshBlanks& blanks) override;

 private:
  std::vector<Quad> quads_that_follow(query::Context& context, const Dictionary& dictionary, DeltaInterner& interner,
                                      query::FreshBlanks& blanks) const;
  void refuse_contradictions(const Contradictions& found) const;

  const RuleUse use_;
  std::vector<Term> constants_;
};

}  // namespace quadrille::inferencer
