#pragma once

// A RowPacking makes one number of a row, a key, so that keys are ordered as rows are. Of each column it keeps the
// bits in which some rows differ; what all rows share is known anyway.
//
//   subject    kkkk 0000...0 ssssss      of the 64 bits of a HURI mostly the tag and the low bits vary:
//   predicate  kkkk 0000...0 000ppp      two fields a column, cut at the widest gap
//   object     kkkk 0000...0 oooooo
//
//   KeyOrder of pso:   | p p p | s s s s s s | o o o o o o o |      the most significant first
//
// If some rows have marks in their predicates (inferred_row.hpp), these are the lowest bits of all keys, so that equal
// rows with different marks have neighbouring keys, first the one that stays.
//
// LUBM(100): 53 bits, LUBM(1000): 60. So sorting moves 8 bytes a row, where a row has 24. Local.

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "quadstore/inferred_row.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

// 128 bits that may lie where 64 bits do.
class WideKey {
 public:
  WideKey() = default;
  constexpr WideKey(unsigned __int128 bits)  // NOLINT: a key is its bits
      : low_(static_cast<std::uint64_t>(bits)), high_(static_cast<std::uint64_t>(bits >> 64)) {}
  constexpr operator unsigned __int128() const { return static_cast<unsigned __int128>(high_) << 64 | low_; }
  friend bool operator==(const WideKey&, const WideKey&) = default;

 private:
  std::uint64_t low_ = 0, high_ = 0;
};

// Bits of a value that vary, consecutive or with fixed bits among them.
struct VaryingField {
  int shift = 0, width = 0;

  std::uint64_t mask() const { return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }
};

using ColumnFields = std::array<VaryingField, 2>;  // the higher one first; a width of 0: no field

// The fields that hold all bits of `varying`, with the fewest fixed bits.
ColumnFields fields_of(std::uint64_t varying);

template <int kColumns>
class RowPacking {
 public:
  explicit RowPacking(std::span<const Row<kColumns>> rows);

  // Of every key, with the mark.
  int bits() const { return bits_; }
  // 0: all rows have both marks; 1: no row has `stated` alone; 2.
  int mark_bits() const { return mark_bits_; }
  const ColumnFields& fields(Position position) const { return fields_[static_cast<std::size_t>(position)]; }
  // The value of a column with zeros in its fields.
  std::uint64_t fixed(Position position) const { return fixed_[static_cast<std::size_t>(position)]; }

 private:
  std::array<ColumnFields, kColumns> fields_{};
  std::array<std::uint64_t, kColumns> fixed_{};
  int bits_ = 0, mark_bits_ = 0;
};

// The keys of one sort order. Key: std::uint64_t or WideKey, as many bits as packing.bits() needs.
template <class Key, int kColumns>
class KeyOrder {
  using Bits = std::conditional_t<sizeof(Key) == 8, std::uint64_t, unsigned __int128>;

 public:
  KeyOrder(const RowPacking<kColumns>& packing, std::span<const Position> order) : mark_bits_(packing.mark_bits()) {
    int shift = packing.bits();
    for (std::size_t column = 0; column < kColumns; ++column) {
      columns_[column].position = static_cast<std::size_t>(order[column]);
      columns_[column].fixed = packing.fixed(order[column]);
      for (std::size_t field = 0; field < 2; ++field) {
        const VaryingField& its = packing.fields(order[column])[field];
        shift -= its.width;
        // A shift by all bits of a type is undefined; a field without bits may have any place.
        columns_[column].fields[field] = {its.shift, its.width == 0 ? 0 : shift, its.width == 0 ? 0 : its.mask()};
      }
      columns_[column].lowest_bit = shift;
    }
  }

  // The lowest bit of the first column's fields: a sort from there on is by the first column.
  int first_column_bit() const { return columns_[0].lowest_bit; }

  Key pack(const Row<kColumns>& row) const {
    Bits key = mark_bits_ == 0 ? 0 : code_of(marks_of_row<kColumns>(row));
    for (const Column& column : columns_) {
      for (const Field& field : column.fields) {
        key |= static_cast<Bits>(row[column.position].bits() >> field.in_value & field.mask) << field.in_key;
      }
    }
    return key;
  }

  Marks marks(Key key) const {
    if (mark_bits_ == 0) return Marks::both;
    const Bits code = code_in(key) + (mark_bits_ == 1 ? 1 : 0);
    return code == 0 ? Marks::stated : code == 1 ? Marks::both : Marks::closure;
  }

  // The value of a column, by its place in the order, without the marks.
  std::uint64_t value(Key key, std::size_t column) const {
    const Column& its = columns_[column];
    const Bits all = key;
    std::uint64_t bits = its.fixed;
    for (const Field& field : its.fields) {
      bits |= (static_cast<std::uint64_t>(all >> field.in_key) & field.mask) << field.in_value;
    }
    return bits;
  }

  // The key of another order of the same packing.
  Key repacked(Key key, const KeyOrder& to) const {
    Row<kColumns> row;
    for (std::size_t column = 0; column < kColumns; ++column) row[columns_[column].position] = Huri(value(key, column));
    return (static_cast<Bits>(to.pack(row)) & ~mark_mask()) | code_in(key);
  }

 private:
  // In the order in which equal rows stay.
  Bits code_of(Marks marks) const {
    return (marks == Marks::stated ? 0 : marks == Marks::both ? 1 : 2) - (mark_bits_ == 1 ? 1 : 0);
  }
  Bits mark_mask() const { return (Bits{1} << mark_bits_) - 1; }
  Bits code_in(Key key) const { return static_cast<Bits>(key) & mark_mask(); }

  struct Field {
    int in_value = 0, in_key = 0;
    std::uint64_t mask = 0;
  };
  struct Column {
    std::size_t position = 0;
    std::uint64_t fixed = 0;
    std::array<Field, 2> fields;
    int lowest_bit = 0;
  };

  std::array<Column, kColumns> columns_;
  int mark_bits_;
};

// Sorts keys by their bits [low, high), stably; higher bits are equal in all. `scratch` is as long as `keys`; its
// contents are undefined afterwards. Radix sort: by the highest byte into parts that fit the cache, which are sorted
// from the lowest byte on. About 10 ns a key of 64 bits.
template <class Key>
void sort_keys(std::span<Key> keys, std::span<Key> scratch, int low, int high);

extern template class RowPacking<3>;
extern template class RowPacking<4>;
extern template void sort_keys<std::uint64_t>(std::span<std::uint64_t>, std::span<std::uint64_t>, int, int);
extern template void sort_keys<WideKey>(std::span<WideKey>, std::span<WideKey>, int, int);

}  // namespace quadrille
