#include "server/engine/backup_keeper.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "loader/backup/backup_manifest.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr double kRetryShare = 0.1, kLongestRetry = 600, kShortestRetry = 1;
constexpr const char* kUnchecked = ".unchecked";  // behind the name of a backup that has not been read again

std::string moment_text(std::time_t moment) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(moment));
}

void create_private_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error)) return;
  fs::create_directories(folder, error);
  if (error) fail(ErrorKind::io, "{} cannot be created: {}", folder.string(), error.message());
  fs::permissions(folder, fs::perms::owner_all, error);
}

// What a server that was killed has left.
void remove_unfinished(const fs::path& to) {
  std::error_code error;
  std::vector<fs::path> left;
  for (auto at = fs::directory_iterator(to, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && name.substr(dot).starts_with(kUnchecked) &&
        time_of_folder_name(name.substr(0, dot))) {
      left.push_back(at->path());
    }
  }
  for (const fs::path& folder : left) fs::remove_all(folder, error);
}

}  // namespace

BackupKeeper::BackupKeeper(MakeBackup make) : make_(std::move(make)) {}

void BackupKeeper::add(DatabaseId id, const std::vector<BackupPlan>& plans) {
  const std::time_t now = unix_seconds_now();
  std::list<State> added;
  for (const BackupPlan& plan : plans) {
    auto backups = dated_backups(plan.to);
    const std::time_t due = due_at(plan, backups, now);
    added.push_back({id, plan, std::move(backups), due, {}});
  }
  if (added.empty()) return;
  const std::lock_guard lock(mutex_);
  states_.splice(states_.end(), added);
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

void BackupKeeper::remove(DatabaseId id) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return running_ == nullptr || running_->id != id; });
  std::erase_if(states_, [&](const State& state) { return state.id == id; });
}

BackupKeeper::~BackupKeeper() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void BackupKeeper::work() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const auto next =
        std::min_element(states_.begin(), states_.end(), [](const State& a, const State& b) { return a.due < b.due; });
    const std::time_t now = unix_seconds_now();
    if (next == states_.end() || next->due > now) {
      // At most a minute: the system's clock may be changed.
      const std::time_t wait = next == states_.end() ? 60 : std::min<std::time_t>(next->due - now, 60);
      changed_.wait_for(lock, std::chrono::seconds(wait));
      continue;
    }
    State state = *next;
    running_ = &*next;
    lock.unlock();
    attempt(state);
    lock.lock();
    *next = std::move(state);
    running_ = nullptr;
    changed_.notify_all();
  }
}

void BackupKeeper::attempt(State& state) {
  try {
    state.backups = back_up(state);
    state.error.clear();
    state.due = due_at(state.plan, state.backups, unix_seconds_now());
  } catch (const Error& error) {
    const double retry = std::clamp(state.plan.every_seconds * kRetryShare, kShortestRetry, kLongestRetry);
    state.due = unix_seconds_now() + static_cast<std::time_t>(retry);
    if (error.kind() == ErrorKind::cancelled) return;  // the server stops
    state.error = error.what();
    log_line(LogLevel::error, fmt::format("the backup to {} failed: {}; the next attempt comes at {}",
                                          state.plan.to.string(), state.error, moment_text(state.due)));
  }
}

std::vector<DatedBackup> BackupKeeper::back_up(const State& state) const {
  const BackupPlan& plan = state.plan;
  create_private_folder(plan.to);
  remove_unfinished(plan.to);
  const std::time_t made = unix_seconds_now();
  const fs::path target = plan.to / backup_folder_name(made), aside = target.string() + kUnchecked;
  const std::string report = make_(state.id, aside, state.backups.empty() ? fs::path() : state.backups.back().folder);
  try {
    verify_backup(aside);
  } catch (const Error&) {
    std::error_code error;
    fs::remove_all(aside, error);
    throw;
  }
  publish_backup(aside, target);
  std::vector<DatedBackup> backups = dated_backups(plan.to);
  const auto old = superfluous(backups, plan.keep);
  for (const DatedBackup& one : old) remove_backup(one.folder);
  log_line(LogLevel::info, fmt::format("backup {}: {}; {} old one{} removed", target.string(), report, old.size(),
                                       old.size() == 1 ? "" : "s"));
  backups.erase(backups.begin(), backups.begin() + static_cast<std::ptrdiff_t>(old.size()));
  return backups;
}

nlohmann::json BackupKeeper::to_json(DatabaseId id) const {
  nlohmann::json all = nlohmann::json::array();
  const std::time_t now = unix_seconds_now();
  const std::lock_guard lock(mutex_);
  for (const State& state : states_) {
    if (state.id != id) continue;
    nlohmann::json one{
        {"to", state.plan.to.string()}, {"backups", state.backups.size()}, {"next", moment_text(state.due)}};
    if (!state.backups.empty()) {
      one["last"] = moment_text(state.backups.back().made);
      one["age_seconds"] = std::max<std::time_t>(0, now - state.backups.back().made);
    }
    if (!state.error.empty()) one["error"] = state.error;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace quadrille::server
