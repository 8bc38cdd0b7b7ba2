#pragma once

// HeavyObjects lists objects with so many rows (mostly classes) that one shard could not hold them. In the
// object-sharded permutations their rows are in the shard of their *subject*, and a scan of them covers all shards.
// The table is small (at most 16 x images objects) and the same in every process.
//
//   row's object       its row in ops, pos, opsg, posg, gpos is in
//   not heavy          shard_of(object)
//   heavy              shard_of(subject)
//
// The exact numbers of rows for each predicate and heavy object are kept. So the optimizer has these counts, and the
// predicates with heavy objects, without a search.

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

  // Entries in any order; those of the same object and predicate are added up.
  explicit HeavyObjects(std::vector<HeavyEntry> entries);

  // Only the objects, to place rows before they are counted.
  static HeavyObjects of_objects(std::span<const Huri> objects);

  // An object with more rows than this is heavy.
  static std::uint64_t threshold(std::uint64_t quads, std::uint32_t images) {
    return quads / (16 * std::uint64_t{images});
  }

  bool empty() const { return objects_.empty(); }
  bool contains(Huri object) const;
  bool has_heavy_object(Huri predicate) const;

  // The rows of (?, predicate, object); zeros if the object is not heavy or does not occur with that predicate.
  HeavyEntry find(Huri predicate, Huri object) const;

  std::span<const Huri> objects() const { return objects_; }        // ascending
  std::span<const HeavyEntry> entries() const { return entries_; }  // ascending by object, predicate

  // The shard of a row in the permutations sharded by object.
  ShardId object_shard(Huri subject, Huri object, std::uint32_t shards) const;

  // Converts the table to bytes and back; parse() fails with ErrorKind::io, naming `source`, if they are not such a
  // table.
  std::string serialise() const;
  static HeavyObjects parse(std::string_view bytes, std::string_view source);

 private:
  std::vector<HeavyEntry> entries_;
  std::vector<Huri> objects_;
  std::vector<Huri> predicates_;
  std::uint64_t filter_ = 0;  // bit h(object) is set for every heavy object: decides most rows at once
};

}  // namespace quadrille
