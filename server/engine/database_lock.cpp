#include "server/engine/database_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path lock_file(const fs::path& directory) {
  return directory / "lock";
}

// proc(5), stat: the 22nd field, counted from the end of the command in parentheses. 0 if there is no such process, or
// if it has ended and its parent has not asked for its status yet (state Z): this takes seconds in some containers.
std::uint64_t start_of(int pid) {
  std::string line;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", pid)), line);
  const std::size_t command_end = line.rfind(')');
  if (command_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(command_end + 1));
  std::string state, skipped;
  fields >> state;
  if (state == "Z" || state == "X") return 0;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  std::uint64_t started = 0;
  fields >> started;
  return started;
}

// Makes the change of a lock and of the file's text one step for all processes with this code. If a directory cannot be
// locked (NFS), the text may be wrong, and of two commands that start at the same time one may be refused; the lock
// itself works.
class Turn {
 public:
  explicit Turn(const fs::path& directory) : descriptor_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0) flock(descriptor_, LOCK_EX);
  }
  ~Turn() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Turn(const Turn&) = delete;

 private:
  int descriptor_;
};

bool is_entry(const Json& entry) {
  const auto has = [&](const char* name, bool (Json::*is_type)() const noexcept) {
    return entry.contains(name) && (entry[name].*is_type)();
  };
  return entry.is_object() && has("pid", &Json::is_number_integer) && has("started", &Json::is_number_unsigned) &&
         has("machine", &Json::is_string) && has("role", &Json::is_string) && has("host", &Json::is_string) &&
         has("port", &Json::is_number_integer);
}

// The entries without those that are known to be dead. Entries of other machines are kept.
Json read_entries(const fs::path& directory) {
  const Json entries = Json::parse(std::ifstream(lock_file(directory)), nullptr, false);
  Json living = Json::array();
  if (!entries.is_array()) return living;
  for (const Json& entry : entries) {
    if (!is_entry(entry)) continue;
    if (entry["machine"] != machine_name() || entry["started"] == start_of(entry["pid"])) living.push_back(entry);
  }
  return living;
}

std::string describe(const std::vector<LockHolder>& holders) {
  std::string text;
  for (const LockHolder& holder : holders) {
    fmt::format_to(std::back_inserter(text), "{}process {} ({}", text.empty() ? "" : ", ", holder.pid, holder.role);
    if (holder.port != 0) fmt::format_to(std::back_inserter(text), " on {}:{}", holder.host, holder.port);
    if (holder.machine != machine_name()) fmt::format_to(std::back_inserter(text), " at machine {}", holder.machine);
    text += ')';
  }
  return text.empty() ? "another process" : text;
}

}  // namespace

std::string machine_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

DatabaseLock::DatabaseLock(fs::path directory, LockMode mode, const std::string& role)
    : directory_(std::move(directory)), this_{.pid = getpid(), .machine = machine_name(), .role = role, .host = {}} {
  for (;;) {
    open_file(mode);
    try {
      enter(mode);
    } catch (...) {
      close(file_);
      throw;
    }
    if (is_in_place()) return;
    close(file_);  // the directory was replaced between the two
  }
}

void DatabaseLock::open_file(LockMode mode) {
  const fs::path path = lock_file(directory_);
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  const int error = errno;
  writable_ = file_ >= 0;
  if (file_ < 0 && mode == LockMode::shared) file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ >= 0) return;
  fail(ErrorKind::user, "cannot lock the database {}: {}: {}", directory_.string(), path.string(),
       std::strerror(error));
}

bool DatabaseLock::is_in_place() const {
  struct stat ours {
  }, theirs{};
  if (fstat(file_, &ours) != 0 || stat(lock_file(directory_).c_str(), &theirs) != 0) return false;
  return ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

DatabaseLock::~DatabaseLock() {
  const Turn turn(directory_);
  write_holders(false);
  close(file_);
}

void DatabaseLock::announce(const std::string& host, int port, const std::string& scheme, const std::string& path) {
  this_.path = path;
  this_.host = host;
  this_.port = port;
  this_.scheme = scheme;
  const Turn turn(directory_);
  write_holders(true);
}

void DatabaseLock::enter(LockMode mode) {
  const Turn turn(directory_);
  // If the lock can be exclusive, all entries are of dead processes, also those of other machines.
  only_holder_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
  if (mode == LockMode::shared ? flock(file_, LOCK_SH | LOCK_NB) != 0 : !only_holder_) {
    fail(ErrorKind::user, "the database {} is in use by {}", directory_.string(), describe(lock_holders(directory_)));
  }
  write_holders(true);
  only_holder_ = false;
}

void DatabaseLock::write_holders(bool with_this) {
  if (!writable_) return;
  const Json others = only_holder_ ? Json::array() : read_entries(directory_);
  Json entries = Json::array();
  for (const Json& entry : others) {
    if (entry["pid"] != this_.pid || entry["machine"] != this_.machine) entries.push_back(entry);
  }
  if (with_this) {
    entries.push_back({{"pid", this_.pid},
                       {"started", start_of(this_.pid)},
                       {"machine", this_.machine},
                       {"role", this_.role},
                       {"host", this_.host},
                       {"port", this_.port},
                       {"scheme", this_.scheme},
                       {"path", this_.path}});
  }
  const std::string text = entries.dump() + "\n";
  // Failing to write the text is no error: the lock works without it.
  if (pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size())) {
    [[maybe_unused]] const int cut = ftruncate(file_, static_cast<off_t>(text.size()));
  }
}

std::vector<LockHolder> lock_holders(const fs::path& directory) {
  std::vector<LockHolder> holders;
  for (const Json& entry : read_entries(directory)) {
    holders.push_back({.pid = entry["pid"],
                       .machine = entry["machine"],
                       .role = entry["role"],
                       .host = entry["host"],
                       .port = entry["port"],
                       .scheme = entry.value("scheme", "http"),
                       .path = entry.value("path", "")});
  }
  return holders;
}

std::optional<LockHolder> find_server(const fs::path& directory) {
  for (const LockHolder& holder : lock_holders(directory)) {
    if (holder.port != 0 && holder.machine == machine_name()) return holder;
  }
  return std::nullopt;
}

}  // namespace quadrille::server
