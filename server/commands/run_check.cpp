#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "loader/backup/backup_manifest.hpp"
#include "loader/build/left_generations.hpp"
#include "loader/check/check_database.hpp"
#include "loader/check/check_tables.hpp"
#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/log_reader.hpp"
#include "query/update/heap_memory.hpp"
#include "query/update/recovery.hpp"
#include "server/commands/check_closure.hpp"
#include "server/commands/commands.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/served_generation.hpp"
#include "server/engine/state_rules.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace fs = std::filesystem;

namespace {

constexpr int kDamaged = 2;

void tell_damages(const CheckStep& step) {
  for (const std::string& damage : step.listed) std::fprintf(stderr, "quadrille: %s\n", damage.c_str());
  if (step.damages > step.listed.size()) {
    std::fprintf(stderr, "quadrille: and %llu more faults\n",
                 static_cast<unsigned long long>(step.damages - step.listed.size()));
  }
}

// Collective.
void tell(pgas::Team& team, const StopSignal& stop, const CheckStep& step) {
  if (team.any(stop.raised())) fail(ErrorKind::cancelled, "the check was stopped");
  if (!team.is_first()) return;
  print(fmt::format("{:<36} {:>14} {:<11} {:>8.2f} s   {}\n", step.what, step.looked_at, step.unit, step.seconds,
                    step.damages == 0 ? std::string("whole") : fmt::format("{} damaged", step.damages)));
  tell_damages(step);
}

int tell_end(const DatabaseCheck& check, const std::string& folder, const std::string& what) {
  if (check.team().is_first()) {
    print(check.is_whole()
              ? fmt::format("{} is whole{}.\n", folder, what)
              : fmt::format("{} is damaged: {} faults, listed on standard error.\n", folder, check.damages()));
  }
  return check.is_whole() ? 0 : kDamaged;
}

// Collective.
int check_backup(pgas::Team& team, const std::string& folder, const StopSignal& stop) {
  DatabaseCheck check(team, [&](const CheckStep& step) { tell(team, stop, step); });
  std::optional<BackupManifest> backup;
  check.step("backup.json", "files", [&](CheckFinds& finds) {
    if (!finds.attempt([&] { backup = BackupManifest::read(folder); })) return;
    if (team.is_first()) finds.looked_at(backup->database.files.size());
  });
  if (!team.all(backup.has_value())) return tell_end(check, folder, "");
  check_files(check, folder, backup->database);
  check.step("changes", "bytes", [&](CheckFinds& finds) {
    if (!team.is_first()) return;
    if (finds.attempt([&] { verify_changes(folder, *backup); })) finds.looked_at(backup->changes.size_bytes);
  });
  return tell_end(check, folder, fmt::format(": version {}, made {}", backup->version, backup->made));
}

class Check {
 public:
  Check(pgas::Job& job, const CheckOptions& options, const StopSignal& stop)
      : job_(job),
        team_(job.team()),
        folder_(options.database),
        stop_(stop),
        with_closure_(options.closure),
        check_(team_, [this](const CheckStep& step) { tell(team_, stop_, step); }) {}

  int run() {
    std::optional<Manifest> manifest;
    check_.step("manifest", "files", [&](CheckFinds& finds) {
      if (!finds.attempt([&] { manifest = Manifest::read(folder_); })) return;
      if (team_.is_first()) finds.looked_at(manifest->files.size());
    });
    if (!team_.all(manifest.has_value())) return end();
    checked_ = team_.min(manifest->generation);
    require_checked(manifest->generation);
    check_files(check_, folder_, *manifest);
    if (!open()) return end();
    require_checked(generation_->manifest().generation);
    check_database(check_, generation_->database(), generation_->vocabulary());
    if (with_closure_ && check_.is_whole()) check_closure(check_, *generation_);
    check_log();
    return end();
  }

 private:
  void remark(const std::string& text) const {
    if (team_.is_first()) print(text + "\n");
  }

  // Runs `work`, which fails on all images or on none.
  template <class Work>
  bool attempt(std::string_view what, std::string_view unit, Work&& work) {
    bool done = false;
    check_.step_alike(what, unit, [&](CheckFinds& finds) { done = finds.attempt([&] { work(finds); }); });
    return done;
  }

  bool open() {
    return attempt("opening", "shards", [&](CheckFinds& finds) {
      generation_ = std::make_unique<ServedGeneration>(job_, team_, folder_, addresses_);
      if (team_.is_first()) finds.looked_at(generation_->generation().shards());
    });
  }

  // The holder of the log, if it cannot be read now; the same on all images.
  std::string lock_log(const fs::path& log) {
    std::string taken;
    if (team_.is_first()) {
      if (const auto server = find_server(folder_)) {
        taken = fmt::format("process {} (serve on {}:{})", server->pid, server->host, server->port);
      } else {
        try {
          log_lock_ = std::make_unique<LogLock>(log, LogLock::Use::read);
        } catch (const Error& error) {
          if (error.kind() != ErrorKind::user) throw;
          taken = error.what();
        }
      }
    }
    return team_.broadcast(taken);
  }

  void check_log() {
    const fs::path log = log_folder(folder_);
    if (!team_.any(fs::exists(log))) {
      remark("There is no log: the database has had no updates.");
      return;
    }
    std::string taken;
    team_.run([&] { taken = lock_log(log); });
    is_log_left_out_ = !taken.empty();
    if (is_log_left_out_) {
      remark(fmt::format("The log was not checked, because it is in use: {}.", taken));
      return;
    }
    std::unique_ptr<LogReader> reader;
    const Manifest& manifest = generation_->manifest();
    bool is_read = false;
    check_.step("log: committed versions", "versions", [&](CheckFinds& finds) {  // each image reports its share
      const bool is_open = finds.attempt(
          [&] { reader = std::make_unique<LogReader>(log, manifest.version, team_.rank(), team_.size()); });
      if (!team_.all(is_open)) return;
      const auto views = team_.all_gather(reader->view());
      is_read = team_.all(finds.attempt([&] { reader->accept(views); }));
      if (is_read && team_.is_first()) finds.looked_at(reader->committed() - manifest.version);
    });
    if (!is_read) return;
    for (const std::string& what : reader->remarks()) remark(what);
    version_ = reader->committed();
    if (version_ > manifest.version) replay(*reader);
  }

  void replay(LogReader& reader) {
    StateRulesPtr rules = rules_of_base(generation_->generation().folder(), generation_->manifest());
    query::Writer writer{team_,   generation_->dictionary(), generation_->vocabulary(),
                         levels_, generation_->follower(),   closure_of(rules)};
    const auto take_rules = [&](const std::string& stored) {
      rules = rules_of(stored);
      return closure_of(rules);
    };
    const query::DatasetStatePtr base = generation_->first_state(generation_->manifest().version);
    query::Recovered recovered;
    const bool is_replayed = attempt("log: changes, one after another", "changes", [&](CheckFinds& finds) {
      query::RecoveryFaults faults;
      recovered = query::recover(writer, reader, base, generation_->manifest().blank_nodes, take_rules, &faults);
      writer.closure = recovered.closure;
      recovered.state = query::with_closure(writer, recovered.state, recovered.next_blank);
      for (const std::string& fault : faults.listed) finds.damage(fault);
      for (std::uint64_t left = faults.count - faults.listed.size(); left > 0; --left) finds.damage("");
      if (team_.is_first()) finds.looked_at(recovered.changes);
    });
    if (!is_replayed) return;
    const Snapshot& snapshot = recovered.state->snapshot;
    check_quads(check_, "base and log", snapshot,
                known_terms(team_, generation_->generation(), generation_->dictionary(), generation_->vocabulary(),
                            recovered.next_blank));
    check_tables(check_, "base and log", snapshot);
    team_.barrier();  // other images read this image's levels
  }

  // Collective. A server may meanwhile switch to its next generation and remove the files of this one: that is no
  // damage.
  void require_checked(std::uint64_t generation) const {
    const std::uint64_t newest = team_.max(generation);
    if (newest == checked_) return;
    fail(ErrorKind::user, "{} changed to generation {} while {} was being checked; run the check again", folder_,
         newest, checked_);
  }

  void look_for_change() const {
    std::uint64_t now = 0;
    team_.agree(pgas::attempt([&] { now = Manifest::read(folder_).generation; }));
    require_checked(now);
  }

  int end() const {
    if (checked_ != 0 && !check_.is_whole()) look_for_change();
    if (!generation_) return tell_end(check_, folder_, "");
    if (team_.is_first() && log_lock_) {  // otherwise a server may be making one
      for (const fs::path& left : left_generations(folder_)) {
        remark(fmt::format("{} is left over; the next start of a server will remove it.", left.string()));
      }
    }
    return tell_end(
        check_, folder_,
        fmt::format("{}: generation {}, version {}", is_log_left_out_ ? ", without the log, which is in use" : "",
                    generation_->manifest().generation, std::max(version_, generation_->manifest().version)));
  }

  pgas::Job& job_;
  pgas::Team& team_;
  const std::string folder_;
  const StopSignal& stop_;
  const bool with_closure_;
  DatabaseCheck check_;
  query::HeapMemory levels_{job_.heap()};
  FileAddresses addresses_;
  std::unique_ptr<ServedGeneration> generation_;
  std::unique_ptr<LogLock> log_lock_;
  std::uint64_t checked_ = 0;  // the generation
  std::uint64_t version_ = 0;
  bool is_log_left_out_ = false;
};

}  // namespace

int run_check(pgas::Job& job, const CheckOptions& options, const StopSignal& stop) {
  if (!options.backup.empty()) return check_backup(job.team(), options.backup, stop);
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] {
    const bool is_served = job.is_first() && find_server(options.database).has_value();
    if (!job.team().any(is_served)) require_same_database(job.team(), options.database);  // a served one may change
    if (!fs::exists(manifest_path(options.database))) Manifest::read(options.database);   // its error names a remedy
    if (job.is_first()) lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "check");
  });
  Check check(job, options, stop);
  const int status = check.run();
  job.team().barrier();  // no image reads the terms of another any more
  return status;
}

}  // namespace quadrille::server
