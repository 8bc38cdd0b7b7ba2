#pragma once

// FrequentObjects counts the objects of a stream of rows in bounded memory, and misses none that has more than
// rows / (counters + 1) rows:
//
//   rows of a 50, b 30, and of 20 other objects 1 each; 3 counters: the allowance is 100 / 4 = 25
//   counts()    a 25, b 5          an object has at most 25 rows more; one that is not listed has at most 25
//
// When there are too many counters, all are lowered by the same number, so that those of rare objects become free.
// Local. Memory: 32 to 64 bytes a counter. Cost: one look-up in a hash table a row.
//
// Sources: Misra, Gries, "Finding repeated elements", Science of Computer Programming 2 (1982); many counters are
// lowered at once as in Anderson et al., "A High-Performance Algorithm for Identifying Frequent Items in Data Streams",
// IMC 2017.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

struct ObjectCount {
  Huri object;
  std::uint64_t rows = 0;
};

class FrequentObjects {
 public:
  // counters > 0.
  explicit FrequentObjects(std::size_t counters);

  void add(std::span<const TripleRow> rows) { add_objects(rows); }
  void add(std::span<const QuadRow> rows) { add_objects(rows); }

  // An object has at most this many rows more than counts() lists for it.
  std::uint64_t allowance() const { return rows_ / (counters_ + 1); }

  // At most `counters` objects, in any order, each with at most its number of rows.
  std::vector<ObjectCount> counts() const;

 private:
  template <class Row>
  void add_objects(std::span<const Row> rows) {
    for (const Row& row : rows) add(row[index(Position::object)]);
    rows_ += rows.size();
  }
  void add(Huri object) {
    ObjectCount& slot = slot_of(object);
    if (slot.rows++ > 0) return;
    slot.object = object;
    if (++used_ > most_used_) lower();
  }
  ObjectCount& slot_of(Huri object) {
    std::size_t slot = std::hash<Huri>()(object) & (slots_.size() - 1);
    while (slots_[slot].rows != 0 && slots_[slot].object != object) slot = (slot + 1) & (slots_.size() - 1);
    return slots_[slot];
  }
  void lower();

  const std::size_t counters_;
  std::vector<ObjectCount> slots_;  // open addressing, linear; free if rows == 0
  std::size_t used_ = 0, most_used_;
  std::uint64_t rows_ = 0;
  std::uint64_t lowered_ = 0;  // by how much a counter has been lowered; at most allowance()
};

}  // namespace quadrille
