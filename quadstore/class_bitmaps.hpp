#pragma once

// A ClassBitmap holds the keys after a constant prefix as a bit vector: for example the members of a class. Repeated
// membership tests of many keys use it.
//
//   rdf:type, ub:Student in pos -> base 0x1000000000041c80, bits 0 1 1 0 1 ...     one test, no search, no order needed
//
// A bitmap is built once searches after its prefix have unpacked as many blocks as all its rows take, and only if it
// needs at most four bytes a row (EarnedCache).
//
// Local; any number of threads. It covers the base alone, in one view; ChangedKeys has what the levels change. All its
// shards must be open here.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "quadstore/earned_cache.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

class Generation;
struct Manifest;

class ClassBitmap {
 public:
  ClassBitmap(Huri least, Huri most) : least_(least.bits()), bits_((most.bits() - least.bits()) / 64 + 1) {}

  void add(Huri key) {
    const std::uint64_t place = key.bits() - least_;
    bits_[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  bool contains(Huri key) const {
    const std::uint64_t place = key.bits() - least_;  // smaller keys wrap to large places
    return place / 64 < bits_.size() && (bits_[place / 64] >> (place % 64) & 1) != 0;
  }
  std::size_t size_bytes() const { return bits_.size() * sizeof(std::uint64_t); }

 private:
  std::uint64_t least_;
  std::vector<std::uint64_t> bits_;
};

class ClassBitmaps {
 public:
  // The size up to which it is of use for a database of which so many views show different rows: 8 MB, or an eighth of
  // a byte a quad, but not more than all bitmaps that the database can have. Few rows have none.
  static std::size_t wanted_bytes_for(const Manifest& manifest, std::size_t views);

  // `registry` may be nullptr.
  ClassBitmaps(CacheRegistry* registry, std::size_t wanted_bytes);

  // The bitmap of the keys in the column after `prefix`, if it exists or pays by now; else nullptr. `look` is called
  // now and then while it is built, and may throw.
  std::shared_ptr<const ClassBitmap> get(const Generation& generation, View view, Permutation permutation,
                                         const QuadPrefix& prefix, const std::function<void()>& look);

  // Records that searches for keys after `prefix` have unpacked `blocks` blocks.
  void spend(View view, Permutation permutation, const QuadPrefix& prefix, std::uint64_t blocks);

  std::size_t used_bytes() const { return bitmaps_.used_bytes(); }

 private:
  EarnedCache<ClassBitmap> bitmaps_;
};

}  // namespace quadrille
