#pragma once

// Mirrors keeps values of ghosts equal to those of their owners, and brings values of ghosts to their owners. One block
// travels to each other group in a call; each image of a group packs and unpacks a part of it. A block has the changed
// values alone: after a bit for each vertex that the other group has, or as pairs (place, value), whichever is shorter.
// With one group every call returns at once.
//
//   update   owner -> ghosts     values[ghost] = value of the owner
//   collect  ghosts -> owner     combine(own slot, value, group) for each ghost's value
//
// Collective (all groups) are update..., collect...; each begins and ends with a barrier of the group. Source: push
// and pull between masters and mirrors after Gonzalez et al., PowerGraph, OSDI 2012.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {

class Mirrors {
 public:
  // Collective in the group. Makes buffers for values of at most `value_bytes` each (0: bits alone).
  Mirrors(Workers& workers, const Graph& graph, std::size_t value_bytes);
  // Collective in the group. Frees the buffers.
  void free();

  // Collective. For each own slot in `changed` (words of own bits): the ghosts of it in other groups get its value.
  // Calls received(slot, old value) for each, before the new value is stored; each ghost on one image.
  template <class T, class Received>
  void update(std::span<T> values, ConstBitWords changed, Received&& received) {
    if (is_alone()) return;
    exchange_values<T>(
        Way::to_ghosts, [&](int, std::size_t word) { return changed[word]; }, [&](Slot own) { return values[own]; },
        [&](Slot ghost, const T& value, int) {
          received(ghost, values[ghost]);
          values[ghost] = value;
        });
  }
  template <class T>
  void update(std::span<T> values, ConstBitWords changed) {
    update(values, changed, [](Slot, const T&) {});
  }
  // Collective. The same for all own slots.
  template <class T>
  void update_all(std::span<T> values) {
    update_all(values, [](Slot slot) { return slot; });
  }
  // Collective. The same for values in another order: that of a slot is at place_of(slot).
  template <class T, class PlaceOf>
  void update_all(std::span<T> values, PlaceOf&& place_of) {
    if (is_alone()) return;
    exchange_values<T>(
        Way::to_ghosts, [](int, std::size_t) { return ~std::uint64_t{0}; },
        [&](Slot own) { return values[place_of(own)]; },
        [&](Slot ghost, const T& value, int) { values[place_of(ghost)] = value; });
  }
  // Collective. Sets the bits of ghosts to those of their owners. `bits` has a bit for each slot. Bits of ghosts are
  // cleared first if `replace`; else bits are only added.
  void update_bits(BitWords bits, bool replace);

  // Collective. For each ghost in `changed` (a bit for each slot; own bits are ignored): calls
  // combine(own slot, value, group) in the group that owns it. Calls for one own slot may come from several images at
  // the same time, in any order.
  template <class T, class Combine>
  void collect(std::span<const T> values, ConstBitWords changed, Combine&& combine) {
    collect_computed<T>([&](Slot ghost) { return values[ghost]; }, changed, std::forward<Combine>(combine));
  }
  // Collective. The same with values that are computed when they are packed: value_of(ghost slot).
  template <class T, class ValueOf, class Combine>
  void collect_computed(ValueOf&& value_of, ConstBitWords changed, Combine&& combine) {
    if (is_alone()) return;
    exchange_values<T>(
        Way::to_owners,
        [&](int group, std::size_t word) { return bits_at(changed, graph_.ghosts_of(group).begin + word * 64); },
        std::forward<ValueOf>(value_of), std::forward<Combine>(combine));
  }
  // Collective. Adds the bits of ghosts to those of their owners.
  void collect_bits(BitWords bits);

 private:
  enum class Way : std::uint8_t { to_ghosts, to_owners };
  struct NoValue {};
  // A block: a head, then bits by place or places, then values (aligned to 8 bytes).
  struct Head {
    std::uint32_t first_word;  // the word of the first place
    std::uint32_t words;       // of bits that follow; 0: places follow
    std::uint32_t values;      // that are sent
    std::uint32_t unused = 0;
  };
  static_assert(sizeof(Head) == 16);
  // The block for one member of another group: the changed vertices of words [begin, end). A word has 64 own slots (to
  // ghosts) or 64 ghosts (to owners).
  struct Piece {
    int member = 0;
    int group = 0;
    Range words;
    std::uint32_t first_place = 0, end_place = 0;
    std::span<std::uint64_t> buffer;
  };

  bool is_alone() const { return workers_.is_one_group(); }
  std::vector<Piece> make_pieces(Way way) const;
  // The words of vertices of a group, as above.
  std::size_t words_of(Way way, int group) const;
  std::uint32_t place_at(Way way, int group, std::size_t word) const;
  // The bits of `word` that `piece`'s group has, and the place of the first of them.
  std::uint64_t members_of(Way way, int group, std::size_t word) const;
  // Where the values begin, in words, if `values` of them are sent.
  static std::size_t values_begin(const Head& head) {
    return 2 + (head.words > 0 ? head.words : (std::size_t{head.values} + 1) / 2);
  }
  // The own vertex with this place among those that a group has; `word` is where to begin, and where it was found.
  Slot own_at(const MirroredVertices& mirrored, std::uint32_t place, std::size_t& word) const;
  // Bits [begin, begin + 64) of `bits`.
  static std::uint64_t bits_at(ConstBitWords bits, std::size_t begin) {
    const std::size_t word = begin / 64, shift = begin % 64;
    std::uint64_t found = word < bits.size() ? bits[word] >> shift : 0;
    if (shift != 0 && word + 1 < bits.size()) found |= bits[word + 1] << (64 - shift);
    return found;
  }
  pgas::Block finish_block(const Piece& piece, const Head& head, std::size_t value_bytes) const;
  void clear_ghost_bits(BitWords bits);

  // Calls take(slot, value, group) for what arrives.
  template <class T, class Changed, class Value, class Take>
  void exchange_values(Way way, Changed&& changed, Value&& value, Take&& take);
  template <class T, class Changed, class Value>
  pgas::Block pack(Way way, const Piece& piece, const Changed& changed, const Value& value) const;
  template <class T, class Take>
  void unpack(Way way, int group, pgas::Block block, const Take& take) const;

  Workers& workers_;
  const Graph& graph_;
  std::vector<Piece> to_ghosts_, to_owners_;
  std::span<std::uint64_t> buffer_;  // of all pieces, one way at a time
  std::span<pgas::Block> outgoing_;  // by member
};

template <class T, class Changed, class Value, class Take>
void Mirrors::exchange_values(Way way, Changed&& changed, Value&& value, Take&& take) {
  for (pgas::Block& block : outgoing_) block = {};
  for (const Piece& piece : way == Way::to_ghosts ? to_ghosts_ : to_owners_) {
    outgoing_[static_cast<std::size_t>(piece.member)] = pack<T>(way, piece, changed, value);
  }
  pgas::Team& team = workers_.team();
  workers_.check();
  workers_.barrier();  // all have read the values that they send
  pgas::ExchangeView view(team, outgoing_);
  for (int member = 0; member < team.size(); ++member) {
    if (!team.in_my_group(member)) unpack<T>(way, team.group_of(member), view.from(member), take);
  }
  view.finish();
  workers_.barrier();
}

template <class T, class Changed, class Value>
pgas::Block Mirrors::pack(Way way, const Piece& piece, const Changed& changed, const Value& value) const {
  constexpr bool kHasValues = !std::is_empty_v<T>;
  const std::size_t sent_to = piece.end_place - piece.first_place;
  workers_.count_unreduced(sizeof(Head) + (kHasValues ? sent_to * sizeof(T) : words_for_bits(sent_to) * 8));
  std::size_t count = 0;
  for (std::size_t word = piece.words.begin; word < piece.words.end; ++word) {
    count += static_cast<std::size_t>(std::popcount(changed(piece.group, word) & members_of(way, piece.group, word)));
  }
  if (count == 0) return {};
  Head head{piece.first_place / 64, (piece.end_place + 63) / 64 - piece.first_place / 64,
            static_cast<std::uint32_t>(count)};
  if (count * 4 < std::size_t{head.words} * 8) head.words = 0;
  const bool as_bits = head.words > 0;
  std::uint64_t* bits = piece.buffer.data() + 2;
  auto* places = reinterpret_cast<std::uint32_t*>(bits);
  if (as_bits) std::fill_n(bits, head.words, 0);
  T* values = reinterpret_cast<T*>(piece.buffer.data() + values_begin(head));
  for (std::size_t word = piece.words.begin; word < piece.words.end; ++word) {
    const std::uint64_t members = members_of(way, piece.group, word);
    const std::uint32_t first = place_at(way, piece.group, word);
    for (std::uint64_t rest = changed(piece.group, word) & members; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(rest));
      const std::uint64_t below = members & ((std::uint64_t{1} << bit) - 1);
      const std::uint32_t place = first + static_cast<std::uint32_t>(std::popcount(below));
      if (as_bits) {
        bits[place / 64 - head.first_word] |= std::uint64_t{1} << (place % 64);
      } else {
        *places++ = place;
      }
      if constexpr (kHasValues) {
        const std::size_t begin = way == Way::to_ghosts ? 0 : graph_.ghosts_of(piece.group).begin;
        *values++ = value(static_cast<Slot>(begin + word * 64 + bit));
      }
    }
  }
  return finish_block(piece, head, kHasValues ? sizeof(T) : 0);
}

template <class T, class Take>
void Mirrors::unpack(Way way, int group, pgas::Block block, const Take& take) const {
  if (block.empty()) return;
  const auto* words = reinterpret_cast<const std::uint64_t*>(block.data());
  Head head;
  std::memcpy(static_cast<void*>(&head), words, sizeof(head));
  const T* values = reinterpret_cast<const T*>(words + values_begin(head));
  const std::size_t first_ghost = graph_.ghosts_of(group).begin;
  std::size_t own_word = 0;
  std::uint64_t taken = 0;
  const auto take_place = [&](std::uint32_t place) {
    if (++taken % Workers::kTaskEdges == 0) workers_.check();
    const Slot slot = way == Way::to_ghosts ? static_cast<Slot>(first_ghost + place)
                                            : own_at(graph_.mirrored_by(group), place, own_word);
    if constexpr (std::is_empty_v<T>) {
      take(slot, T(), group);
    } else {
      take(slot, *values++, group);
    }
  };
  if (head.words == 0) {
    const auto* places = reinterpret_cast<const std::uint32_t*>(words + 2);
    for (std::uint32_t number = 0; number < head.values; ++number) take_place(places[number]);
    return;
  }
  for_each_bit({words + 2, head.words}, 0, head.words, [&](std::size_t bit) {
    take_place(static_cast<std::uint32_t>(std::size_t{head.first_word} * 64 + bit));
  });
}

}  // namespace quadrille::analytics
