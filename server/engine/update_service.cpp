#include "server/engine/update_service.hpp"

#include <algorithm>

#include "pgas/placed_memory.hpp"
#include "query/update/data_requests.hpp"
#include "server/client/spool.hpp"
#include "server/client/stored_document.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/random_seed.hpp"
#include "server/engine/rules_change.hpp"
#include "server/engine/text_share.hpp"
#include "server/engine/touched_graphs.hpp"
#include "server/engine/update_text.hpp"

namespace quadrille::server {

namespace {

constexpr double kLeastSeconds = 0.001;  // 0 would be no limit
constexpr std::size_t kMostTogether = 256;
constexpr std::uint64_t kSmallQuads = 2000;  // of a request that shares a commit
constexpr std::size_t kSmallBytes = 256 << 10;

Deadline deadline_after(double timeout_seconds) {
  return timeout_seconds > 0 ? Deadline::after(timeout_seconds) : Deadline();
}

bool can_decide_alone(const ServedState& state) {
  return !state.rules && state.is_whole();
}

// Of a request about graphs.
TouchedGraphs written_by(const GraphTarget& target) {
  if (target.kind == GraphTarget::Kind::named) return {{name_of_graph(target.iri)}, {}};
  return {{target.kind == GraphTarget::Kind::dataset ? kAllGraphsName : kDefaultGraphName}, {}};
}

// Called while a document arrives: returns true if the client has disconnected; throws at the deadline.
Cancelled in_time(const Cancelled& cancelled, const Deadline& deadline) {
  return [&cancelled, deadline] {
    if (deadline.passed()) {
      fail(ErrorKind::timeout, "the data of the update did not arrive within its time limit; nothing was changed");
    }
    return cancelled && cancelled();
  };
}

}  // namespace

UpdateService::UpdateService(pgas::Job& job, WriterLanes& lanes, DatabaseId id, Store& store, StatePins& pins,
                             const Places& places, const UpdateRules& rules, const PrefixRules& prefixes)
    : job_(job),
      lanes_(lanes),
      id_(id),
      store_(store),
      pins_(pins),
      rules_(rules),
      prefixes_(prefixes),
      places_(places),
      disk_(store.folder(), rules_.most_disk_bytes),
      commits_([this](std::span<Work* const> works) { run(works); }, kMostTogether,
               [](const Work& work) { return work.small != nullptr; }) {}

void UpdateService::check(const UpdateRequest& request) const {
  parse_update_request(request, prefixes_.of(request.default_prefixes));
}

WriteResult UpdateService::update(const UpdateRequest& request, const Cancelled& cancelled) {
  Work work;
  work.input.progress = request.progress;
  enter(work.input.progress, RunStage::planning);
  work.deadline = deadline_after(request.timeout_seconds);
  const TextShare share(job_.heap(), request.text);
  work.request.prefixes = prefixes_.of(request.default_prefixes);
  const parser::Update update = parse_update_request(request, work.request.prefixes);
  const std::optional<std::uint64_t> quads = query::data_quads(update);
  if (quads && *quads <= kSmallQuads && request.text.size() <= kSmallBytes && !request.graph) {
    work.small = &request;
  } else {
    work.request.update = request;
  }
  if (!request.rights.write.is_all()) expect_writable(touched_graphs(update), request.rights.write);
  work.request.rights = request.rights;
  work.input.update = &update;
  work.input.loads = fetch_loads(update, in_time(cancelled, work.deadline));
  work.input.services = std::make_unique<HttpServices>(places_.services.get());
  work.input.cancelled = cancelled;
  if (request.begins) request.begins(touched_graphs(update));
  return submit(work);
}

void UpdateService::store(Document& document, const Cancelled& cancelled) const {
  store_document(document, {places_.contexts.get(), places_.context_cache}, store_.folder(), cancelled);
}

std::vector<LoadedDocument> UpdateService::fetch_loads(const parser::Update& update, const Cancelled& cancelled) {
  const auto keep = [&](std::unique_ptr<ByteSource> bytes) { return spool(*bytes, store_.folder(), cancelled); };
  std::vector<LoadedDocument> loads;
  for (const parser::UpdateOperation& operation : update.operations) {
    if (operation.kind != parser::UpdateKind::load) continue;
    loads.push_back({operation.load_source, std::nullopt});
    try {
      Document document = places_.loads.get().open(operation.load_source, keep);
      if (document.syntax == Syntax::jsonld) store(document, cancelled);
      loads.back().document = std::move(document);
    } catch (const Error& error) {
      const bool is_passed_over =
          operation.silent && error.kind() != ErrorKind::cancelled && error.kind() != ErrorKind::storage_full;
      if (!is_passed_over) throw;
    }
  }
  return loads;
}

WriteResult UpdateService::write_graph(WriteKind kind, const GraphWrite& write, Payload* payload,
                                       const Cancelled& cancelled) {
  Work work;
  work.deadline = deadline_after(write.timeout_seconds);
  work.request.kind = kind;
  work.request.target = write.target;
  work.request.rights = write.rights;
  expect_writable(written_by(write.target), write.rights.write);
  work.input.cancelled = cancelled;
  work.input.progress = write.progress;
  while (payload) {
    std::optional<Document> document = payload->next();
    if (!document) break;
    store(*document, in_time(cancelled, work.deadline));
    work.input.documents.push_back(std::move(*document));
  }
  work.request.documents = work.input.documents.size();
  return submit(work);
}

WriteResult UpdateService::change_rules(const RulesChange& change, const Cancelled& cancelled) {
  changed_rules(store_.states().newest().rules, change);  // what is wrong need not wait
  Work work;
  work.deadline = deadline_after(change.timeout_seconds);
  work.request.kind = WriteKind::change_rules;
  work.request.rights = WriteRights::all();
  work.request.rules = change;
  work.input.progress = change.progress;
  work.input.cancelled = cancelled;
  return submit(work);
}

std::shared_ptr<void> UpdateService::hold() {
  return std::make_shared<std::unique_lock<std::mutex>>(writing_);
}

WriteResult UpdateService::submit(Work& work) {
  disk_.expect_space();
  work.request.now_seconds = unix_seconds_now();
  work.request.seed = next_seed();
  enter(work.input.progress, RunStage::waiting);
  commits_.submit(work);
  if (work.outcome.error) std::rethrow_exception(work.outcome.error);
  return work.outcome.result;
}

WriteCommand UpdateService::next_command() const {
  WriteCommand command;
  command.database = id_;
  command.lowest = pins_.lowest();
  command.union_default_graph = rules_.union_default_graph;
  command.allow_loads = places_.loads.get().prefixes();
  return command;
}

// Ends those whose time has passed, or that nobody waits for.
void UpdateService::drop_unwanted(std::vector<Work*>& works) {
  std::erase_if(works, [](Work* work) {
    try {
      if (work->deadline.passed()) {
        fail(ErrorKind::timeout, "the update could not start within its time limit; nothing was changed");
      }
      if (work->input.cancelled && work->input.cancelled()) {
        fail(ErrorKind::cancelled, "the update was cancelled; nothing was changed");
      }
      return false;
    } catch (const Error&) {
      work->outcome.error = std::current_exception();
      return true;
    }
  });
}

void UpdateService::run(std::span<Work* const> works) {
  const std::lock_guard lock(writing_);
  std::vector<Work*> running(works.begin(), works.end());
  drop_unwanted(running);
  if (running.empty()) return;
  const auto lane = lanes_.take([&] {
    drop_unwanted(running);
    return !running.empty();
  });
  if (!lane) return;
  for (Work* work : running) enter(work->input.progress, RunStage::running);
  // If one is small, all are. What follows from a change is not for image 0 alone.
  if (running.front()->small != nullptr && can_decide_alone(store_.states().newest())) {
    run_data(*lane, running);
  } else {
    run_requests(*lane, running);
  }
}

void UpdateService::run_requests(const WriterLanes::Held& lane, std::span<Work* const> works) {
  WriteCommand command = next_command();
  std::vector<WriteInput> inputs;
  for (Work* work : works) {
    if (work->small) work->request.update = *work->small;
    if (const auto left = work->deadline.seconds_left()) work->request.timeout_seconds = std::max(*left, kLeastSeconds);
    command.requests.push_back(work->request);
    inputs.push_back(std::move(work->input));
  }
  BatchOutcome outcome;
  lane.mailbox().lead(job_.num_images() > 1 ? command.serialise() : std::string(), [&] {
    outcome = run_write_batch(store_, lane.team(), command, inputs, pgas::arena_budget(job_.heap()));
  });
  if (outcome.published) pins_.announce(store_.states().newest().id());
  for (std::size_t number = 0; number < works.size(); ++number) {
    works[number]->outcome = std::move(outcome.requests[number]);
  }
}

// A request that cannot be decided fails alone; the others are decided again without it.
void UpdateService::run_data(const WriterLanes::Held& lane, std::span<Work* const> works) {
  const ServedState before = store_.states().newest();
  const auto alone = job_.make_solo_team();
  const auto decided = [&](std::span<Work* const> some) {
    std::vector<const parser::Update*> updates;
    for (const Work* work : some) updates.push_back(work->input.update);
    return query::decide(before.whole_reader(*alone), store_.next_blank(), updates);
  };
  std::vector<Work*> running(works.begin(), works.end());
  query::DataDecision decision;
  try {
    decision = decided(running);
  } catch (const Error&) {
    std::erase_if(running, [&](Work* work) {
      try {
        decided({&work, 1});
        return false;
      } catch (const Error&) {
        work->outcome.error = std::current_exception();
        return true;
      }
    });
    decision = decided(running);
  }
  std::uint64_t version = before.id().version;
  if (!decision.changes_nothing()) {
    WriteCommand command = next_command();
    command.batch = std::move(decision.batch);
    try {
      if (!lead_data_batch(store_, job_, lane.team(), lane.mailbox(), std::move(command))) {
        return run_requests(lane, running);
      }
      pins_.announce(store_.states().newest().id());
      ++version;
      if (rules_.has_replicas) job_.announce(lane.team(), id_, static_cast<std::uint32_t>(version));
    } catch (const Error&) {
      for (Work* work : running) work->outcome.error = std::current_exception();
      return;
    }
  }
  for (std::size_t number = 0; number < running.size(); ++number) {
    WriteResult& result = running[number]->outcome.result;
    result.version = version;
    result.inserted = decision.counts[number].inserted;
    result.deleted = decision.counts[number].deleted;
  }
}

}  // namespace quadrille::server
