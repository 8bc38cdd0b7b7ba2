#include "quadstore/heavy_objects.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

std::uint64_t filter_bit(Huri object) {
  return std::uint64_t{1} << ((object.bits() * 0x9e3779b97f4a7c15) >> 58);
}

bool same_key(const HeavyEntry& a, const HeavyEntry& b) {
  return a.object == b.object && a.predicate == b.predicate;
}

}  // namespace

HeavyObjects::HeavyObjects(std::vector<HeavyEntry> entries) {
  std::sort(entries.begin(), entries.end());
  for (const HeavyEntry& entry : entries) {
    if (!entries_.empty() && same_key(entries_.back(), entry)) {
      entries_.back().default_rows += entry.default_rows;
      entries_.back().named_rows += entry.named_rows;
    } else {
      entries_.push_back(entry);
    }
    objects_.push_back(entry.object);
    predicates_.push_back(entry.predicate);
    filter_ |= filter_bit(entry.object);
  }
  sort_different(objects_);
  sort_different(predicates_);
}

HeavyObjects HeavyObjects::of_objects(std::span<const Huri> objects) {
  HeavyObjects table;
  table.objects_.assign(objects.begin(), objects.end());
  sort_different(table.objects_);
  for (const Huri object : objects) table.filter_ |= filter_bit(object);
  return table;
}

bool HeavyObjects::contains(Huri object) const {
  return (filter_ & filter_bit(object)) != 0 && std::binary_search(objects_.begin(), objects_.end(), object);
}

bool HeavyObjects::has_heavy_object(Huri predicate) const {
  return std::binary_search(predicates_.begin(), predicates_.end(), predicate);
}

HeavyEntry HeavyObjects::find(Huri predicate, Huri object) const {
  const HeavyEntry wanted{object, predicate};
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), wanted);
  return found != entries_.end() && same_key(*found, wanted) ? *found : wanted;
}

ShardId HeavyObjects::object_shard(Huri subject, Huri object, std::uint32_t shards) const {
  return shard_of(contains(object) ? subject : object, shards);
}

std::string HeavyObjects::serialise() const {
  std::string bytes;
  for (const HeavyEntry& entry : entries_) {
    for (const std::uint64_t word :
         {entry.object.bits(), entry.predicate.bits(), entry.default_rows, entry.named_rows}) {
      char buffer[8];
      store(buffer, word);
      bytes.append(buffer, sizeof(buffer));
    }
  }
  return bytes;
}

HeavyObjects HeavyObjects::parse(std::string_view bytes, std::string_view source) {
  constexpr std::size_t kEntryBytes = 32;
  if (bytes.size() % kEntryBytes != 0) {
    fail(ErrorKind::io, "{}: a table of heavy objects has a multiple of {} bytes, found {}", source, kEntryBytes,
         bytes.size());
  }
  std::vector<HeavyEntry> entries;
  for (const char* at = bytes.data(); at != bytes.data() + bytes.size(); at += kEntryBytes) {
    entries.push_back({Huri(load<std::uint64_t>(at)), Huri(load<std::uint64_t>(at + 8)), load<std::uint64_t>(at + 16),
                       load<std::uint64_t>(at + 24)});
  }
  return HeavyObjects(std::move(entries));
}

}  // namespace quadrille
