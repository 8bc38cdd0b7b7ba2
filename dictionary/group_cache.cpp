#include "dictionary/group_cache.hpp"

#include <span>
#include <utility>

namespace quadrille {

GroupCache::Group GroupCache::find(std::uint64_t group_id) {
  Segment& segment = segment_of(group_id);
  const std::lock_guard lock(segment.mutex);
  const auto place = segment.places.find(group_id);
  if (place == segment.places.end()) return nullptr;
  segment.entries.splice(segment.entries.begin(), segment.entries, place->second);
  return place->second->group;
}

void GroupCache::keep(std::uint64_t group_id, Group group) {
  if (group->size() > most_bytes_of_segment()) return;
  std::list<Entry> gone;  // freed after the lock
  Segment& segment = segment_of(group_id);
  const std::lock_guard lock(segment.mutex);
  if (segment.places.contains(group_id)) return;  // another thread was here
  segment.bytes += group->size();
  segment.entries.push_front({group_id, std::move(group)});
  segment.places.emplace(group_id, segment.entries.begin());
  segment.shrink(most_bytes_of_segment(), gone);
}

void GroupCache::Segment::shrink(std::size_t most_bytes, std::list<Entry>& gone) {
  while (bytes > most_bytes) {
    const Entry& oldest = entries.back();
    bytes -= oldest.group->size();
    places.erase(oldest.id);
    gone.splice(gone.begin(), entries, std::prev(entries.end()));
  }
}

void GroupCache::shrink() {
  for (Segment& segment : std::span(segments_).first(num_segments_)) {
    std::list<Entry> gone;
    const std::lock_guard lock(segment.mutex);
    segment.shrink(most_bytes_of_segment(), gone);
  }
}

std::size_t GroupCache::used_bytes() const {
  std::size_t bytes = 0;
  for (const Segment& segment : std::span(segments_).first(num_segments_)) {
    const std::lock_guard lock(segment.mutex);
    bytes += segment.bytes;
  }
  return bytes;
}

}  // namespace quadrille
