#include "server/engine/compactor.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "loader/build/build_options.hpp"
#include "server/engine/backup_state.hpp"
#include "server/engine/lanes.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kFewestChanges = 100'000;  // fewer changes never start a compaction
constexpr double kRetrySeconds = 60;               // after a compaction without a request has failed
constexpr double kTellSeconds = 10;                // between two lines of progress
constexpr double kNewTermsShare = 0.1;             // of the vocabulary: more start a rebuild
constexpr double kTermMemoryShare = 0.125;         // of an image's memory, for new terms and those of failed updates

struct CompactorCommand {
  enum class What { stop, merge, rebuild, backup };
  What what = What::stop;
  double work_share = 1;
  StateId state;             // of a backup
  std::uint32_t shards = 0;  // of a rebuild
  DatabaseId database = kDefaultDatabase;

  std::string serialise() const {
    return nlohmann::json{
        {"what", static_cast<int>(what)}, {"work_share", work_share}, {"generation", state.generation},
        {"version", state.version},       {"shards", shards},         {"database", database}}
        .dump();
  }
  static CompactorCommand parse(const std::string& bytes) {
    const auto json = nlohmann::json::parse(bytes);
    return {static_cast<What>(json.at("what").get<int>()),
            json.at("work_share").get<double>(),
            {json.at("generation").get<std::uint64_t>(), json.at("version").get<std::uint64_t>()},
            json.at("shards").get<std::uint32_t>(),
            json.at("database").get<DatabaseId>()};
  }
};

}  // namespace

Compactor::Compactor(pgas::Job& job, LaneTraffic& traffic, const CompactorOptions& options)
    : job_(job),
      traffic_(traffic),
      work_share_(options.work_share),
      changed_share_(options.changed_share),
      mailbox_(job, job.team(kCompactionLane)) {
  thread_ = std::thread([this] { work(); });
}

void Compactor::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
}

Compactor::~Compactor() {
  stop();
  thread_.join();
  mailbox_.post(CompactorCommand{}.serialise());
}

void Compactor::add(DatabaseId id, const Served& database) {
  const std::lock_guard lock(mutex_);
  databases_.emplace(id, Entry{database});
}

void Compactor::leave(DatabaseId id) {
  const std::lock_guard lock(mutex_);
  const auto found = databases_.find(id);
  if (found == databases_.end()) return;
  found->second.leaves = true;
  changed_.notify_all();
}

void Compactor::remove(DatabaseId id) {
  leave(id);
  std::unique_lock lock(mutex_);
  const auto found = databases_.find(id);
  if (found == databases_.end()) return;
  changed_.wait(lock, [&] { return current_ != id && (request_ == nullptr || request_->id != id); });
  databases_.erase(found);
}

bool Compactor::is_stopping() const {
  return stop_ || (current_ && databases_.at(*current_).leaves);
}

bool Compactor::stopping() const {
  const std::lock_guard lock(mutex_);
  return is_stopping();
}

std::string Compactor::compact(DatabaseId id, const CompactionRequest& request) {
  return submit(id, [this, id, request](const Served& database) { return report_json(run(id, database, request, 1)); });
}

std::string Compactor::backup(DatabaseId id, const std::string& target, const quadrille::BackupOptions& options) {
  return submit(id, [&](const Served& database) {
    const PinnedState pinned(database.pins);
    const Store& store = database.store;
    const std::uint64_t next_blank = (database.updates.hold(), store.next_blank());  // while there is no commit
    const BackupRequest request{store.folder(), next_blank, target, options, [this] { return stopping(); }};
    const CompactorCommand command{CompactorCommand::What::backup, 1, pinned.id(), 0, id};
    std::string report;
    count(&EngineMetrics::Writes::backups, [&] {
      mailbox_.lead(command.serialise(), [&] {
        report = backup_state(job_.team(kCompactionLane), store.states().find(pinned.id()), request).to_json();
      });
    });
    const std::lock_guard lock(mutex_);
    databases_.at(id).last_backup = std::time(nullptr);
    return report;
  });
}

EngineMetrics::Writes Compactor::counts() const {
  const std::lock_guard lock(mutex_);
  EngineMetrics::Writes counts = counts_;
  for (const auto& [id, entry] : databases_) counts.waiting += entry.database.updates.waiting();
  return counts;
}

std::time_t Compactor::last_backup(DatabaseId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = databases_.find(id);
  return found == databases_.end() ? 0 : found->second.last_backup;
}

void Compactor::count(WorkCounts EngineMetrics::Writes::*kind, const std::function<void()>& work) {
  const LaneTraffic::AtEnd publishes(traffic_, job_.team(kCompactionLane));
  const Stopwatch clock;
  const auto end = [&](bool has_succeeded) {
    const std::lock_guard lock(mutex_);
    WorkCounts& counts = counts_.*kind;
    counts.is_running = false;
    counts.seconds += clock.seconds();
    ++(has_succeeded ? counts.succeeded : counts.failed);
  };
  {
    const std::lock_guard lock(mutex_);
    (counts_.*kind).is_running = true;
  }
  try {
    work();
  } catch (...) {
    end(false);
    throw;
  }
  end(true);
}

std::string Compactor::submit(DatabaseId id, std::function<std::string(const Served&)> run) {
  Request mine{id, std::move(run)};
  std::unique_lock lock(mutex_);
  const auto is_refused = [&] {
    const auto found = databases_.find(id);
    return stop_ || found == databases_.end() || found->second.leaves;
  };
  changed_.wait(lock, [&] { return is_refused() || request_ == nullptr; });
  if (stop_) fail(ErrorKind::cancelled, "the server is shutting down");
  if (is_refused()) fail(ErrorKind::cancelled, "the database is dropped");
  request_ = &mine;
  changed_.notify_all();
  changed_.wait(lock, [&] { return mine.done; });
  request_ = nullptr;
  changed_.notify_all();
  if (mine.error) std::rethrow_exception(mine.error);
  return mine.told;
}

void Compactor::work() {
  std::unique_lock lock(mutex_);
  const auto is_asked = [&] { return request_ && !request_->done; };
  while (!stop_) {
    changed_.wait_for(lock, 1s, [&] { return stop_ || is_asked(); });
    if (stop_) break;
    if (is_asked()) {
      run_request(lock, *request_);
    } else {
      run_due(lock);
    }
  }
  if (!is_asked()) return;
  request_->error = std::make_exception_ptr(Error(ErrorKind::cancelled, "the server is shutting down"));
  request_->done = true;
  changed_.notify_all();
}

void Compactor::run_request(std::unique_lock<std::mutex>& lock, Request& request) {
  current_ = request.id;
  const Served database = databases_.at(request.id).database;
  lock.unlock();
  std::string told;
  std::exception_ptr error;
  try {
    told = request.run(database);
  } catch (const Error&) {
    error = std::current_exception();
  }
  lock.lock();
  current_.reset();
  progress_.reset();
  request.told = std::move(told);
  request.error = error;
  request.done = true;
  changed_.notify_all();
}

// One database after another; a request comes first.
void Compactor::run_due(std::unique_lock<std::mutex>& lock) {
  DatabaseId next = 0;
  for (auto at = databases_.begin(); at != databases_.end() && !stop_ && !request_; at = databases_.lower_bound(next)) {
    const DatabaseId id = at->first;
    next = id + 1;
    Entry& entry = at->second;
    if (entry.leaves || (entry.retry && !entry.retry->passed())) continue;
    current_ = id;
    const Served database = entry.database;
    lock.unlock();
    std::optional<Deadline> retry;
    try {
      if (const auto wanted = due(database.store)) run(id, database, *wanted, work_share_);
    } catch (const Error& failure) {
      retry = Deadline::after(kRetrySeconds);
      if (failure.kind() != ErrorKind::cancelled)
        log_line(LogLevel::warning,
                 fmt::format("the compaction of {} failed: {}", database.store.folder(), failure.what()));
    }
    lock.lock();
    entry.retry = retry;
    current_.reset();
    progress_.reset();
    changed_.notify_all();
  }
}

std::optional<CompactionRequest> Compactor::due(const Store& store) const {
  if (changed_share_ <= 0 || store.has_left_generation()) return std::nullopt;
  const ServedState state = store.states().newest();
  const Manifest& manifest = state.generation->manifest();
  if (manifest.shards < static_cast<std::uint32_t>(job_.num_images())) {
    return CompactionRequest{CompactionKind::rebuild, number_of_shards({}, job_.num_images())};
  }
  const auto memory = static_cast<double>(job_.heap().usage().budget_bytes);
  const auto term_memory = static_cast<double>(state.generation->vocabulary().bytes());
  if (term_memory > kTermMemoryShare * memory) return CompactionRequest{CompactionKind::rebuild};
  const auto images = static_cast<std::uint64_t>(job_.num_images());
  const auto quads = static_cast<double>(manifest.default_quads + manifest.named_quads);
  const std::uint64_t changes = state.data->levels.changes() / 2 * images;  // estimated from this image's share
  if (changes < kFewestChanges || static_cast<double>(changes) < changed_share_ * quads) return std::nullopt;
  std::uint64_t terms = 0;
  for (const std::uint64_t of_kind : manifest.terms_of_kind) terms += of_kind;
  const std::uint64_t born = state.generation->vocabulary().size(state.generation->vocabulary().image()) * images;
  const bool many = static_cast<double>(born) > kNewTermsShare * static_cast<double>(terms);
  return CompactionRequest{many ? CompactionKind::rebuild : CompactionKind::merge};
}

CompactionReport Compactor::run(DatabaseId id, const Served& database, const CompactionRequest& request,
                                double work_share) {
  Store& store = database.store;
  if (store.has_left_generation()) {
    fail(ErrorKind::io, "the new generation is on disk but could not be opened; restart the server to use it");
  }
  const bool merges = request.kind == CompactionKind::merge;
  const auto what = merges ? CompactorCommand::What::merge : CompactorCommand::What::rebuild;
  CompactionOptions options;
  options.share = work_share;
  options.is_cancelled = [this] { return stopping(); };
  options.progress = [this](const CompactionProgress& progress) { tell(progress); };
  CompactionHooks hooks;
  hooks.hold_writer = [&database] { return database.updates.hold(); };
  hooks.announce = [&database] { database.pins.announce(database.store.states().newest().id()); };
  hooks.wait_for_queries = [this, &database](std::uint64_t generation) {
    return wait_for_queries(database.pins, generation);
  };
  CompactionReport report;
  since_told_.restart();
  if (request.shards != 0) {
    log_line(LogLevel::info,
             fmt::format("dividing the database into {} shards, for {} images; {} had {}", request.shards,
                         job_.num_images(), store.folder(), store.states().newest().generation->manifest().shards));
  }
  count(&EngineMetrics::Writes::compactions, [&] {
    mailbox_.lead(CompactorCommand{what, work_share, {}, request.shards, id}.serialise(),
                  [&] { report = run_compaction(job_, job_.team(kCompactionLane), store, request, options, hooks); });
  });
  log_line(LogLevel::info,
           fmt::format("generation {} of {} has {} quads in {} shards: {:.2f} s, updates waited {:.0f} ms",
                       report.state.generation, store.folder(), report.quads, report.shards, report.seconds,
                       report.seconds_held * 1000));
  return report;
}

// Called by the thread that runs the compaction, every few milliseconds.
void Compactor::tell(const CompactionProgress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
  if (since_told_.seconds() < kTellSeconds) return;
  since_told_.restart();
  log_line(LogLevel::info, fmt::format("compaction: {}", to_text(progress)));
}

nlohmann::json Compactor::progress_json(DatabaseId id) const {
  const std::lock_guard lock(mutex_);
  if (!progress_ || current_ != id) return nullptr;
  return {{"step", progress_->step}, {"done", share_done(*progress_)}};
}

bool Compactor::wait_for_queries(const StatePins& pins, std::uint64_t generation) {
  while (pins.lowest().generation < generation) {
    if (stopping()) return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

void run_compactor_worker(pgas::Job& job, StoreTable& stores) {
  pgas::Team& team = job.team(kCompactionLane);
  pgas::Mailbox mailbox(job, team);
  while (true) {
    const CompactorCommand command = CompactorCommand::parse(mailbox.wait());
    if (command.what == CompactorCommand::What::stop) return;
    const std::shared_ptr<Store> store = stores.find(command.database);
    CompactionOptions options;
    options.share = command.work_share;
    try {
      if (command.what == CompactorCommand::What::backup) {
        backup_state(team, store->states().find(command.state), {store->folder(), 0, {}, {}, {}});
      } else {
        const bool merges = command.what == CompactorCommand::What::merge;
        const CompactionKind kind = merges ? CompactionKind::merge : CompactionKind::rebuild;
        run_compaction(job, team, *store, {kind, command.shards}, options, {});
      }
    } catch (const Error&) {
      // The same on all images; image 0 reports it.
    }
    mailbox.reply();
    stores.traffic().publish(team);
  }
}

}  // namespace quadrille::server
