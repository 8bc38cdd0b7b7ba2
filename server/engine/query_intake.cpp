#include "server/engine/query_intake.hpp"

#include <atomic>
#include <utility>

#include "pgas/placed_memory.hpp"
#include "server/engine/random_seed.hpp"

namespace quadrille::server {

namespace {

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

QueryIntake::QueryIntake(pgas::Job& job, query::PlanCache& plans, DatabaseId database, const QueryRules& rules)
    : plans_(plans),
      database_(database),
      number_(next_number()),
      rules_(rules),
      heap_bytes_(pgas::arena_budget(job.heap())) {}

LaneCommand QueryIntake::command(const QueryRequest& request, StateId state) const {
  LaneCommand command = this->command(request.text, state);
  command.base = request.base;
  command.dataset = {request.default_graphs, request.named_graphs};
  command.timeout_seconds = request.timeout_seconds;
  command.union_default_graph = request.union_default_graph.value_or(rules_.union_default_graph);
  command.view = request.view;
  command.rights = request.rights;
  command.prefixes = rules_.prefixes.of(request.default_prefixes);
  command.explain = request.explain;
  command.functions.seed = next_seed();
  return command;
}

LaneCommand QueryIntake::command(std::string text, StateId state) const {
  LaneCommand command;
  command.database = database_;
  command.state = state;
  command.text = std::move(text);
  command.functions.now_seconds = unix_seconds_now();
  return command;
}

query::PlanCache::Use QueryIntake::prepare(const LaneCommand& command) {
  return plans_.take({command.text, command.base, command.prefixes, &command.dataset, command.union_default_graph,
                      command.rights.key(), number_},
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
