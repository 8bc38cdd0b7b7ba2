#pragma once

// A ProcedureCall is a call as the planner has resolved it: which procedure, which values its parameters have, where
// its inputs come from and which results are wanted.
//
//   an input is             and there is
//   a term                  one run
//   a column of the block   one run, from all of its values
//   bound beside the call   one run for each value; with the second name of the parameter, one run from all of them

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dictionary/huri.hpp"
#include "parser/algebra.hpp"
#include "query/procedures/procedure.hpp"
#include "query/table/variables.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

class ProcedureCall {
 public:
  struct Value {
    bool is_given = false;  // in the query
    double number = 0;
    bool flag = false;
    std::string word;
    std::vector<Term> vertices;
  };
  struct Input {
    enum class From { edges, inputs, beside_each, beside_together };
    std::size_t parameter;
    VariableId variable;
    From from;
  };
  struct Output {
    std::size_t result;
    std::optional<VariableId> variable;
    Huri constant;  // without a variable: rows with another value are left out; unbound: all rows
    std::optional<VariableId> edge_column = std::nullopt;  // of a column of the edges: its variable there
  };

  // Local if constants can be found locally, else collective as QueryDictionary::find(). Throws Error(user) for
  // unknown names, wrong types and values out of range.
  static std::shared_ptr<const ProcedureCall> resolve(const parser::Invoke& invoke, Procedures procedures,
                                                      QueryDictionary& dictionary,
                                                      const std::vector<std::string>& variables);

  const Procedure& procedure() const { return *procedure_; }
  const Value& value(std::string_view parameter) const;
  const std::vector<Value>& values() const { return values_; }
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  // True if an input is a column of the edges.
  bool reads_edges() const;
  // True if the answer has one row a run: no result of a vertex is asked for.
  bool is_of_run() const;
  // The variables that patterns beside the call must bind: those of one run for each value, and the others.
  std::vector<VariableId> beside(ProcedureCall::Input::From from) const;

 private:
  friend class CallResolver;
  const Procedure* procedure_ = nullptr;
  std::vector<Value> values_;  // by parameter
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

using ProcedureCallPtr = std::shared_ptr<const ProcedureCall>;

// Local. The procedure of an IRI, and the alias that it is, if any. Throws Error(user) for an unknown name.
struct FoundProcedure {
  const Procedure* procedure = nullptr;
  const ProcedureAlias* alias = nullptr;
};
FoundProcedure find_procedure(Procedures procedures, std::string_view iri);

// Local. The variables of a call's arguments that patterns beside it must bind: parameters that are no column of its
// own patterns.
VariableSet read_beside(const parser::Invoke& invoke, Procedures procedures);

}  // namespace quadrille::query
