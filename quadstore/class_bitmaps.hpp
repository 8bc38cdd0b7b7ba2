#pragma once

// Which keys stand behind a constant prefix, as a bit vector: who has a class, for one, where many rows are asked for
// it.
//
//   rdf:type, ub:Student in pos -> base 0x1000000000041c80, bits 0 1 1 0 1 ...     one test, no search, no order needed
//
// A set is made once as many blocks have been unpacked in searches behind its prefix as all its rows take, and only
// where it takes at most four bytes a row (EarnedCache).
//
// Local; any number of threads. Of the base alone, and of the shards that are open here: who reads changes searches.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "quadstore/earned_cache.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

class Generation;

class ClassBitmap {
 public:
  ClassBitmap(Huri least, Huri most) : least_(least.bits()), bits_((most.bits() - least.bits()) / 64 + 1) {}

  void add(Huri key) {
    const std::uint64_t place = key.bits() - least_;
    bits_[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  bool contains(Huri key) const {
    const std::uint64_t place = key.bits() - least_;  // a smaller key's is far behind
    return place / 64 < bits_.size() && (bits_[place / 64] >> (place % 64) & 1) != 0;
  }
  std::size_t size_bytes() const { return bits_.size() * sizeof(std::uint64_t); }

 private:
  std::uint64_t least_;
  std::vector<std::uint64_t> bits_;
};

class ClassBitmaps {
 public:
  explicit ClassBitmaps(std::size_t most_bytes);

  // The set of the keys in the column behind `prefix`, if it is there or its time has come; else nullptr. `look` is
  // called now and then while it is made, and may throw.
  std::shared_ptr<const ClassBitmap> get(const Generation& generation, Permutation permutation,
                                         const QuadPrefix& prefix, const std::function<void()>& look);

  // `blocks` have been unpacked in searches for keys behind `prefix`.
  void spend(Permutation permutation, const QuadPrefix& prefix, std::uint64_t blocks);

  std::size_t used_bytes() const { return sets_.used_bytes(); }

 private:
  EarnedCache<ClassBitmap> sets_;
};

}  // namespace quadrille
