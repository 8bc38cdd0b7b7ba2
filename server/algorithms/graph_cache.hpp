#pragma once

// A GraphCache keeps the graphs of calls for later calls with the same edges in the same state of the data. Those do
// not read the edges. One cache serves all databases of an image; queries of a database reach it by DatabaseGraphs.
//
//   key      database, generation, version, edges (query/plan/logical/edges_key.hpp), direction, lists, weights, groups
//   graph    a copy in one piece of the heap of the first image of each group, where all images of the group read it
//
// The first image of a group finds and keeps graphs; the others learn the address from it (called_graph.cpp), so all
// images of a group agree. With several groups a graph is used if each has its part of it. Graphs of a state that
// nobody can see any more are dropped, and the least recently used ones if there are too many. A graph that a query
// uses is freed when the query has ended.
//
// Databases have no shares of the memory: a busy one can take all of it.
//
// Thread-safe. Memory: the registry has reserved the limit in the heap; a graph takes its memory from there.

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/cache_registry.hpp"
#include "pgas/heap.hpp"
#include "query/procedures/callees.hpp"

namespace quadrille::server {

struct GraphCacheCounts {
  std::uint64_t found = 0;   // calls that used a kept graph
  std::uint64_t missed = 0;  // calls that made one
  std::uint64_t kept = 0;    // at present
};

class GraphCache final : public Cache {
 public:
  // Generation and version.
  using State = std::pair<std::uint64_t, std::uint64_t>;
  struct Key {
    std::uint32_t database = 0;  // its number
    State state;
    std::string graph;
    bool operator==(const Key&) const = default;
  };

  // The memory of a graph in the heap of this image, which outlives it.
  class Piece {
   public:
    ~Piece() { cache_.free(memory_); }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
    std::span<std::byte> memory() const { return memory_; }

   private:
    friend class GraphCache;
    Piece(GraphCache& cache, std::span<std::byte> memory) : cache_(cache), memory_(memory) {}
    GraphCache& cache_;
    const std::span<std::byte> memory_;
  };
  using PiecePtr = std::shared_ptr<const Piece>;

  // `registry`: of an image that keeps graphs, the first of its group; nullptr: of another one, which keeps none.
  GraphCache(pgas::Heap& heap, CacheRegistry* registry, std::size_t wanted_bytes);
  ~GraphCache() override;

  // Local. nullptr: there is none.
  PiecePtr find(const Key& key);
  // Local. Memory for a graph; nullptr if it is too large, or if there is no memory at present. Removes other graphs.
  PiecePtr make(std::size_t bytes);
  // Local. Keeps a graph that make() has made the memory of.
  void keep(Key key, PiecePtr graph);
  // Local. No query will see a state of the database before this one.
  void drop_below(std::uint32_t database, State state);
  // Local. Drops all graphs of a database that no query sees any more. A database with the same number is another one.
  void forget(std::uint32_t database);

  // Of all databases together.
  GraphCacheCounts counts() const;
  std::size_t used_bytes() const override;

 private:
  struct Entry {
    Key key;
    PiecePtr graph;
  };
  using Entries = std::list<Entry>;  // the most recently used first

  void free(std::span<std::byte> memory);
  void shrink() override;
  // Moves those whose key is_old(key) to `gone`. Needs the lock.
  template <class IsOld>
  void take_out(const IsOld& is_old, Entries& gone);
  // Moves the least recently used ones to `gone` until so many bytes are free. Needs the lock.
  void make_room(std::size_t bytes, Entries& gone);
  // Reserves again what free() could not reserve. Needs the lock.
  void reserve_owed();

  pgas::Heap& heap_;
  mutable std::mutex mutex_;
  Entries entries_;
  std::size_t kept_bytes_ = 0;             // of the entries
  std::size_t used_bytes_ = 0;             // of all pieces, those that queries use alone too
  std::size_t owed_bytes_ = 0;             // that the registry has reserved, and the heap does not count now
  std::map<std::uint32_t, State> lowest_;  // by database
  GraphCacheCounts counts_;
  std::optional<CacheMembership> membership_;
};

// The DatabaseGraphs are the graphs of one database in a GraphCache that several share. They end with the database.
class DatabaseGraphs final : public query::ProcedureMemory {
 public:
  // `cache` outlives it.
  DatabaseGraphs(GraphCache& cache, std::uint32_t database) : cache_(cache), database_(database) {}
  ~DatabaseGraphs() override { cache_.forget(database_); }
  DatabaseGraphs(const DatabaseGraphs&) = delete;
  DatabaseGraphs& operator=(const DatabaseGraphs&) = delete;

  GraphCache& cache() const { return cache_; }
  std::uint32_t database() const { return database_; }
  // Local. No query will see a state before this one.
  void drop_below(GraphCache::State state) { cache_.drop_below(database_, state); }

 private:
  GraphCache& cache_;
  const std::uint32_t database_;
};

}  // namespace quadrille::server
