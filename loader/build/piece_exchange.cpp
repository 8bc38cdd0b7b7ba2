#include "loader/build/piece_exchange.hpp"

#include <algorithm>

namespace quadrille {

PieceExchange::PieceExchange(ShardedWork& work, PieceSource& source, PieceRounds rounds, pgas::QueryArena& arena)
    : work_(work), source_(source), arena_(arena), parts_per_shard_(rounds.parts_per_shard) {
  const std::uint32_t parts = work.most_shards() * parts_per_shard_;  // of a member, at most
  slots_ = team().is_one_group() && !rounds.one_at_a_time ? parts : 1;
  rounds_ = parts / slots_;
  outgoing_ = arena.make_span<pgas::Block>(static_cast<std::size_t>(team().size()) * slots_);
}

std::uint32_t PieceExchange::first_part(int member, std::uint32_t round) const {
  const std::uint32_t first = work_.first_shard(member) * parts_per_shard_;
  const std::uint32_t end = work_.first_shard(member + 1) * parts_per_shard_;
  return std::min(first + round * slots_, end);
}

std::uint32_t PieceExchange::end_part(int member, std::uint32_t round) const {
  return first_part(member, round + 1);
}

// Makes a block for every member and slot: block_of(member, slot) inside the group, the bytes that pack(member, slot)
// appends outside.
template <class BlockOf, class Pack>
void PieceExchange::fill_outgoing(PackedBytes& packed, const BlockOf& block_of, const Pack& pack) {
  std::vector<std::size_t> ends;
  for (int member = 0; member < team().size(); ++member) {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      if (!team().in_my_group(member)) pack(member, slot);
      ends.push_back(packed.size());
      work_.pulse(0);
    }
  }
  std::size_t begin = 0, at = 0;
  for (int member = 0; member < team().size(); ++member) {
    for (std::uint32_t slot = 0; slot < slots_; ++slot, ++at) {
      outgoing_[at] =
          team().in_my_group(member) ? block_of(member, slot) : pgas::Block(packed).subspan(begin, ends[at] - begin);
      begin = ends[at];
    }
  }
}

void PieceExchange::fetch(std::uint32_t round) {
  const auto piece_for = [&](int member, std::uint32_t slot) {
    const std::uint32_t part = first_part(member, round) + slot;
    return part < end_part(member, round) ? source_.begin_part(part) : std::span<const SortedTerm>();
  };
  PackedBytes packed(&arena_);
  fill_outgoing(
      packed, [&](int member, std::uint32_t slot) { return std::as_bytes(piece_for(member, slot)); },
      [&](int member, std::uint32_t slot) { pack_terms(piece_for(member, slot), packed); });

  pgas::ExchangeView view(team(), outgoing_, static_cast<int>(slots_));
  unpacked_.emplace(work_.heap());
  pieces_.assign(end_part(round) - first_part(round), {});
  for (std::uint32_t slot = 0; slot < pieces_.size(); ++slot) {
    for (int member = 0; member < team().size(); ++member) {
      const std::span<const SortedTerm> piece =
          team().in_my_group(member) ? view.from_as<SortedTerm>(member, static_cast<int>(slot))
                                     : unpack_terms(view.from(member, static_cast<int>(slot)), *unpacked_);
      pieces_[slot].push_back({piece, arena_.make_span<std::uint32_t>(piece.size())});
      work_.pulse(0);
    }
  }
  view.finish();
}

std::span<const PlacedPiece> PieceExchange::pieces(std::uint32_t slot) const {
  return pieces_[slot];
}

void PieceExchange::give_back(std::uint32_t round) {
  const auto places_for = [&](int member, std::uint32_t slot) -> std::span<const std::uint32_t> {
    if (slot >= pieces_.size()) return {};
    return pieces_[slot][static_cast<std::size_t>(member)].places;
  };
  PackedBytes packed(&arena_);
  fill_outgoing(
      packed, [&](int member, std::uint32_t slot) { return std::as_bytes(places_for(member, slot)); },
      [&](int member, std::uint32_t slot) { pack_places(places_for(member, slot), packed); });

  pgas::ExchangeView view(team(), outgoing_, static_cast<int>(slots_));
  for (int member = 0; member < team().size(); ++member) {
    for (std::uint32_t part = first_part(member, round); part < end_part(member, round); ++part) {
      const int slot = static_cast<int>(part - first_part(member, round));
      const std::span<std::uint32_t> mine = source_.places(part);
      if (team().in_my_group(member)) {
        std::ranges::copy(view.from_as<std::uint32_t>(member, slot), mine.begin());
      } else {
        unpack_places(view.from(member, slot), mine);
      }
      source_.end_part(part);
      work_.pulse(0);
    }
  }
  view.finish();
  for (const std::vector<PlacedPiece>& pieces : pieces_) {
    for (const PlacedPiece& piece : pieces) arena_.free_span(piece.places);
  }
  pieces_.clear();
  unpacked_.reset();
}

}  // namespace quadrille
