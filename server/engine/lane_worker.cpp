#include "server/engine/lane_worker.hpp"

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "pgas/mailbox.hpp"
#include "pgas/placed_memory.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/engine/lane_command.hpp"
#include "server/engine/lane_thread.hpp"
#include "server/engine/lanes.hpp"

namespace quadrille::server {

namespace {

void run_lane(pgas::Job& job, StoreTable& stores, int lane) {
  lower_priority();
  pgas::Team& team = job.team(lane);
  pgas::Mailbox mailbox(job, team);
  while (true) {
    const LaneCommand command = LaneCommand::parse(mailbox.wait());
    if (command.stop) return;
    const std::shared_ptr<Store> store = stores.find(command.database);
    const ServedState state = store->states().find(command.state);
    try {
      std::optional<parser::Query> query;
      const pgas::Outcome parsed = pgas::attempt([&] { query = command.parse_query(); });
      // A text that the first image has parsed fails here only for lack of memory; the team gets the error.
      if (parsed.error()) team.run([&] { throw *parsed.error(); });
      query::RunOptions options = command.run_options(pgas::arena_budget(job.heap()));
      options.answer.prefixes = &state.generation->prefixes();
      options.memory.rights = store->rights_memory();
      options.rights.closure = may_read_closure(state.rules, command.rights);
      options.callees = callees(nullptr, store->graphs());
      query::run_query(team, state.snapshot(), state.dictionary(), *query, options, {});
    } catch (const Error&) {
      // The same on all images; image 0 reports it to the client.
    }
    mailbox.reply();
    stores.traffic().publish(team);
  }
}

}  // namespace

void run_lane_workers(pgas::Job& job, StoreTable& stores) {
  std::vector<std::thread> lanes;
  for (int lane = 0; lane < kQueryLanes; ++lane) {
    lanes.emplace_back([&job, &stores, lane] { run_lane(job, stores, lane); });
  }
  for (std::thread& lane : lanes) lane.join();
}

}  // namespace quadrille::server
