#pragma once

// The ServedDatabases are all databases of a server, on image 0: they make and drop databases while it runs.
//
//   create   name is free -> all images: an empty database is built, or one that is there is opened -> served
//   drop     nobody finds it -> its requests have ended -> its folder is renamed -> all images close it -> removed
//
// A database is there from the moment on that its build is complete, until its folder is renamed; what is between
// is removed at the next start (LocalDatabases::open_all()).

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "server/engine/administration_lane.hpp"
#include "server/engine/local_databases.hpp"
#include "server/engine/serving_job.hpp"
#include "server/http/database_set.hpp"

namespace quadrille::server {

class ServedDatabases final : public DatabaseSet {
 public:
  // All outlive it. `default_name`: of the default database.
  ServedDatabases(ServingJob& serving, LocalDatabases& local, AdministrationLane& lane, std::string default_name);

  std::vector<DatabaseState> list() override;
  DatabaseState create(const std::string& name) override;
  void drop(const std::string& name) override;

 private:
  struct Known {
    DatabaseId id;
    std::string damage;
  };
  // Of a database beside the default one. A copy of its Entry would keep its engine.
  std::optional<Known> find(const std::string& name) const;
  // Throws StatusError: 501, 403.
  void expect_changes() const;
  void do_together(const DatabaseCommand& command);
  DatabaseId next_id();
  void set_aside(const std::string& name, const std::string& aside, const std::string& damage);

  ServingJob& serving_;
  LocalDatabases& local_;
  AdministrationLane& lane_;
  const std::string default_name_;
  std::mutex changing_;  // one change at a time
  DatabaseId last_id_;
  std::uint64_t dropped_ = 0;
};

}  // namespace quadrille::server
