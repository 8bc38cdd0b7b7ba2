#pragma once

// The DatabaseSet is what the endpoint knows of the databases of a server: their names and states, and how they are
// made and dropped at run time. An implementation is server/engine/served_databases.hpp.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct DatabaseState {
  std::string name;
  bool is_default = false;  // its paths are those without a name, too
  std::string damage = {};  // why it cannot be used; empty: it is served
  std::uint64_t quads = 0;  // of the newest state
};

class DatabaseSet {
 public:
  virtual ~DatabaseSet() = default;

  // By name.
  virtual std::vector<DatabaseState> list() = 0;
  // Makes an empty database, or opens one that is in the folder of databases already. Throws StatusError: 400 for a
  // name that no database can have (why_no_name()), 403 if the server is read-only, 409 if it is served, 501 if the
  // server has no folder for databases; and the errors of making it.
  virtual DatabaseState create(const std::string& name) = 0;
  // Ends the requests to a database and removes it with its folder. Throws StatusError: 403, 501 as above, 404 if there
  // is none, 409 for the default database.
  virtual void drop(const std::string& name) = 0;
};

inline constexpr std::size_t kLongestDatabaseName = 64;
// In the names of folders that a build makes beside a database (loader/build/build_folder.hpp).
inline constexpr std::string_view kBuildMarks[] = {".building-", ".replaced-"};

// Why no database can have this name: other characters than letters, digits, '.', '_' and '-' of ASCII, a first one
// that is no letter or digit, more than 64 of them, a mark of builds, or the first segment of a path of the server.
// Empty: it can.
std::string why_no_name(std::string_view name);

}  // namespace quadrille::server
