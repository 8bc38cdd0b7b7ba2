#pragma once

// A database of a few lines of data, for tests that images run together.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "pgas/team.hpp"
#include "quadstore/generation.hpp"
#include "server/engine/served_database.hpp"

namespace quadrille::testing {

// Collective, on all images of the job. A folder of its own, removed with the object; build() replaces what was there.
class TestDatabase {
 public:
  // The folder's name begins with `name`.
  explicit TestDatabase(std::string_view name);
  ~TestDatabase();
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;

  // TriG (or N-Triples), relative to kTestBase.
  void build(std::string_view data);
  // The same, but does not open it.
  void build_files(std::string_view data);

  std::string path() const { return (folder_ / "db").string(); }
  const server::ServedDatabase& served() const { return *served_; }
  // This image's own shards and no others, as if every image were a group.
  const Generation& own_shards() const { return *own_shards_; }

 private:
  void close();

  std::filesystem::path folder_;
  std::optional<server::ServedDatabase> served_;
  std::optional<Generation> own_shards_;
};

}  // namespace quadrille::testing
