#include "server/http/schema_cache.hpp"

#include <chrono>

namespace quadrille::server {

namespace {

constexpr std::size_t kMostBytes = 64 << 20;
constexpr std::chrono::milliseconds kBetweenChecks{20};

}  // namespace

SchemaCache::Kept SchemaCache::get(const std::string& key, std::uint64_t version, const std::function<Schema()>& make,
                                   const std::function<void()>& check) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (Kept found = find_here(key); found && found->version >= version) return found;
    if (in_work_.insert(key).second) break;
    changed_.wait_for(lock, kBetweenChecks);
    lock.unlock();
    check();
    lock.lock();
  }
  lock.unlock();
  Kept made;
  try {
    made = std::make_shared<const Schema>(make());
  } catch (...) {
    lock.lock();
    in_work_.erase(key);
    changed_.notify_all();
    throw;
  }
  lock.lock();
  in_work_.erase(key);
  keep(key, made);
  changed_.notify_all();
  return made;
}

SchemaCache::Kept SchemaCache::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return find_here(key);
}

SchemaCache::Kept SchemaCache::find_here(const std::string& key) const {
  for (const Entry& entry : entries_) {
    if (entry.key == key) return entry.schema;
  }
  return nullptr;
}

void SchemaCache::keep(const std::string& key, Kept schema) {
  entries_.remove_if([&](const Entry& entry) { return entry.key == key; });
  entries_.push_front({key, std::move(schema)});
  std::size_t bytes = 0;
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    bytes += entry->schema->bytes();
    if (bytes > kMostBytes && entry != entries_.begin()) {
      entries_.erase(entry, entries_.end());
      return;
    }
  }
}

}  // namespace quadrille::server
