#include "query/update/transaction.hpp"

#include "base/failpoint.hpp"
#include "quadstore/log/rules_record.hpp"
#include "query/update/insert_quads.hpp"
#include "query/update/triple_rows.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::query {

namespace {

Failpoint before_closure("closure.before"), computed_closure("closure.computed"), after_closure("closure.after"),
    before_rules("rules.before"), after_rules("rules.after");

}  // namespace

Transaction::Transaction(const Writer& writer, DatasetStatePtr before, std::uint64_t next_blank)
    : writer_(writer), version_(before->snapshot.version() + 1), state_(*before), blanks_(next_blank) {}

void Transaction::begin_request(TransactionOptions options) {
  options_ = std::move(options);
  mark_ = Mark{state_,
               blanks_,
               lines_.size(),
               lines_.empty() ? 0 : lines_.back().size(),
               stated_,
               inferred_,
               writer_.vocabulary.bytes(),
               writer_.closure,
               rules_};
}

void Transaction::undo_request() {
  state_ = mark_->state;
  blanks_ = mark_->blanks;
  lines_.resize(mark_->pieces);
  if (!lines_.empty()) lines_.back().resize(mark_->last_piece_bytes);
  stated_ = mark_->stated;
  inferred_ = mark_->inferred;
  writer_.closure = mark_->closure;
  rules_ = mark_->rules;
  has_unshared_terms_ = true;
}

// The arena outlives the run: other images may read it until all have ended.
template <class Work>
void Transaction::in_context(View view, Work&& work) {
  pgas::Team& team = writer_.team;
  pgas::QueryArena arena(team.heap(), options_.memory_bytes);
  team.run([&] {
    QueryDictionary terms(team, arena, writer_.dictionary, options_.settings);
    const Snapshot seen = state_.snapshot.in(view);
    StateContext context(team, arena, seen, terms);
    context.deadline = options_.deadline;
    context.cancelled = options_.cancelled;
    context.progress = options_.progress;
    if (options_.progress) options_.progress->begin(team.counters().sent_bytes);
    context.check();
    work(context);
    team.barrier();  // no image reads another's tables any more
  });
}

// `marks_rows`: they are changes of marks, of a database with rules, and may be empty.
void Transaction::apply(Context& context, QuadChanges changes, bool marks_rows, const ShareWatch& watch) {
  pgas::Team& team = writer_.team;
  if (marks_rows) count_inferred(changes.marked);
  DatasetState next = next_state(team, context.arena, state_, changes, version_, writer_.levels, watch, marks_rows);
  if (writer_.follower != nullptr) {
    next.whole = writer_.follower->follow(team, state_.whole, changes, version_, writer_.levels, marks_rows);
  }
  team.barrier();  // no image reads the levels of the old state any more
  state_ = std::move(next);
}

void Transaction::count_inferred(const std::vector<MarkedQuad>& changes) {
  Counts mine;
  for (const MarkedQuad& its : changes) {
    if (its.marks.after == Marks::closure) ++mine.inserted;
    if (its.marks.before == Marks::closure) ++mine.deleted;
  }
  for (const Counts& theirs : writer_.team.all_gather(mine)) {
    inferred_.inserted += theirs.inserted;
    inferred_.deleted += theirs.deleted;
  }
}

// `view`: that the operation sees.
template <class Ask>
void Transaction::step(View view, Ask&& ask) {
  pgas::Team& team = writer_.team;
  in_context(view, [&](StateContext& context) {
    const bool is_bounded = options_.memory_bytes != pgas::QueryArena::kNoBudget;
    const std::uint64_t most = is_bounded ? mark_->term_bytes + options_.memory_bytes : DeltaInterner::kNoLimit;
    DeltaInterner interner(team, context.arena, writer_.dictionary, writer_.vocabulary, most);
    const ShareWatch watch = [&](double) { context.check(); };
    QuadChanges asked = ask(context, interner);
    add_triple_rows(team, context.arena, state_.snapshot.shards(), interner, asked);
    if (writer_.follower != nullptr) writer_.follower->share_terms(team);  // all groups read the terms of the changes
    const bool has_rules = writer_.closure != nullptr;
    const Snapshot stated = state_.snapshot.in(View::stated);
    if (has_rules) asked = without_clears(context, stated, std::move(asked));
    QuadChanges changes = effective(std::move(asked), has_rules ? stated : state_.snapshot, watch);
    Counts all;
    const Counts mine{changes.inserts.size() - changes.stay, changes.deletes.size() + changes.cleared - changes.stay};
    for (const Counts& theirs : team.all_gather(mine)) {
      all.inserted += theirs.inserted;
      all.deleted += theirs.deleted;
    }
    const Statistics& statistics = state_.snapshot.statistics();
    if (changes.clears.default_graph) all.deleted += statistics.default_graph.rows();
    if (changes.clears.named_graphs) all.deleted += statistics.named_graphs.rows();
    if (all.inserted + all.deleted > 0) {
      append_changes(context, changes, lines_);
      std::shared_ptr<const Unclosed> unclosed;
      if (has_rules) {
        changes = in_marks(changes, state_.snapshot);
        unclosed = unclosed_after(state_, changes.marked);
      }
      apply(context, std::move(changes), has_rules, watch);
      state_.unclosed = std::move(unclosed);
    }
    stated_.inserted += all.inserted;
    stated_.deleted += all.deleted;
  });
}

// `since`: nullptr if all must be computed.
void Transaction::update_closure(Closure& closure, const Unclosed* since) {
  in_context(View::all, [&](StateContext& context) {
    DeltaInterner interner(writer_.team, context.arena, writer_.dictionary, writer_.vocabulary);
    QuadChanges changes;
    before_closure.pass();
    ClosureUpdate update = closure.update(context, writer_.dictionary, interner, blanks_, since);
    computed_closure.pass();
    changes.marked = std::move(update.marked);
    if (writer_.follower != nullptr) writer_.follower->share_terms(writer_.team);
    apply(context, std::move(changes), true, [&](double) { context.check(); });
    state_ = with_classes(std::move(state_), update.equal);
    state_.closure = std::move(update.state);
    state_.unclosed.reset();
  });
  after_closure.pass();
}

void Transaction::end_request() {
  if (state_.unclosed) update_closure(*writer_.closure, state_.unclosed.get());
}

void Transaction::change_rules(Closure* closure, std::string stored) {
  EmptyClosure nothing;
  before_rules.pass();
  update_closure(closure != nullptr ? *closure : nothing, nullptr);
  writer_.closure = closure;
  rules_ = std::move(stored);
  after_rules.pass();
}

void Transaction::run(const parser::UpdateOperation& operation) {
  const bool sees_closure = operation.kind == parser::UpdateKind::modify && options_.update.reads_closure;
  if (sees_closure) end_request();
  step(sees_closure ? View::closure : View::stated, [&](StateContext& context, DeltaInterner& interner) {
    return run_operation(context, interner, blanks_, operation, options_.update);
  });
}

void Transaction::insert(QuadSource* source, const parser::GraphTarget& target) {
  step(View::stated, [&](StateContext& context, DeltaInterner& interner) {
    return insert_document(context, interner, blanks_, source, target, options_.update.rights.write);
  });
}

void Transaction::insert(NumberedQuads& quads) {
  step(View::stated, [&](StateContext& context, DeltaInterner& interner) {
    return insert_numbered(context, interner, blanks_, quads);
  });
}

void Transaction::replace(std::uint64_t documents, const OpenDocument& open, const parser::GraphTarget& target) {
  step(View::stated, [&](StateContext& context, DeltaInterner& interner) {
    return replace_by_documents(context, interner, blanks_, documents, open, target, options_.update.rights);
  });
}

bool Transaction::has_graph(const parser::GraphTarget& target) {
  bool there = false;
  in_context(View::stated, [&](StateContext& context) {
    const bool named = target.kind == parser::GraphTargetKind::graph;
    there = has_quads(context, named ? context.dictionary.find(TermView::iri(target.iri)) : kDefaultGraph);
  });
  return there;
}

DatasetStatePtr with_closure(const Writer& writer, DatasetStatePtr before, std::uint64_t& next_blank) {
  if (writer.closure == nullptr) return before;
  pgas::Team& team = writer.team;
  pgas::QueryArena arena(team.heap());
  DatasetStatePtr after;
  team.run([&] {
    QueryDictionary terms(team, arena, writer.dictionary, {});
    StateContext context(team, arena, before->snapshot, terms);
    DeltaInterner interner(team, arena, writer.dictionary, writer.vocabulary);
    FreshBlanks blanks(next_blank);
    QuadChanges changes;
    ClosureUpdate update = writer.closure->update(context, writer.dictionary, interner, blanks, before->unclosed.get());
    changes.marked = std::move(update.marked);
    const std::uint64_t version = before->snapshot.version();
    DatasetState next = next_state(team, arena, *before, changes, version, writer.levels, {}, true);
    next.closure = std::move(update.state);
    next.unclosed.reset();
    if (writer.follower != nullptr) {
      writer.follower->share_terms(team);
      next.whole = writer.follower->follow(team, before->whole, changes, version, writer.levels, true);
    }
    team.barrier();  // no image reads the levels of the old state any more
    next_blank = blanks.next();
    after = std::make_shared<const DatasetState>(with_classes(std::move(next), update.equal));
  });
  return after;
}

DatasetStatePtr commit(Transaction& transaction, UpdateLog* log, LinesAfterCommit lines) {
  if (!transaction.has_changes()) return nullptr;
  pgas::Team& team = transaction.writer_.team;
  auto state = std::make_shared<const DatasetState>(std::move(transaction.state_));
  if (log != nullptr) {
    try {
      // The remains of a failed commit must be removed before the next one begins.
      team.agree(pgas::attempt([&] {
        if (team.is_first()) log->settle();
      }));
      LogShare mine;
      team.agree(pgas::attempt([&] {
        log->begin(transaction.version_);
        for (std::string& piece : transaction.lines_) {
          log->add(piece);
          if (lines == LinesAfterCommit::freed) std::string().swap(piece);
        }
        if (transaction.rules_ && team.is_first()) log->add(rules_record(*transaction.rules_));
        mine = log->write();
        mine.image = static_cast<std::uint32_t>(team.rank());
      }));
      CommitRecord record;
      record.version = transaction.version_;
      record.next_blank_node = transaction.next_blank();
      record.shares = team.all_gather(mine);
      team.agree(pgas::attempt([&] {
        if (team.is_first()) log->commit(record);
      }));
    } catch (const Error&) {
      log->abandon(transaction.version_);
      throw;
    }
  }
  return state;
}

}  // namespace quadrille::query
