#include "inferencer/pair_sort.hpp"

#include <algorithm>
#include <array>

#include "base/sort_different.hpp"
#include "quadstore/row_packing.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::size_t kFewPairs = 4096;

// The bits of pairs that vary, as one number with the order of the pairs (row_packing.hpp).
class PairPacking {
 public:
  PairPacking(std::uint64_t varying_keys, std::uint64_t varying_values, const KeyValue& any)
      : key_(fields_of(varying_keys)), value_(fields_of(varying_values)) {
    int shift = 0;
    for (VaryingField* field : {&value_[1], &value_[0], &key_[1], &key_[0]}) {
      shifts_[static_cast<std::size_t>(count_++)] = field->width == 0 ? 0 : shift;
      shift += field->width;
    }
    bits_ = shift;
    fixed_ = {Huri(any.key.bits() & ~varying_bits(key_)), Huri(any.value.bits() & ~varying_bits(value_))};
  }
  int bits() const { return bits_; }
  std::uint64_t pack(const KeyValue& pair) const {
    return part(pair.value, value_[1]) << shifts_[0] | part(pair.value, value_[0]) << shifts_[1] |
           part(pair.key, key_[1]) << shifts_[2] | part(pair.key, key_[0]) << shifts_[3];
  }
  KeyValue unpack(std::uint64_t key) const {
    return {Huri(fixed_.key.bits() | whole(key, key_[1], shifts_[2]) | whole(key, key_[0], shifts_[3])),
            Huri(fixed_.value.bits() | whole(key, value_[1], shifts_[0]) | whole(key, value_[0], shifts_[1]))};
  }

 private:
  static std::uint64_t mask(const VaryingField& field) { return field.width == 0 ? 0 : field.mask(); }
  static std::uint64_t part(Huri value, const VaryingField& field) { return value.bits() >> field.shift & mask(field); }
  static std::uint64_t whole(std::uint64_t key, const VaryingField& field, int shift) {
    return (key >> shift & mask(field)) << field.shift;
  }
  static std::uint64_t varying_bits(const ColumnFields& fields) {
    return mask(fields[0]) << fields[0].shift | mask(fields[1]) << fields[1].shift;
  }

  ColumnFields key_, value_;
  std::array<int, 4> shifts_{};
  int count_ = 0, bits_ = 0;
  KeyValue fixed_{};
};

}  // namespace

// As keys of 64 bits if the varying bits of the pairs fit, which moves half the bytes.
void PairSort::operator()(PairRuns::Run& pairs) {
  if (pairs.size() < kFewPairs) return sort_different(pairs);
  std::uint64_t varying_keys = 0, varying_values = 0;
  for (const KeyValue& pair : pairs) {
    varying_keys |= pair.key.bits() ^ pairs[0].key.bits();
    varying_values |= pair.value.bits() ^ pairs[0].value.bits();
  }
  const PairPacking packing(varying_keys, varying_values, pairs[0]);
  if (packing.bits() > 64) return sort_different(pairs);
  make_room(pairs.size());
  const std::span<std::uint64_t> keys(keys_.get(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) keys[i] = packing.pack(pairs[i]);
  sort_keys<std::uint64_t>(keys, {scratch_.get(), pairs.size()}, 0, packing.bits());
  const auto end = std::unique(keys.begin(), keys.end());
  pairs.resize(static_cast<std::size_t>(end - keys.begin()));
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = packing.unpack(keys[i]);
}

void PairSort::make_room(std::size_t pairs) {
  if (pairs <= room_) return;
  keys_.reset();
  scratch_.reset();
  keys_ = std::make_unique_for_overwrite<std::uint64_t[]>(pairs);
  scratch_ = std::make_unique_for_overwrite<std::uint64_t[]>(pairs);
  room_ = pairs;
}

}  // namespace quadrille::inferencer
