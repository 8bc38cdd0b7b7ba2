#pragma once

// Objects with so many rows (classes, mostly) that one shard could not hold them: their rows lie in the object-sharded
// permutations by the shard of their *subject*, and a scan of them is spread over all shards. The table is small (at
// most 16 x images objects) and the same in every process.
//
//   row's object       lies in ops, pos, opsg, posg, gpos of
//   not heavy          shard_of(object)
//   heavy              shard_of(subject)
//
// Per predicate and heavy object the exact numbers of rows are kept, so the optimizer knows them without a search and
// knows whether a predicate has heavy objects at all.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "dictionary/huri.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

struct HeavyEntry {
  Huri object, predicate;
  std::uint64_t default_rows = 0;  // in the default graph
  std::uint64_t named_rows = 0;    // in all named graphs together

  auto operator<=>(const HeavyEntry&) const = default;
};

class HeavyObjects {
 public:
  HeavyObjects() = default;

  // Any order; entries of the same object and predicate are added up.
  explicit HeavyObjects(std::vector<HeavyEntry> entries);

  // The objects alone, for placing rows before they are counted.
  static HeavyObjects of_objects(std::span<const Huri> objects);

  // An object with more rows than this is heavy.
  static std::uint64_t threshold(std::uint64_t quads, std::uint32_t images) {
    return quads / (16 * std::uint64_t{images});
  }

  bool empty() const { return objects_.empty(); }
  bool contains(Huri object) const;
  bool has_heavy_object(Huri predicate) const;

  // The rows of (?, predicate, object); zeros when the object is not heavy or never stands with that predicate.
  HeavyEntry find(Huri predicate, Huri object) const;

  std::span<const Huri> objects() const { return objects_; }        // ascending
  std::span<const HeavyEntry> entries() const { return entries_; }  // ascending by object, predicate

  // Where a row lies in the permutations sharded by object.
  ShardId object_shard(Huri subject, Huri object, std::uint32_t shards) const;

  // The table as bytes and back; parse() fails with ErrorKind::io, naming `source`, when they are not such a table.
  std::string serialise() const;
  static HeavyObjects parse(std::string_view bytes, std::string_view source);

 private:
  std::vector<HeavyEntry> entries_;
  std::vector<Huri> objects_;
  std::vector<Huri> predicates_;
  std::uint64_t filter_ = 0;  // bit h(object) is set for every heavy object: most rows are told by one look
};

}  // namespace quadrille
