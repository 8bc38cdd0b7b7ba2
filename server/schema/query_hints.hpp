#pragma once

// QueryHints are the likely mistakes in a query without solutions: constants that the data do not have, and variables
// that no pattern has.
//
//   QueryHints hints(query);
//   hints.question() -> the engine, as any query of the user -> its answer as TSV -> hints.found(answer, schema)
//
// The question has the rights of the user, so that hints show nothing that the user may not read. It looks at the data
// outside of FROM. Local. Cost: a look-up for each constant, twice, and the edit distances to all predicates or classes
// for one that is missing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/query.hpp"
#include "server/schema/schema.hpp"

namespace quadrille::server {

struct Hint {
  enum class Kind : std::uint8_t { predicate, of_class, term, graph, variable };
  enum class Found : std::uint8_t { nowhere, in_named_graphs, in_default_graph };  // and not where the query looks

  Kind kind = Kind::term;
  std::string text;  // as in a query: <http://...>, "Ann"@en, ?name
  Found found = Found::nowhere;
  std::string similar = {};  // the same for what may be meant; empty: nothing is similar

  bool operator==(const Hint&) const = default;
};

// A sentence, without a dot at its end.
std::string message(const Hint& hint);

// {"hints":[{"kind":"predicate","term":"<http://...>","similar":"<http://...>","message":"..."}]}
std::string hints_json(const std::vector<Hint>& hints);

class QueryHints {
 public:
  static constexpr std::size_t kMostConstants = 32;  // of a query; further ones are not looked up

  explicit QueryHints(const parser::Query& query);

  // A query whose rows number the constants that are there; empty: there are no constants.
  std::string question() const;
  // `answer`: of question(), as TSV. `schema`: the candidates for what may be meant.
  std::vector<Hint> found(std::string_view answer, const Schema& schema) const;

 private:
  friend class HintCollector;

  struct Constant {
    Hint::Kind kind;
    std::string text;  // in a query
    bool is_in_graph;  // the query looks for it in named graphs
    bool operator==(const Constant&) const = default;
  };

  std::vector<Constant> constants_;
  std::vector<Hint> variables_;
  bool has_dataset_ = false;
};

}  // namespace quadrille::server
