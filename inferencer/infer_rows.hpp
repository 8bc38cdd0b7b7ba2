#pragma once

// infer_rows() computes what follows from the rows of all images by a rule set; all images take part.
//
//   graphs          the rules see                                   what follows is put into
//   default_graph   the default graph                               the default graph
//   each            the default graph; then each named graph with   the same graph
//                   the schema of the default graph
//   all             all graphs as one                               one graph, which the caller names
//
// With `each`, a named graph is evaluated by one image, so graphs should be many or small.

#include <functional>
#include <span>
#include <vector>

#include "inferencer/inference.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/row_source.hpp"

namespace quadrille::inferencer {

enum class RuleGraphs : std::uint8_t { default_graph, each, all };

struct GivenRows {
  RowSource<3> triples;                           // of this image
  RowSource<4> quads;                             // likewise, of the named graphs
  std::function<const Dictionary&()> dictionary;  // local; has all terms of the rows and the rules
  bool is_spread = false;                         // of some the parts of other groups alone
  pgas::QueryArena* arena = nullptr;              // for what travels; outlives the Team::run()
  // Collective. The HURIs of terms that the dictionary does not have and rules have made.
  std::function<void(std::span<const TermView> terms, std::span<Huri> huris)> intern;
  std::uint64_t next_blank = 0;  // the number of the next blank node
};

struct InferOptions {
  RuleGraphs graphs = RuleGraphs::default_graph;
  Huri into = kDefaultGraph;  // for RuleGraphs::all
  std::optional<std::uint64_t> most;
  std::function<void(const RoundEnd&)> end_round = [](auto) {};  // on each image; not for graphs of `each`
  // As of ImageFacts; with RuleGraphs::default_graph.
  bool by_representatives = false;
  const EqualTerms* preferred = nullptr;
  std::function<void(const Quad&)> hide = [](const Quad&) {};
};

// Collective. `huri_of`, `most` and the result: as for infer(). Terms that rules make get HURIs by intern(), blank
// nodes the next numbers (Inference::new_blanks). add(quad) is called on one image for each quad that follows and that
// no image was given; with RuleGraphs::all, for each triple that no graph has. `pulse`: of InferenceLimit.
// Private memory is charged to the arena: Error(memory). Error(unsupported) for GRAPH in rules, but with default_graph.
// Messages: an exchange for each chunk of the image with the most chunks, and those of the rounds (evaluation.hpp).
Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const InferOptions& options, const std::function<void(const Quad&)>& add,
                     const std::function<void(std::uint64_t work, std::uint64_t found)>& pulse);

// Collective. The rules as infer_rows() compiles them for these rows, or for the default graph with RuleGraphs::each;
// `given` needs no intern(). `use`: of compile().
void compile_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                  const GivenRows& given, const InferOptions& options,
                  const std::function<void(const CompiledRules&)>& use);

}  // namespace quadrille::inferencer
