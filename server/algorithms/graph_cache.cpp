#include "server/algorithms/graph_cache.hpp"

#include <algorithm>
#include <iterator>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::server {

namespace {
constexpr pgas::Structure kGraphs = pgas::Structure::analytics_csr;  // the largest part of a piece
}

GraphCache::GraphCache(pgas::Heap& heap, CacheRegistry* registry, std::size_t wanted_bytes)
    : Cache("graphs", wanted_bytes), heap_(heap) {
  if (registry != nullptr && wanted_bytes > 0) membership_.emplace(registry, *this);
}

// Nobody uses a graph any more, so what was reserved can be reserved again.
GraphCache::~GraphCache() {
  entries_.clear();
  reserve_owed();
}

GraphCache::PiecePtr GraphCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (!(entry->key == key)) continue;
    entries_.splice(entries_.begin(), entries_, entry);
    ++counts_.found;
    return entry->graph;
  }
  ++counts_.missed;
  return nullptr;
}

// The heap must count the piece before the reservation is given back: another thread cannot take its place then.
GraphCache::PiecePtr GraphCache::make(std::size_t bytes) {
  Entries gone;  // is freed after the lock has been released
  bytes = round_up(bytes, pgas::Heap::kGranule);
  {
    const std::lock_guard lock(mutex_);
    if (!membership_ || bytes > most_bytes()) return nullptr;
    make_room(bytes, gone);
  }
  gone.clear();
  const std::lock_guard lock(mutex_);
  if (used_bytes_ + bytes > most_bytes()) return nullptr;  // of graphs that queries still use
  void* memory = nullptr;
  try {
    memory = pgas::allocate_placed(heap_, kGraphs, bytes);
  } catch (const Error&) {
    return nullptr;
  }
  if (pgas::counts_as_memory(kGraphs)) heap_.give_back(bytes);
  used_bytes_ += bytes;
  return PiecePtr(new Piece(*this, {static_cast<std::byte*>(memory), bytes}));
}

void GraphCache::keep(Key key, PiecePtr graph) {
  Entries gone;
  const std::lock_guard lock(mutex_);
  if (const auto lowest = lowest_.find(key.database); lowest != lowest_.end() && key.state < lowest->second) return;
  for (const Entry& entry : entries_) {
    if (entry.key == key) return;  // another query was faster
  }
  kept_bytes_ += graph->memory().size();
  entries_.push_front({std::move(key), std::move(graph)});
}

template <class IsOld>
void GraphCache::take_out(const IsOld& is_old, Entries& gone) {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    if (is_old(entry->key)) {
      kept_bytes_ -= entry->graph->memory().size();
      gone.splice(gone.end(), entries_, entry);
    }
    entry = next;
  }
}

void GraphCache::drop_below(std::uint32_t database, State state) {
  Entries gone;
  const std::lock_guard lock(mutex_);
  State& lowest = lowest_[database];
  lowest = std::max(lowest, state);
  take_out([&](const Key& key) { return key.database == database && key.state < lowest; }, gone);
}

void GraphCache::forget(std::uint32_t database) {
  Entries gone;
  const std::lock_guard lock(mutex_);
  lowest_.erase(database);
  take_out([&](const Key& key) { return key.database == database; }, gone);
}

GraphCacheCounts GraphCache::counts() const {
  const std::lock_guard lock(mutex_);
  GraphCacheCounts counts = counts_;
  counts.kept = entries_.size();
  return counts;
}

std::size_t GraphCache::used_bytes() const {
  const std::lock_guard lock(mutex_);
  return used_bytes_;
}

void GraphCache::free(std::span<std::byte> memory) {
  const std::lock_guard lock(mutex_);
  const bool is_reserved = !pgas::counts_as_memory(kGraphs) || heap_.try_set_aside(memory.size());
  pgas::free_placed(heap_, memory.data());
  used_bytes_ -= memory.size();
  if (!is_reserved) owed_bytes_ += memory.size();
  reserve_owed();
}

void GraphCache::reserve_owed() {
  if (owed_bytes_ > 0 && heap_.try_set_aside(owed_bytes_)) owed_bytes_ = 0;
}

void GraphCache::shrink() {
  Entries gone;
  const std::lock_guard lock(mutex_);
  make_room(0, gone);
}

void GraphCache::make_room(std::size_t bytes, Entries& gone) {
  while (!entries_.empty() && kept_bytes_ + bytes > most_bytes()) {
    kept_bytes_ -= entries_.back().graph->memory().size();
    gone.splice(gone.end(), entries_, std::prev(entries_.end()));
  }
}

}  // namespace quadrille::server
