#pragma once

// The LocalDatabases are the databases of a server beside its default one, as one image has them: the subfolders of one
// folder that have a manifest, each under the name of its subfolder. Every image has one object; image 0's
// ServedDatabases decide what is opened and closed.
//
//   open_all()        at the start: those that are there; a damaged one does not hinder the others
//   open(), close()   at run time, by all images in the administration lane
//   serve()           on images with a listener: an engine for the database, and its paths
//
// A name belongs to a folder as long as the server runs; its DatabaseId belongs to it while it is open.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pgas/job.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/run_credential.hpp"
#include "server/engine/store.hpp"
#include "server/engine/store_table.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// A command of image 0 to all images.
struct DatabaseCommand {
  enum class What : std::uint8_t { open, create, close };
  What what = What::open;
  std::string name;
  DatabaseId id = kDefaultDatabase;

  std::string serialise() const;
  static DatabaseCommand parse(const std::string& bytes);
};

// The listener of an image.
struct DatabaseFace {
  std::function<std::unique_ptr<Engine>(const std::string& name, DatabaseId id)> make_engine;
  std::function<void(const std::string& name, Engine& engine)> serve;
  std::function<void(const std::string& name)> withdraw;  // returns when no request uses the engine any more
  // Tells local commands where the database is served; on image 0 alone.
  std::function<std::unique_ptr<RunCredential>(const std::string& name, DatabaseLock& lock)> announce = {};
};

class LocalDatabases {
 public:
  // `root`: the folder; empty: there are none.
  LocalDatabases(pgas::Job& job, StoreTable& stores, std::string root, const StoreOptions& options);
  // Collective, when no engine is in use any more. Closes the databases that are open.
  ~LocalDatabases();
  LocalDatabases(const LocalDatabases&) = delete;
  LocalDatabases& operator=(const LocalDatabases&) = delete;

  const std::string& root() const { return root_; }
  std::string folder(const std::string& name) const { return root_ + "/" + name; }

  // Collective over `team`, that of the administration lane, before the server serves. Removes what an interrupted
  // create or drop has left. `besides`: a folder that is not opened. Throws Error(user) if the root has too many
  // databases, or one with the name of that folder, and Error(cancelled).
  void open_all(pgas::Team& team, const std::string& besides);
  // Collective over `team`. Opens the database, or makes an empty one before; on an image with a listener, serves it.
  // Throws the same Error on all images; then nothing is open.
  void open(pgas::Team& team, const DatabaseCommand& command);
  // Collective over `team`. Ends its use on other images than 0, and closes it. Image 0 has withdrawn it.
  void close(pgas::Team& team, const DatabaseCommand& command);
  // The one of these that the command says.
  void run(pgas::Team& team, const DatabaseCommand& command);

  // Local; on an image with a listener, when its engines can be made. Serves what is open, and what is damaged.
  void set_face(DatabaseFace face);
  // Local. Serves it as a damaged one.
  void serve_damaged(const std::string& name, const std::string& reason);
  // Local. Ends the use of its engine here, if there is one.
  void withdraw(const std::string& name);
  // Local. Serves it again after withdraw().
  void serve(const std::string& name);
  // Local. Ends the engines, before what they use; no request reaches them any more.
  void forget_engines();

  // Of one database.
  struct Entry {
    DatabaseId id = kDefaultDatabase;
    std::string damage = {};                       // why it is not open; empty: it is
    std::shared_ptr<DatabaseLock> lock = nullptr;  // image 0's, like the next one
    std::shared_ptr<RunCredential> credential = nullptr;
    std::shared_ptr<Engine> engine = nullptr;  // of an image with a listener
  };
  // Thread-safe copies.
  std::map<std::string, Entry> entries() const;

 private:
  std::vector<std::string> found_names(const std::string& besides) const;
  void open_store(pgas::Team& team, const DatabaseCommand& command, StoreOptions options);
  void withdraw_credential(const std::string& name);

  pgas::Job& job_;
  StoreTable& stores_;
  const std::string root_;
  const StoreOptions options_;
  DatabaseFace face_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace quadrille::server
