#include "server/engine/write_batch.hpp"

#include <optional>

#include "query/update/data_batch.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/client/document_source.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/rules_change.hpp"
#include "server/engine/update_text.hpp"

namespace quadrille::server {

namespace {

parser::GraphTarget graph_of(const GraphTarget& target) {
  if (target.kind == GraphTarget::Kind::named) return {parser::GraphTargetKind::graph, target.iri};
  return {parser::GraphTargetKind::default_graph, {}};
}

parser::UpdateOperation clear_of(const GraphTarget& target) {
  parser::UpdateOperation clear;
  clear.kind = parser::UpdateKind::clear;
  clear.silent = true;
  clear.target = graph_of(target);
  if (target.kind == GraphTarget::Kind::dataset) clear.target.kind = parser::GraphTargetKind::all;
  return clear;
}

// A document for one graph; it cannot name another.
class GraphDocument final : public query::QuadSource {
 public:
  explicit GraphDocument(std::unique_ptr<query::QuadSource> source) : source_(std::move(source)) {}
  bool read(const Take& take) override {
    return source_->read([&](const query::SourceQuadView& quad) {
      if (!quad.graph) return take(quad);
      fail(ErrorKind::user,
           "the document has triples in the graph {}; a request for one graph accepts only triples without a graph",
           to_ntriples(*quad.graph));
    });
  }

 private:
  std::unique_ptr<query::QuadSource> source_;
};

class RequestRun {
 public:
  // `rules`: of the transaction's state, and afterwards of the one that the request has left.
  RequestRun(query::Transaction& transaction, pgas::Team& team, StateRulesPtr& rules, const Watch& watch,
             const WriteRequest& request, WriteInput* input)
      : transaction_(transaction), team_(team), rules_(rules), watch_(watch), request_(request), input_(input) {}

  WriteResult run() {
    const query::Transaction::Counts stated = transaction_.stated(), inferred = transaction_.inferred();
    const bool had_rules = rules_ != nullptr;
    watch_->expect(request_.kind == WriteKind::change_rules ? "change of rules" : "update");
    WriteResult result;
    if (request_.kind == WriteKind::update) {
      result.created = update();
    } else if (request_.kind == WriteKind::change_rules) {
      result.created = change_rules(transaction_, team_, request_.rules, rules_, watch_);
    } else {
      result.created = write_graph();
    }
    end_request();
    if (input_) result.warnings = std::move(input_->warnings);
    result.inserted = (transaction_.stated() - stated).inserted;
    result.deleted = (transaction_.stated() - stated).deleted;
    if ((!had_rules && !rules_) || !may_read_closure(rules_, request_.rights.read)) return result;
    const query::Transaction::Counts followed = transaction_.inferred() - inferred;
    result.inferred = InferredChanges{followed.inserted, followed.deleted};
    return result;
  }

 private:
  // If the rules refuse the change, a user who may not read all conclusions learns only that they refuse it.
  void end_request() {
    try {
      transaction_.end_request();
    } catch (const Error& error) {
      const bool is_of_rules = error.kind() == ErrorKind::user || error.kind() == ErrorKind::memory;
      if (!is_of_rules || may_read_closure(rules_, request_.rights.read)) throw;
      fail(error.kind(), "the rules of the database refuse the change; nothing was changed");
    }
  }

  bool is_new(const GraphTarget& target) {
    return target.kind == GraphTarget::Kind::named && !transaction_.has_graph(graph_of(target));
  }

  bool update() {
    parser::Update parsed;
    const parser::Update* update = input_ ? input_->update : nullptr;
    if (!update) {
      parsed = parse_update_request(request_.update, request_.prefixes);
      update = &parsed;
    }
    const bool created = request_.update.graph && is_new(*request_.update.graph);
    for (const parser::UpdateOperation& operation : update->operations) transaction_.run(operation);
    return created;
  }

  bool write_graph() {
    const GraphTarget& target = request_.target;
    const bool created = is_new(target);
    if (request_.kind == WriteKind::delete_graph && created) throw NoSuchGraph(target.iri);
    if (request_.kind == WriteKind::delete_graph) {
      transaction_.run(clear_of(target));
    } else if (request_.kind == WriteKind::put_graph) {
      const bool all = target.kind == GraphTarget::Kind::dataset;
      transaction_.replace(
          request_.documents, [this](std::uint64_t number) { return open(number); },
          all ? parser::GraphTarget{parser::GraphTargetKind::all, {}} : graph_of(target));
    } else {
      for (std::uint64_t number = 0; number < request_.documents; ++number) insert(number);
    }
    return created;
  }

  void insert(std::uint64_t number) {
    std::unique_ptr<query::QuadSource> source;
    team_.agree(pgas::attempt([&] { source = open(number); }));
    transaction_.insert(source.get(), graph_of(request_.target));
  }

  // On image 0; nullptr on the others.
  std::unique_ptr<query::QuadSource> open(std::uint64_t number) {
    if (!input_) return nullptr;
    std::unique_ptr<query::QuadSource> source = open_document(std::move(input_->documents[number]), &input_->warnings);
    if (request_.target.kind == GraphTarget::Kind::dataset) return source;
    return std::make_unique<GraphDocument>(std::move(source));
  }

  query::Transaction& transaction_;
  pgas::Team& team_;
  StateRulesPtr& rules_;
  const Watch& watch_;
  const WriteRequest& request_;
  WriteInput* const input_;
};

std::unique_ptr<query::QuadSource> take_loaded(WriteInput& input, const std::string& iri) {
  for (LoadedDocument& loaded : input.loads) {
    if (loaded.iri != iri || !loaded.document) continue;
    return open_document(*std::exchange(loaded.document, std::nullopt), &input.warnings);
  }
  fail(ErrorKind::user, "LOAD <{}>: cannot read it", iri);
}

query::TransactionOptions options_of(const WriteCommand& command, const WriteRequest& request, WriteInput* input,
                                     const StateRulesPtr& rules, std::size_t heap_bytes) {
  query::TransactionOptions options;
  options.update.union_default_graph = command.union_default_graph;
  options.update.rights = request.rights;
  options.update.reads_closure = may_read_closure(rules, request.rights.read);
  options.update.load.allowed_prefixes = command.allow_loads;
  if (input) options.update.load.open = [input](const std::string& iri) { return take_loaded(*input, iri); };
  options.update.callees = callees(input ? input->services.get() : nullptr);
  options.settings = {date_time_at({request.now_seconds, {}}, 0), request.update.base, request.seed};
  if (request.timeout_seconds > 0) options.deadline = Deadline::after(request.timeout_seconds);
  if (input) options.cancelled = input->cancelled;
  if (input) options.progress = input->progress;
  options.memory_bytes = heap_bytes / 2;
  return options;
}

// Collective. The copies of the terms get those of requests that have failed. If an image has no memory for them, the
// next update sends them again, and fails if it still cannot.
void share_terms(const query::Writer& writer) {
  query::StateFollower& follower = *writer.follower;
  try {
    writer.team.run([&] { follower.share_terms(writer.team); });  // an image that has no memory must not leave alone
    follower.set_terms_missing(false);
  } catch (const Error&) {
    follower.set_terms_missing(true);
  }
}

}  // namespace

BatchOutcome run_write_batch(Store& store, pgas::Team& team, const WriteCommand& command, std::span<WriteInput> inputs,
                             std::size_t heap_bytes) {
  store.drop_below(command.lowest);
  const ServedState before = store.states().newest();
  query::Transaction transaction(store.writer(team, before), before.data, store.next_blank());
  BatchOutcome outcome;
  StateRulesPtr rules = before.rules;
  for (std::size_t number = 0; number < command.requests.size(); ++number) {
    const WriteRequest& request = command.requests[number];
    WriteInput* const input = inputs.empty() ? nullptr : &inputs[number];
    WriteOutcome& its = outcome.requests.emplace_back();
    const StateRulesPtr rules_before = rules;
    transaction.begin_request(options_of(command, request, input, rules, heap_bytes));
    try {
      its.result = RequestRun(transaction, team, rules, store.watch(), request, input).run();
    } catch (const Error& error) {
      const bool is_asking = input && input->services;
      its.error = is_asking ? input->services->as_it_was(error) : std::current_exception();
      transaction.undo_request();
      rules = rules_before;
    }
  }
  std::uint64_t version = before.id().version;
  try {
    const auto lines = store.keeps_lines() ? query::LinesAfterCommit::kept : query::LinesAfterCommit::freed;
    if (auto state = query::commit(transaction, store.log(), lines)) {
      version = state->snapshot.version();
      store.publish({before.generation, std::move(state), rules}, transaction.next_blank(), transaction.lines());
      outcome.published = true;
    }
  } catch (const Error&) {
    for (WriteOutcome& its : outcome.requests) its.error = std::current_exception();
  }
  for (WriteOutcome& its : outcome.requests) its.result.version = version;
  const query::Writer writer = store.writer(team, before);
  const bool may_lack_terms =
      writer.follower != nullptr && (transaction.has_unshared_terms() || writer.follower->are_terms_missing());
  if (may_lack_terms) share_terms(writer);
  return outcome;
}

bool lead_data_batch(Store& store, pgas::Job& job, pgas::Team& team, pgas::Mailbox& mailbox, WriteCommand command) {
  store.drop_below(command.lowest);
  const ServedState before = store.states().newest();
  const query::Writer writer = store.writer(team, before);
  query::DataBatch& batch = *command.batch;
  const std::uint64_t version = before.id().version + 1;
  query::DatasetStatePtr whole;
  if (!team.is_one_group()) {
    if (writer.follower->are_terms_missing()) return false;
    whole = query::whole_after(writer, *before.data->whole, batch, version);
    if (!whole) return false;
  }
  mailbox.post(command.serialise());
  std::optional<query::DatasetState> next;
  pgas::Outcome outcome =
      mailbox.collect(pgas::attempt([&] { next = query::apply_batch(writer, *before.data, batch, version); }));
  const bool is_applied = !outcome.error();
  ServedState after;
  query::LogPieces lines;
  if (is_applied) {
    outcome = pgas::attempt([&] {
      if (writer.follower != nullptr) writer.follower->take_terms(batch);
      next->whole = whole;
      after =
          ServedState(before.generation, std::make_shared<const query::DatasetState>(*std::move(next)), before.rules);
      const auto alone = job.make_solo_team();
      lines = query::lines_of(after.whole_reader(*alone), batch);
      if (store.log() != nullptr) query::commit_batch(*store.log(), version, batch, lines);
    });
  }
  if (outcome.error()) {
    WriteCommand back;
    back.database = command.database;
    back.lowest = command.lowest;
    back.retraction = Retraction{before.id(), store.next_blank()};
    mailbox.lead(back.serialise(), [&] { retract(store, team, *back.retraction); });
    throw *outcome.error();
  }
  store.publish(after, batch.next_blank, lines);
  return true;
}

void follow_data_batch(Store& store, pgas::Team& team, pgas::Mailbox& mailbox, const WriteCommand& command) {
  store.drop_below(command.lowest);
  const ServedState before = store.states().newest();
  const query::Writer writer = store.writer(team, before);
  const query::DataBatch& batch = *command.batch;
  const std::uint64_t version = before.id().version + 1;
  mailbox.reply(pgas::attempt([&] {
    query::DatasetState next = query::apply_batch(writer, *before.data, batch, version);
    if (writer.follower != nullptr) writer.follower->take_terms(batch);
    if (before.data->whole) {
      auto whole = writer.follower->after_batch(*before.data->whole, batch.changes(), version, writer.levels);
      if (whole) next.whole = std::make_shared<const query::DatasetState>(std::move(whole->state));
    }
    store.publish_uncommitted(
        {before.generation, std::make_shared<const query::DatasetState>(std::move(next)), before.rules},
        batch.next_blank);
  }));
}

// The copies may lack terms of the batch that their owners have.
void retract(Store& store, pgas::Team& team, const Retraction& retraction) {
  store.retract(retraction.newest, retraction.next_blank);
  const ServedState newest = store.states().newest();
  const query::Writer writer = store.writer(team, newest);
  if (writer.follower == nullptr) return;
  writer.vocabulary.unmark_exported();
  share_terms(writer);
}

}  // namespace quadrille::server
