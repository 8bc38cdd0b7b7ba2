#pragma once

// PlanWords writes the parts of a plan in the words of the query, for EXPLAIN: variables by name, terms in SPARQL's
// form with the query's prefixes (and common ones), expressions as in a query. Local.
//
//   ?x a ub:Student          [] stands for a variable that no operator above needs, ?.3 for one of the engine's own
//
// Long texts are cut at kLongest bytes, so that explaining a query never costs more than running it.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parser/algebra.hpp"
#include "parser/query.hpp"
#include "query/index/access_path.hpp"
#include "query/table/schema.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// What an operator works on: (name, text) pairs, such as ("condition", "?n > 5").
using Details = std::vector<std::pair<std::string_view, std::string>>;

class PlanWords {
 public:
  static constexpr std::size_t kLongest = 2000;

  // `variables` by id, including the planner's own. The dictionary must outlive this object.
  PlanWords(std::vector<std::string> variables, const std::vector<parser::Prefix>& prefixes,
            QueryDictionary& dictionary);
  // The same with other variable names.
  PlanWords with_variables(std::vector<std::string> variables) const;

  std::string variable(VariableId variable) const;
  std::string variables(std::span<const VariableId> variables) const;  // "?x ?y"
  std::string columns(const Schema& schema) const;
  std::string distribution(const Schema& schema) const;  // "by ?x", "replicated", ...
  std::string iri(std::string_view iri) const;
  std::string term(TermView term) const;
  std::string term(Huri huri) const;  // of a term in the query
  std::string slot(const Slot& slot) const;
  std::string node(const parser::Node& node) const;
  std::string graph(const GraphScope& scope) const;   // "" for the default graph
  std::string pattern(const AccessPath& path) const;  // ?x a ub:Student, GRAPH ?g { ... }
  std::string index(const AccessPath& path) const;    // pos(a ub:Student): the index and the prefix
  std::string path(const parser::Path& path) const;   // (foaf:knows|^foaf:knows)+
  std::string expression(const parser::Expression& expression) const;
  std::string conditions(const std::vector<parser::Expression>& conditions) const;  // joined by &&
  std::string aggregate(const parser::Aggregate& aggregate, const std::vector<parser::Expression>& arguments) const;

 private:
  std::vector<std::string> variables_;
  std::vector<std::pair<std::string, std::string>> namespaces_;  // (IRI, prefix), the longest IRI first
  QueryDictionary* dictionary_;
};

// `text`, with three dots in place of everything after `most` bytes; characters are not cut.
std::string shortened(std::string text, std::size_t most);

}  // namespace quadrille::query
