#pragma once

// A DeltaRun holds the changes of one level to one run: the entries of a shard, permutation and level, in order.
//
//   word      | position : 59 | on a base row : 1 | marks before : 2 | marks after : 2 |
//   place     | position : 59 | on a base row : 1 |
//   columns   the row, column by column, in permutation order
//
// `position` is the base row before which an inserted row is placed (its lower bound in the base run), or the base row
// that is changed. Rows of equal position are sorted by their keys, and the base row itself is the last of them; so
// entries ascend by (place, key), which is also the order of keys. Marks are why the row is stored (marks.hpp); without
// any the row is not there.
//
//   base   a   c   e   g               position of c is 1
//   entry  +b  at 1                    word 1.0.none.both         before c
//          -c  at 1, on the row        word 1.1.both.none         c is gone
//           e  at 2, on the row        word 2.1.closure.both      e was inferred, and now it is stated, too
//          +z  at 4                    word 4.0.none.closure      after the last base row
//
// D1  A key has at most one entry in a level, and its entry changes its marks. Over the levels of a shard the entries
//     of a key are a chain: the marks after the older one are those before the newer one, and those before the oldest
//     one are the base row's (none if there is no such row, or a reader sees it no more: hidden_rows.hpp). So in each
//     view the sum of the effects of the entries (marks.hpp) is the result: -1 hides a row of the base that the view
//     shows, +1 adds a row. Counts are sums in the same way.
// D2  A level's memory never changes. The whole group maps it at one address, and it points only into itself.
//
// Sums of effects are kept for the views `all`, `closure` and `stated`, as far as they differ. In a level of a database
// without rules each entry inserts or deletes a row with both marks, and one table serves all views.
//
// A search goes by position, through a table of places (one for a few entries), so that it costs two or three cache
// misses whatever the number of entries. Keys are compared only with rows that are inserted at the ends of the range.
// Source: Heman, Zukowski, Nes, Sidirourgos, Boncz: Positional Update Handling in Column Stores (SIGMOD 2010).

#include <array>
#include <cstdint>
#include <span>

#include "dictionary/huri.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

class DeltaRun {
 public:
  static constexpr std::uint64_t kMaxEntries = ~std::uint32_t{0} >> 1;  // sums have 31 bits and a sign

  // Entries begin .. end-1.
  struct Entries {
    std::uint32_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
    std::uint32_t size() const { return end - begin; }
  };

  // The number of entries, and the marks that rows of some entries have alone, before or after.
  struct Size {
    std::size_t entries = 0;
    Marks alone = Marks::none;
  };

  static constexpr std::uint64_t make_place(std::uint64_t position, bool on_base_row) {
    return position << 1 | (on_base_row ? 1 : 0);
  }
  static constexpr std::uint64_t make_word(std::uint64_t place, MarkChange change) {
    return place << kMarkBits | static_cast<std::uint64_t>(change.before) << 2 |
           static_cast<std::uint64_t>(change.after);
  }
  static constexpr MarkChange change_of(std::uint64_t word) {
    return {static_cast<Marks>(word >> 2 & 3), static_cast<Marks>(word & 3)};
  }

  std::uint32_t size() const { return size_; }
  Marks alone() const { return alone_; }
  std::uint64_t word(std::uint32_t entry) const { return words_[entry]; }
  std::uint64_t position(std::uint32_t entry) const { return words_[entry] >> (kMarkBits + 1); }
  bool on_base_row(std::uint32_t entry) const { return (place(entry) & 1) != 0; }
  MarkChange change(std::uint32_t entry) const { return change_of(words_[entry]); }
  // Equal places on a base row are the same key; others need a comparison of keys.
  std::uint64_t place(std::uint32_t entry) const { return words_[entry] >> kMarkBits; }
  const Huri* column(int column) const { return columns_[static_cast<std::size_t>(column)]; }

  // The sum of the effects of these entries in a view: the number of rows that they add to it.
  std::int64_t net(Entries entries, View view) const {
    if (entries.empty()) return 0;
    if (view == View::inferred) return sum(entries, View::all) - sum(entries, View::stated);
    return sum(entries, view);
  }
  // False if the view shows no row of these entries, neither before nor after the change. For many entries it may also
  // be true without such a row.
  bool may_concern(Entries entries, View view) const {
    if (entries.empty()) return false;
    if (alone_ == Marks::none || view == View::all) return view != View::inferred;
    return entries.size() > kFewEntries || any_concerns(entries, view);
  }

  // The entries whose first columns are between `low` and `high`, both included (prefixes of one length), of which
  // [base.begin, base.end) are the base rows.
  Entries find(RowRange base, const QuadPrefix& low, const QuadPrefix& high) const;

  // The first entry whose place is not below `place`. Two or three cache misses.
  std::uint32_t first_at(std::uint64_t place) const;

  // -1, 0, 1: compares entry `a` of this run with entry `b` of another level's.
  int compare(std::uint32_t a, const DeltaRun& other, std::uint32_t b) const {
    const std::uint64_t mine = place(a), theirs = other.place(b);
    if (mine != theirs) return mine < theirs ? -1 : 1;
    return (mine & 1) != 0 ? 0 : compare_keys(a, other, b);
  }

  // The memory of a run: a multiple of 8 bytes.
  static std::size_t bytes(Size size, int columns);

  // The memory in which the entries of a run are written before it is read.
  struct Space {
    std::span<std::uint64_t> words;
    std::array<std::span<Huri>, kMaxColumns> columns;
  };

  // A run of this size in `memory` (8-byte aligned, bytes() long), which outlives it. Write the entries to space();
  // then complete() makes the tables for searches.
  DeltaRun() = default;
  DeltaRun(Size size, int columns, std::byte* memory);
  Space space();
  void complete();

 private:
  static constexpr int kMarkBits = 4;
  static constexpr std::uint32_t kFewEntries = 16;  // are looked at one by one
  static constexpr std::size_t kSums = 3;           // the views all, closure and stated

  std::int64_t sum(Entries entries, View view) const {
    const std::int32_t* const before = sums_[index(view)];
    return std::int64_t{before[entries.end]} - before[entries.begin];
  }
  bool any_concerns(Entries entries, View view) const;
  int compare_keys(std::uint32_t a, const DeltaRun& other, std::uint32_t b) const;
  // The first of the entries whose key is >= prefix (with `after`: > prefix) in its columns.
  std::uint32_t bound(Entries entries, const QuadPrefix& prefix, bool after) const;
  bool has_own_sums(std::size_t view) const;

  std::uint32_t size_ = 0, columns_count_ = 0;
  std::uint32_t places_ = 0;  // in starts_, less one
  std::uint32_t shift_ = 0;   // position >> shift_ is the place
  Marks alone_ = Marks::none;
  const std::uint64_t* words_ = nullptr;
  const std::uint32_t* starts_ = nullptr;          // places_ + 1
  std::array<const std::int32_t*, kSums> sums_{};  // by view, size_ + 1 each; those of `all` where they are equal
  std::array<const Huri*, kMaxColumns> columns_{};
};

}  // namespace quadrille
