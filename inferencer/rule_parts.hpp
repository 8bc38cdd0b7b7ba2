#pragma once

// RuleParts are the rules of a set on HURIs, divided by what they need: the schema alone, or data.
//
// Local; the same on all images.

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "inferencer/literal_facts.hpp"
#include "inferencer/schema.hpp"
#include "inferencer/strata.hpp"

namespace quadrille::inferencer {

struct RuleParts {
  // `set` outlives it; `huri_of` gives each constant its HURI. `without_equality`: the rules that representatives
  // replace are left out (equality.hpp). Errors: read_rules().
  RuleParts(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of, bool without_equality = false);
  RuleParts(const RuleParts&) = delete;
  RuleParts& operator=(const RuleParts&) = delete;

  StrataWords words() const { return {schema.type(), schema.same_as()}; }
  // Rules of `of_data` by what the predicates of the data and the closed schema are: the values that variables in the
  // place of predicates may have. Ascending. Those of the data, those of heads, and terms of the schema, which may
  // become predicates of heads.
  std::vector<Huri> possible_predicates(std::span<const PredicateKey> stated, std::span<const Fact> schema_facts) const;

  const parser::RuleSet& set;
  Rules rules;
  Schema schema;
  std::optional<LiteralWords> literals;
  std::vector<Rule> of_schema;  // bodies of schema atoms alone; their heads are closed with the schema
  std::vector<Rule> of_data;
  std::vector<const Rule*> data_blocks;  // of `rules`
  // The graphs that the rules name, but the default graph.
  struct Graphs {
    bool used = false, any = false;  // any: with a variable
    std::vector<Huri> names;         // ascending
    bool has(Huri graph) const { return any || std::binary_search(names.begin(), names.end(), graph); }
  };
  Graphs graphs;
};

}  // namespace quadrille::inferencer
