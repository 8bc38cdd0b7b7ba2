#include "server/engine/query_intake.hpp"

#include "pgas/placed_memory.hpp"
#include "server/engine/random_seed.hpp"

namespace quadrille::server {

QueryIntake::QueryIntake(pgas::Job& job, const QueryRules& rules)
    : rules_(rules), heap_bytes_(pgas::arena_budget(job.heap())), plans_(&job.caches()) {}

LaneCommand QueryIntake::command(const QueryRequest& request, StateId state) const {
  LaneCommand command;
  command.state = state;
  command.text = request.text;
  command.base = request.base;
  command.dataset = {request.default_graphs, request.named_graphs};
  command.timeout_seconds = request.timeout_seconds;
  command.union_default_graph = request.union_default_graph.value_or(rules_.union_default_graph);
  command.view = request.view;
  command.prefixes = rules_.prefixes.of(request.default_prefixes);
  command.explain = request.explain;
  command.now_seconds = unix_seconds_now();
  command.seed = next_seed();
  return command;
}

query::PlanCache::Use QueryIntake::prepare(const LaneCommand& command) {
  return plans_.take({command.text, command.base, command.prefixes, &command.dataset, command.union_default_graph},
                     {command.state.generation, command.state.version});
}

query::RunOptions QueryIntake::options(const LaneCommand& command, const query::PlanCache::Use& query,
                                       const Cancelled& cancelled) const {
  query::RunOptions options = command.run_options(heap_bytes_);
  options.watch.cancelled = cancelled;
  options.memory.orders = query.orders();
  options.memory.orders_apart = query.orders_apart();
  options.memory.constants = query.constants();
  return options;
}

}  // namespace quadrille::server
