#pragma once

// A DatabaseLock guards the directory of a database by the file DIR/lock, which lists the processes that use it.
//
//   mode        taken by                      compatible with
//   shared      serve, query, dump, info      shared
//   exclusive   build and restore --replace   nothing
//
// The lock is flock() on the file, so it ends with the process in any case. The content of the file is for users,
// and for finding the server of a database; a JSON array of the holders:
//
//   [{"pid":123,"started":456,"machine":"n1","role":"serve","host":"127.0.0.1","port":3756,"scheme":"http",
//    "path":"/people"}]
//
// ("started" is the process's start in ticks since boot: it detects that another process has the same id.)
//
// D1  One image of a job holds the lock for all.
// D2  While it is held, other files in the directory come and go, but DIR/lock stays. Only the holder of an exclusive
//     lock replaces the directory itself. A process that got the lock on a replaced file starts again.
// D3  A read-only database (permissions, a read-only medium) can be locked as shared; its holders are then not listed.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::server {

enum class LockMode : std::uint8_t { shared, exclusive };

struct LockHolder {
  int pid = 0;
  std::string machine;
  std::string role;  // the command
  std::string host;  // of a listening server; otherwise empty
  int port = 0;
  std::string scheme = "http";  // or https
  std::string path = {};        // of the database there: "/people"; empty: it is the default one
};

// The name of this machine, as the lock has it.
std::string machine_name();

class DatabaseLock {
 public:
  // `directory` must exist. Throws Error(user): "the database DIR is in use by process 123 (serve on 127.0.0.1:3756)".
  // Does not wait for the lock.
  DatabaseLock(std::filesystem::path directory, LockMode mode, const std::string& role);
  ~DatabaseLock();
  DatabaseLock(const DatabaseLock&) = delete;
  DatabaseLock& operator=(const DatabaseLock&) = delete;

  // Records the address of this server, and the path of the database there.
  void announce(const std::string& host, int port, const std::string& scheme = "http", const std::string& path = "");

 private:
  void open_file(LockMode mode);
  void enter(LockMode mode);
  bool is_in_place() const;
  void write_holders(bool with_this);

  std::filesystem::path directory_;
  LockHolder this_;
  int file_ = -1;
  bool writable_ = true;
  bool only_holder_ = false;
};

// The living holders, according to the file.
std::vector<LockHolder> lock_holders(const std::filesystem::path& directory);

// The server of this database on this machine, if there is one; commands send their requests to it.
std::optional<LockHolder> find_server(const std::filesystem::path& directory);

}  // namespace quadrille::server
