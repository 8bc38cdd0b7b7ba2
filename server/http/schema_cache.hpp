#pragma once

// A SchemaCache keeps the schemas of a database that were asked for last, by what they are of: the dataset, and the
// rights of the user. Thread-safe. Of equal requests at one time, one makes the schema and the others wait for it.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "server/schema/schema.hpp"

namespace quadrille::server {

class SchemaCache {
 public:
  using Kept = std::shared_ptr<const Schema>;

  // The schema of this key of at least `version`. Runs `make` if there is none, and passes its exceptions on. While
  // another request makes it, calls `check` now and then, whose exceptions end the wait.
  Kept get(const std::string& key, std::uint64_t version, const std::function<Schema()>& make,
           const std::function<void()>& check);
  // Of any version; nullptr: there is none.
  Kept find(const std::string& key) const;

 private:
  struct Entry {
    std::string key;
    Kept schema;
  };
  Kept find_here(const std::string& key) const;
  void keep(const std::string& key, Kept schema);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Entry> entries_;       // the newest first
  std::set<std::string> in_work_;  // keys whose schema is being made
};

}  // namespace quadrille::server
