#pragma once

// The EngineMetrics are the figures of a server at one moment, for /metrics and /health; the DatabaseMetrics those of a
// database. Counts are since the start of
// the process.

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::server {

// Of a cache that is asked by a key.
struct CacheUses {
  std::uint64_t found = 0, missed = 0;
  std::uint64_t kept = 0, bytes = 0;  // at present
};

// The memory that caches have, by name; names are fixed by the program.
struct CacheMemory {
  std::string name;
  std::uint64_t bytes = 0, most_bytes = 0;
};

// One image. Trivially copyable: images send it to each other.
struct ImageMetrics {
  int image = 0;
  std::uint64_t heap_bytes = 0;  // the limit
  std::uint64_t heap_used_bytes = 0, heap_high_water_bytes = 0;
  std::uint64_t resident_bytes = 0;  // of its process
  double cpu_seconds = 0;
  std::uint64_t log_bytes = 0, log_syncs = 0;
  double log_sync_seconds = 0;
  std::uint64_t messages = 0, sent_bytes = 0;  // to images of other groups
};

// Work in the background, of one kind.
struct WorkCounts {
  std::uint64_t succeeded = 0, failed = 0;
  double seconds = 0;  // of both
  bool is_running = false;
};

// Of a database.
struct DatabaseMetrics {
  std::uint64_t quads = 0, generation = 0, version = 0;  // of the newest state
  std::uint64_t default_graph_quads = 0;                 // of these quads
  std::time_t last_backup = 0;                           // the end of the last that succeeded; 0: none since the start
};

struct EngineMetrics {
  struct Lanes {
    std::size_t all = 0, running = 0, waiting = 0;
    std::uint64_t refused = 0;
  };
  // Of a server that accepts updates; of all its databases.
  struct Writes {
    std::size_t waiting = 0;
    WorkCounts compactions, backups;
  };

  std::vector<ImageMetrics> images;  // all; of a listener of another group than image 0's: this one
  std::vector<CacheMemory> caches;
  std::uint64_t caches_budget_bytes = 0;
  CacheUses plans;                  // prepared queries
  std::optional<CacheUses> graphs;  // of calls of algorithms
  std::optional<Lanes> lanes;
  std::optional<Writes> writes;
  std::uint64_t disk_free_bytes = 0;  // in the file system of the database
};

}  // namespace quadrille::server
