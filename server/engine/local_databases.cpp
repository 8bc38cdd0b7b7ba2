#include "server/engine/local_databases.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "loader/build/build.hpp"
#include "loader/build/build_folder.hpp"
#include "quadstore/manifest.hpp"
#include "server/engine/damaged_engine.hpp"
#include "server/engine/same_database.hpp"
#include "server/http/database_set.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDropped = ".dropped-";
static_assert(kBuildMarks[0] == kBuildingMark && kBuildMarks[1] == kReplacedMark);

// The name of the database for which a build has left a folder; empty: none has.
std::string name_before_mark(const std::string& folder) {
  for (const std::string_view mark : kBuildMarks) {
    const std::size_t place = folder.find(mark);
    if (place != std::string::npos) return folder.substr(0, place);
  }
  return {};
}

// True for a folder with a manifest, and for a folder that cannot be read: opening that one reports why.
bool may_be_database(const fs::directory_entry& entry) {
  std::error_code error;
  if (!entry.is_directory(error)) return false;
  return fs::exists(manifest_path(entry.path()), error) || (error && error != std::errc::no_such_file_or_directory);
}

// Removes the folders that an interrupted drop or build has left, unless the root cannot be written.
void remove_left_folders(const fs::path& root) {
  std::vector<fs::path> dropped, half_done;
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kDropped)) dropped.push_back(entry.path());
    if (const std::string of = name_before_mark(name); !of.empty()) half_done.push_back(root / of);
  }
  std::error_code ignored;
  for (const fs::path& folder : dropped) fs::remove_all(folder, ignored);
  for (const fs::path& database : half_done) static_cast<void>(pgas::attempt([&] { remove_leftovers(database); }));
}

}  // namespace

std::string DatabaseCommand::serialise() const {
  return nlohmann::json{{"database", name}, {"what", static_cast<int>(what)}, {"id", id}}.dump();
}

DatabaseCommand DatabaseCommand::parse(const std::string& bytes) {
  const auto json = nlohmann::json::parse(bytes);
  return {static_cast<What>(json.at("what").get<int>()), json.at("database").get<std::string>(),
          json.at("id").get<DatabaseId>()};
}

LocalDatabases::LocalDatabases(pgas::Job& job, StoreTable& stores, std::string root, const StoreOptions& options)
    : job_(job), stores_(stores), root_(std::move(root)), options_(options) {}

// The locks of the folders are held until the databases are closed.
LocalDatabases::~LocalDatabases() {
  forget_engines();
  for (const auto& [name, entry] : entries_) {
    if (entry.damage.empty()) stores_.remove(entry.id).reset();
  }
}

std::vector<std::string> LocalDatabases::found_names(const std::string& besides) const {
  remove_left_folders(root_);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root_)) {
    const std::string name = entry.path().filename().string();
    if (!may_be_database(entry)) continue;
    std::error_code ignored;
    if (fs::equivalent(entry.path(), besides, ignored)) continue;
    if (const std::string why = why_no_name(name); why.empty()) {
      names.push_back(name);
    } else if (name_before_mark(name).empty() && !name.starts_with('.')) {
      log_line(LogLevel::warning, fmt::format("{} is not served: {}", entry.path().string(), why));
    }
  }
  std::sort(names.begin(), names.end());
  const std::string other = fs::weakly_canonical(besides).filename().string();
  if (std::binary_search(names.begin(), names.end(), other)) {
    fail(ErrorKind::user, "two databases have the name '{}': {} (serve --db) and {}; rename the folder of one", other,
         besides, folder(other));
  }
  if (names.size() >= pgas::Job::kAnnouncedPlaces) {
    fail(ErrorKind::user, "{} has {} databases; a server has at most {}, with its default one", root_, names.size(),
         pgas::Job::kAnnouncedPlaces);
  }
  return names;
}

void LocalDatabases::open_all(pgas::Team& team, const std::string& besides) {
  if (root_.empty()) return;
  nlohmann::json names;
  team.agree(pgas::attempt([&] {
    if (team.is_first()) names = found_names(besides);
  }));
  names = nlohmann::json::parse(team.broadcast(names.dump()));
  DatabaseId id = kDefaultDatabase;
  for (const auto& name : names) {
    const DatabaseCommand command{DatabaseCommand::What::open, name.get<std::string>(), ++id};
    try {
      open_store(team, command, options_);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::cancelled) throw;
      const std::lock_guard lock(mutex_);
      entries_[command.name] = Entry{id, error.what()};
    }
  }
}

void LocalDatabases::open_store(pgas::Team& team, const DatabaseCommand& command, StoreOptions options) {
  const std::string its = folder(command.name);
  if (command.what == DatabaseCommand::What::create) {
    quadrille::BuildOptions build;
    build.database = its;
    build.empty = true;
    build.progress = ProgressDisplay::none;
    build.lane = team.lane();
    build_database(job_, build);
  }
  Entry entry{command.id};
  team.run([&] { entry.lock = share_database(team, its, "serve"); });
  job_.clear_announced(command.id);
  options.id = command.id;
  stores_.add(command.id, std::make_shared<Store>(job_, team, its, options));
  {
    const std::lock_guard lock(mutex_);
    entries_[command.name] = std::move(entry);
  }
  team.barrier();  // no image names the database before all have it
}

void LocalDatabases::open(pgas::Team& team, const DatabaseCommand& command) {
  withdraw(command.name);  // the engine of a damaged one
  StoreOptions options = options_;
  options.recovering = {};  // it shows the start of the server
  try {
    open_store(team, command, options);
  } catch (const Error& error) {
    if (entries().contains(command.name)) serve_damaged(command.name, error.what());
    throw;
  }
  serve(command.name);
}

void LocalDatabases::close(pgas::Team& team, const DatabaseCommand& command) {
  withdraw(command.name);
  bool is_open = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(command.name);
    is_open = found != entries_.end() && found->second.damage.empty();
    if (found != entries_.end()) entries_.erase(found);
  }
  team.barrier();
  if (is_open) stores_.remove(command.id).reset();
}

void LocalDatabases::run(pgas::Team& team, const DatabaseCommand& command) {
  command.what == DatabaseCommand::What::close ? close(team, command) : open(team, command);
}

void LocalDatabases::set_face(DatabaseFace face) {
  face_ = std::move(face);
  for (const auto& [name, entry] : entries()) {
    entry.damage.empty() ? serve(name) : serve_damaged(name, entry.damage);
  }
}

void LocalDatabases::serve(const std::string& name) {
  if (!face_.make_engine) return;
  const Entry entry = entries().at(name);
  withdraw_credential(name);
  std::shared_ptr<Engine> engine = face_.make_engine(name, entry.id);
  face_.serve(name, *engine);
  std::shared_ptr<RunCredential> credential;
  if (face_.announce && entry.lock) credential = face_.announce(name, *entry.lock);
  const std::lock_guard lock(mutex_);
  entries_[name].engine = std::move(engine);
  entries_[name].credential = std::move(credential);
}

void LocalDatabases::serve_damaged(const std::string& name, const std::string& reason) {
  std::shared_ptr<Engine> engine;
  if (face_.make_engine) {
    engine = std::make_shared<DamagedEngine>(name, reason);
    face_.serve(name, *engine);
  }
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[name];
  entry.damage = reason;
  entry.engine = std::move(engine);
}

// Before there is another one: its end removes the file.
void LocalDatabases::withdraw_credential(const std::string& name) {
  const std::lock_guard lock(mutex_);
  entries_[name].credential.reset();
}

void LocalDatabases::withdraw(const std::string& name) {
  if (!face_.make_engine) return;
  face_.withdraw(name);
  std::shared_ptr<Engine> engine;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    if (found != entries_.end()) engine = std::move(found->second.engine);
  }
}

void LocalDatabases::forget_engines() {
  for (const auto& [name, entry] : entries()) {
    std::shared_ptr<Engine> gone;
    const std::lock_guard lock(mutex_);
    gone = std::move(entries_[name].engine);
  }
}

std::map<std::string, LocalDatabases::Entry> LocalDatabases::entries() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

}  // namespace quadrille::server
