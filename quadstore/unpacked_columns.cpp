#include "quadstore/unpacked_columns.hpp"

#include <algorithm>
#include <memory>

#include "quadstore/detail/packed_list.hpp"

namespace quadrille {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// A flag in Slot::asked: the column in the slot has been read since another one was refused. Addresses do not use this
// bit.
constexpr std::uint64_t kRead = std::uint64_t{1} << 63;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 32;
}

std::uint64_t place_of(const UnpackedColumns::Column& column) {
  return reinterpret_cast<std::uint64_t>(column.bytes);
}

// A hash of everything that determines the values.
std::uint64_t content_of(const UnpackedColumns::Column& column) {
  return mix(mix(column.block_checksum, column.min), column.rows);
}

// The first of the values [from, to), which ascend, that is not below `least`. They may change meanwhile.
template <class Values>
std::size_t first_at_least(const Values& values, std::size_t from, std::size_t to, std::uint64_t least) {
  while (from < to) {
    const std::size_t middle = from + (to - from) / 2;
    if (values[middle].load(kRelaxed) < least) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

}  // namespace

UnpackedColumns::~UnpackedColumns() {
  for (Slot& slot : slots_) delete slot.values.load(kRelaxed);
}

UnpackedColumns& UnpackedColumns::of_process() {
  static UnpackedColumns columns;
  return columns;
}

bool UnpackedColumns::is_costly(const std::byte* column) {
  const Codec codec = codec_of(column);
  if (codec == Codec::frame) return detail::PackedListView(column + 1, 0).has_exceptions();
  return codec != Codec::constant;
}

UnpackedColumns::Slot& UnpackedColumns::slot_for(std::uint64_t place) {
  const std::uint64_t at = mix(0, place) % kSlots;
  Slot &own = slots_[at], &neighbour = slots_[at ^ 1];
  const std::uint64_t here = own.place.load(kRelaxed);
  if (here == place || here == 0) return own;
  const std::uint64_t there = neighbour.place.load(kRelaxed);
  return there == place || there == 0 ? neighbour : own;
}

template <class Use>
bool UnpackedColumns::look(const Column& column, bool may_come, Use&& use) {
  const std::uint64_t place = place_of(column);
  Slot& slot = slot_for(place);
  const std::uint64_t sequence = slot.sequence.load(std::memory_order_acquire);
  if (slot.place.load(kRelaxed) == place && slot.content.load(kRelaxed) == content_of(column)) {
    const Values* const values = slot.values.load(std::memory_order_acquire);
    if (values == nullptr) return false;  // it is being written for the first time
    use(*values);
    const std::uint64_t asked = slot.asked.load(kRelaxed);
    if ((asked & kRead) == 0) slot.asked.store(asked | kRead, kRelaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    return sequence % 2 == 0 && slot.sequence.load(kRelaxed) == sequence;
  }
  if (!may_come) return false;
  const std::uint64_t asked = slot.asked.load(kRelaxed);
  if ((asked & ~kRead) != place) {
    slot.asked.store(place | (asked & kRead), kRelaxed);
  } else if ((asked & kRead) != 0) {
    slot.asked.store(place, kRelaxed);
  } else {
    put(slot, column);
  }
  return false;
}

void UnpackedColumns::put(Slot& slot, const Column& column) {
  std::array<std::uint64_t, kBlockRows> values;
  decode_column(column.bytes, column.rows, column.min, 0, column.rows, values.data());
  std::uint64_t sequence = slot.sequence.load(kRelaxed);
  if (sequence % 2 != 0) return;
  std::unique_ptr<Values> first;  // before the slot is taken, since it may fail
  if (slot.values.load(kRelaxed) == nullptr) first = std::make_unique<Values>();
  if (!slot.sequence.compare_exchange_strong(sequence, sequence + 1, std::memory_order_acquire, kRelaxed)) return;
  std::atomic_thread_fence(std::memory_order_release);
  if (slot.values.load(kRelaxed) == nullptr) slot.values.store(first.release(), std::memory_order_release);
  Values& to = *slot.values.load(kRelaxed);
  slot.place.store(place_of(column), kRelaxed);
  slot.content.store(content_of(column), kRelaxed);
  for (std::size_t row = 0; row < column.rows; ++row) to[row].store(values[row], kRelaxed);
  slot.sequence.store(sequence + 2, std::memory_order_release);
}

std::optional<FoundRows> UnpackedColumns::find(const Column& column, std::size_t from, std::size_t to,
                                               std::uint64_t wanted, bool may_come) {
  FoundRows found;
  const bool is_here = look(column, may_come, [&](const Values& values) {
    found.begin = first_at_least(values, from, to, wanted);
    found.end = found.begin;
    // Mostly few rows are alike.
    for (std::size_t step = 1; found.end < to && values[found.end].load(kRelaxed) == wanted; step *= 2) {
      const std::size_t next = std::min(to, found.end + step);
      found.end =
          values[next - 1].load(kRelaxed) == wanted ? next : first_at_least(values, found.end, next, wanted + 1);
    }
  });
  return is_here ? std::optional(found) : std::nullopt;
}

bool UnpackedColumns::read(const Column& column, std::size_t from, std::size_t to, std::uint64_t* out, bool may_come) {
  return look(column, may_come, [&](const Values& values) {
    for (std::size_t row = from; row < to; ++row) *out++ = values[row].load(kRelaxed);
  });
}

}  // namespace quadrille
