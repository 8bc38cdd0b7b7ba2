#include "query/update/transaction.hpp"

#include "query/update/change_lines.hpp"

namespace quadrille::query {

Transaction::Transaction(const Writer& writer, DatasetStatePtr before, std::uint64_t next_blank,
                         TransactionOptions options)
    : writer_(writer),
      options_(std::move(options)),
      version_(before->snapshot.version() + 1),
      state_(*before),
      blanks_(next_blank) {}

// The arena outlives the run: what other images read of it stays until all have ended.
template <class Ask>
void Transaction::step(Ask&& ask) {
  pgas::Team& team = writer_.team;
  pgas::QueryArena arena(team.heap(), options_.memory_bytes);
  team.run([&] {
    QueryDictionary terms(team, arena, writer_.dictionary, options_.settings);
    DeltaInterner interner(team, arena, writer_.dictionary, writer_.vocabulary);
    Context context(team, arena, state_.snapshot, terms);
    context.deadline = options_.deadline;
    context.cancelled = options_.cancelled;
    context.check();
    const QuadChanges changes = effective(ask(context, interner), state_.snapshot);
    struct Counts {
      std::uint64_t inserted, deleted;
    };
    Counts all{0, 0};
    for (const Counts& theirs : team.all_gather(Counts{changes.inserts.size(), changes.deletes.size()})) {
      all.inserted += theirs.inserted;
      all.deleted += theirs.deleted;
    }
    if (all.inserted + all.deleted > 0) {
      write_change_lines(context, changes, [&](std::string_view lines) { lines_ += lines; });
      DatasetState next = next_state(team, arena, state_, changes, version_, writer_.levels);
      team.barrier();  // nobody reads the levels of the state that goes
      state_ = std::move(next);
    }
    inserted_ += all.inserted;
    deleted_ += all.deleted;
    team.barrier();  // nobody reads anybody's tables any more
  });
}

void Transaction::run(const parser::UpdateOperation& operation) {
  step([&](Context& context, DeltaInterner& interner) {
    return run_operation(context, interner, blanks_, operation, options_.update);
  });
}

void Transaction::insert(QuadSource* source, const parser::GraphTarget& target) {
  step([&](Context& context, DeltaInterner& interner) {
    return insert_document(context, interner, blanks_, source, target);
  });
}

void commit(Transaction& transaction, UpdateLog* log, VersionTable& table) {
  if (!transaction.has_changes()) return;
  pgas::Team& team = transaction.writer_.team;
  auto state = std::make_shared<const DatasetState>(std::move(transaction.state_));
  if (log != nullptr) {
    try {
      // What a commit that failed has left must be gone before anybody begins the next one.
      team.agree(pgas::attempt([&] {
        if (team.is_first()) log->settle();
      }));
      LogShare mine;
      team.agree(pgas::attempt([&] {
        log->begin(transaction.version_);
        log->add(transaction.lines_);
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
  table.publish(std::move(state));
}

}  // namespace quadrille::query
