#pragma once

// An Invoke runs a procedure on the edges that its pattern gives, and returns the procedure's rows.
//
//   Invoke pagerank
//     ...                  the edges, each on one image
//     ...                  inputs of the block; may be missing
//     BindJoinValues       values that patterns beside the call bind; may be missing
//
// All images read their edges, then run the procedure together. Rows are on the images that made them. A procedure that
// has kept the graph of these edges does not ask for them: then their pattern is not evaluated.

#include <functional>

#include "query/operators/operator.hpp"
#include "query/procedures/edge_rows.hpp"
#include "query/procedures/edge_scans.hpp"
#include "query/procedures/value_rows.hpp"

namespace quadrille::query {

struct InvokePlan {
  ProcedureCallPtr call;
  EdgeColumns columns;
  std::vector<std::vector<Huri>> terms;  // by parameter: of its vertices that are terms of the call; may be local
  std::vector<VariableId> keys;          // of one run for each row beside
  std::vector<VariableId> outputs;       // that are wanted; variables of the call's outputs
  std::vector<EdgePaths> scans = {};     // of the edges: then their pattern's operator is not run; may be empty
  ProcedureMemory* memory = nullptr;     // ProcedureRun::Kept
  std::string edges_key = {};
  std::function<ProcedureSize()> size = {};  // of the graph, estimated; called for an explanation
};

class Invoke final : public Operator {
 public:
  // `inputs`, `beside`: may be null.
  Invoke(InvokePlan plan, OperatorPtr edges, OperatorPtr inputs, OperatorPtr beside, int team_size);
  std::string describe() const override { return "Invoke"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override;

  // `may_be_new`: vertices may be terms that the database does not have.
  static Schema schema_of(const InvokePlan& plan, bool may_be_new);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  void add_size(Details& details) const;
  void make_terms_canonical(Context& context);
  void read_edges(Context& context, EdgeRows& rows, std::vector<ValueRows>& of_edges);
  CallInputs read_inputs(Context& context, std::vector<ValueRows>& of_edges);
  void take_rows(Context& context, Table& made);

  InvokePlan plan_;
  OperatorPtr edges_, inputs_, beside_;
  std::unique_ptr<Table> rows_;
  std::size_t next_row_ = 0;
  std::vector<std::string> notes_;
  std::vector<std::shared_ptr<const void>> held_;  // other images may read it until the query has ended
};

}  // namespace quadrille::query
