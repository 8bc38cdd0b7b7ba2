#pragma once

// infer() computes everything that follows from some facts by a rule set.
//
//   facts of the schema --close--> specialised rules --evaluate--> new facts; if some belong to the schema, once more
//
// Collective over the images of a partition; one thread each.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inferencer/equality.hpp"
#include "inferencer/evaluation.hpp"
#include "inferencer/strata.hpp"
#include "parser/rule_set.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::inferencer {

struct Inference {
  Contradictions contradictions;
  EvaluationCounts counts;
  std::uint32_t compilations = 0;  // of the rules: one more each time that the schema has grown
  std::size_t rules = 0;           // after the last one
  std::vector<Fact> schema;        // closed, with what follows from it alone; without the namespace local:
  std::uint64_t given = 0;         // facts, of all images
  std::uint64_t new_blanks = 0;    // blank nodes that heads have made; counted by infer_rows()
  std::map<Huri, Term> made;       // terms in contradictions that rules have made; likewise
  std::uint64_t limit = 0;         // the most facts that might follow
  std::uint64_t bytes = 0;         // the most private memory of an image; counted by infer_rows()
  EqualTerms equal;                // by representatives: the classes, the same on all images

  // Adds the counts and contradictions of another one.
  void add(const Inference& other);
  // Collective. The sums of all images; the contradictions on the first one.
  void add_up(const Partition& partition);
  // More than `limit` facts follow: Error(memory).
  [[noreturn]] void refuse() const;
};

using FactVisit = std::function<void(const Fact&)>;
using RowsVisit = std::function<void(std::span<const TripleRow>)>;
using QuadsVisit = std::function<void(std::span<const QuadRow>)>;

// The most facts that may follow from so many, unless the caller says.
std::uint64_t most_inferred(std::uint64_t given);

// The facts of one image, and what it does with those that follow.
struct ImageFacts {
  std::function<Huri(TermView)> huri_of;  // of each constant of the rules; the same on all images
  // Visits all given rows of this image, as often as it is called, in as many spans as on the other images.
  std::function<void(const RowsVisit& visit)> for_each;
  // Likewise, if for_each() has representatives in the places of others: the same rows with the subjects and objects
  // that they had. May be empty.
  std::function<void(const RowsVisit& visit)> for_each_literal = {};
  // The same for the quads of named graphs. Is called if the rules have GRAPH.
  std::function<void(const QuadsVisit& visit)> for_each_quad = [](const QuadsVisit&) {};
  // Is called for each fact that no image was given, that RDF can hold, and whose predicate is not of the namespace
  // local:. One image gets it. By representatives: for each row with the mark `closure` that was not given (E1, E2 of
  // quadstore/equal_terms.hpp).
  FactVisit add;
  // owl:sameAs is evaluated by representatives; the rules must allow it. A term of a class that represents one in
  // `preferred` represents it. Without GRAPH.
  bool by_representatives = false;
  const EqualTerms* preferred = nullptr;  // may be null
  // Likewise, for each given fact that has the mark `stated` alone (E3).
  FactVisit hide = [](const Fact&) {};
  // Local. The terms of HURIs, which all have one.
  std::function<std::vector<Term>(std::span<const Huri>)> terms_of;
  RuleTerms* terms = nullptr;      // if the rules need them (needs_terms())
  std::uint64_t found_before = 0;  // facts that count to the limit, too
  // Of InferenceLimit.
  std::function<void(std::uint64_t work, std::uint64_t found)> pulse = [](auto, auto) {};
  std::function<void(std::size_t bytes)> account = [](auto) {};
  std::function<void(const RoundEnd&)> end_round = [](auto) {};
};

// Collective. The counts of the result are those of all images; the first image has the contradictions.
// Error(unsupported): read_rules(). More than `most` facts, or by default more than 20 for each given row and 10
// million, are Error(memory).
Inference infer(const Partition& partition, const parser::RuleSet& set, const ImageFacts& facts,
                std::optional<std::uint64_t> most = std::nullopt);

// Rules as infer() compiles them for some facts, before it evaluates them.
struct CompiledRules {
  std::vector<Rule> rules;  // specialised by the schema, with their strata: those that these facts may apply
  std::size_t all = 0;      // the number of specialised rules
  std::span<const Collector> collectors;
  StrataWords words{};
  std::optional<Program> program;
  std::size_t schema = 0;                       // facts of the closed schema
  std::map<Huri, std::uint64_t> rows_of_given;  // by predicate, without named graphs
};

// Collective. Compiles the rules as infer() does at first, without what follows from rules over data. `use` may read
// the result until it returns. Errors: as for infer().
void compile(const Partition& partition, const parser::RuleSet& set, const ImageFacts& facts,
             const std::function<void(const CompiledRules&)>& use);

// The name of a rule of a set for messages: `cax-sco`, an IRI in <>, or its line, with the name of the text if the set
// has several.
std::string name_of(const parser::RuleSet& set, std::uint32_t rule);

}  // namespace quadrille::inferencer
