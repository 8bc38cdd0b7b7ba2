#pragma once

// A database as the commands use it: opened at the addresses that the group has agreed on, with a snapshot to ask.

#include <string>

#include "loader/database.hpp"
#include "pgas/address_space.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille::server {

class ServedDatabase {
 public:
  // Local; every image opens the same folder.
  explicit ServedDatabase(const std::string& folder)
      : database_(folder, GenerationOptions{pgas::kFilesBase, std::nullopt}), snapshot_(database_.generation()) {}
  ServedDatabase(const ServedDatabase&) = delete;
  ServedDatabase& operator=(const ServedDatabase&) = delete;

  const Database& database() const { return database_; }
  const Manifest& manifest() const { return database_.generation().manifest(); }
  const Dictionary& dictionary() const { return database_.dictionary(); }
  const Snapshot& snapshot() const { return snapshot_; }

 private:
  Database database_;
  Snapshot snapshot_;
};

}  // namespace quadrille::server
