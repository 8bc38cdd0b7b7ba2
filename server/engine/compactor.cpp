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

Compactor::Compactor(pgas::Job& job, LaneTraffic& traffic, Store& store, StatePins& pins, UpdateService& updates,
                     const CompactorOptions& options)
    : job_(job),
      traffic_(traffic),
      store_(store),
      pins_(pins),
      updates_(updates),
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

bool Compactor::stopping() const {
  const std::lock_guard lock(mutex_);
  return stop_;
}

std::string Compactor::compact(const CompactionRequest& request) {
  return submit([this, request] { return report_json(run(request, 1)); });
}

std::string Compactor::backup(const std::string& target, const quadrille::BackupOptions& options) {
  return submit([&] {
    const PinnedState pinned(pins_);
    const std::uint64_t next_blank = (updates_.hold(), store_.next_blank());  // while there is no commit
    const BackupRequest request{store_.folder(), next_blank, target, options, [this] { return stopping(); }};
    std::string report;
    count(&Counts::backups, [&] {
      mailbox_.lead(CompactorCommand{CompactorCommand::What::backup, 1, pinned.id()}.serialise(), [&] {
        report = backup_state(job_.team(kCompactionLane), store_.states().find(pinned.id()), request).to_json();
      });
    });
    return report;
  });
}

WorkCounts Compactor::compactions() const {
  const std::lock_guard lock(mutex_);
  return counts_.compactions;
}

WorkCounts Compactor::backups() const {
  const std::lock_guard lock(mutex_);
  return counts_.backups;
}

void Compactor::count(WorkCounts Counts::*kind, const std::function<void()>& work) {
  const LaneTraffic::AtEnd publishes(traffic_, job_.team(kCompactionLane));
  const Stopwatch clock;
  const auto end = [&](bool has_succeeded) {
    const std::lock_guard lock(mutex_);
    WorkCounts& counts = counts_.*kind;
    counts.is_running = false;
    counts.seconds += clock.seconds();
    ++(has_succeeded ? counts.succeeded : counts.failed);
    if (has_succeeded) counts.last_success = std::time(nullptr);
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

std::string Compactor::submit(std::function<std::string()> run) {
  Request mine{std::move(run), {}, {}, false};
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stop_ || request_ == nullptr; });
  if (stop_) fail(ErrorKind::cancelled, "the server is shutting down");
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
  while (true) {
    const bool asked = changed_.wait_for(lock, 1s, [&] { return stop_ || (request_ && !request_->done); });
    Request* const request = asked && !stop_ ? request_ : nullptr;
    if (stop_) {
      if (request_ && !request_->done) {
        request_->error = std::make_exception_ptr(Error(ErrorKind::cancelled, "the server is shutting down"));
        request_->done = true;
        changed_.notify_all();
      }
      return;
    }
    lock.unlock();
    std::string told;
    std::exception_ptr error;
    try {
      if (request) {
        told = request->run();
      } else if (const auto wanted = due()) {
        run(*wanted, work_share_);
      }
    } catch (const Error& failure) {
      error = std::current_exception();
      if (!request && failure.kind() != ErrorKind::cancelled) {
        log_line(LogLevel::warning, fmt::format("the compaction failed: {}", failure.what()));
      }
    }
    lock.lock();
    progress_.reset();
    if (request) {
      request->told = std::move(told);
      request->error = error;
      request->done = true;
      changed_.notify_all();
    } else if (error) {
      changed_.wait_for(lock, 60s, [&] { return stop_ || request_; });  // no retry at once
    }
  }
}

std::optional<CompactionRequest> Compactor::due() const {
  if (changed_share_ <= 0 || store_.has_left_generation()) return std::nullopt;
  const ServedState state = store_.states().newest();
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

CompactionReport Compactor::run(const CompactionRequest& request, double work_share) {
  if (store_.has_left_generation()) {
    fail(ErrorKind::io, "the new generation is on disk but could not be opened; restart the server to use it");
  }
  const bool merges = request.kind == CompactionKind::merge;
  const auto what = merges ? CompactorCommand::What::merge : CompactorCommand::What::rebuild;
  CompactionOptions options;
  options.share = work_share;
  options.is_cancelled = [this] { return stopping(); };
  options.progress = [this](const CompactionProgress& progress) { tell(progress); };
  CompactionHooks hooks;
  hooks.hold_writer = [this] { return updates_.hold(); };
  hooks.announce = [this] { pins_.announce(store_.states().newest().id()); };
  hooks.wait_for_queries = [this](std::uint64_t generation) { return wait_for_queries(generation); };
  CompactionReport report;
  since_told_.restart();
  if (request.shards != 0) {
    log_line(LogLevel::info,
             fmt::format("dividing the database into {} shards, for {} images; it had {}", request.shards,
                         job_.num_images(), store_.states().newest().generation->manifest().shards));
  }
  count(&Counts::compactions, [&] {
    mailbox_.lead(CompactorCommand{what, work_share, {}, request.shards}.serialise(),
                  [&] { report = run_compaction(job_, job_.team(kCompactionLane), store_, request, options, hooks); });
  });
  log_line(LogLevel::info, fmt::format("generation {} has {} quads in {} shards: {:.2f} s, updates waited {:.0f} ms",
                                       report.state.generation, report.quads, report.shards, report.seconds,
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

nlohmann::json Compactor::progress_json() const {
  const std::lock_guard lock(mutex_);
  if (!progress_) return nullptr;
  return {{"step", progress_->step}, {"done", share_done(*progress_)}};
}

bool Compactor::wait_for_queries(std::uint64_t generation) {
  while (pins_.lowest().generation < generation) {
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
