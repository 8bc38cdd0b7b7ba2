#include "analytics/mirrors.hpp"

#include <algorithm>

namespace quadrille::analytics {

namespace {

// The part of `range` number `which` of `parts`.
Range part_of_range(Range range, std::size_t which, std::size_t parts) {
  return {range.begin + range.size() * which / parts, range.begin + range.size() * (which + 1) / parts};
}

}  // namespace

Mirrors::Mirrors(Workers& workers, const Graph& graph, std::size_t value_bytes) : workers_(workers), graph_(graph) {
  if (is_alone()) return;
  to_ghosts_ = make_pieces(Way::to_ghosts);
  to_owners_ = make_pieces(Way::to_owners);
  // Room for the head, bits or fewer bytes of places, and values.
  const auto room_of = [&](const Piece& piece) {
    const std::size_t places = piece.end_place - piece.first_place;
    return 2 + (places / 64 + 2) + (places * value_bytes + 7) / 8;
  };
  const auto room_of_all = [&](const std::vector<Piece>& pieces) {
    std::size_t room = 0;
    for (const Piece& piece : pieces) room += room_of(piece);
    return room;
  };
  buffer_ = workers.arena().make_span<std::uint64_t>(std::max(room_of_all(to_ghosts_), room_of_all(to_owners_)));
  for (std::vector<Piece>* pieces : {&to_ghosts_, &to_owners_}) {
    std::size_t next = 0;
    for (Piece& piece : *pieces) {
      piece.buffer = buffer_.subspan(next, room_of(piece));
      next += piece.buffer.size();
    }
  }
  outgoing_ = workers.arena().make_span<pgas::Block>(static_cast<std::size_t>(workers.team().size()));
  std::uninitialized_fill(outgoing_.begin(), outgoing_.end(), pgas::Block());
}

void Mirrors::free() {
  if (is_alone()) return;
  workers_.barrier();
  workers_.arena().free_span(buffer_);
  buffer_ = {};
}

// Image i of S sends to member i of the other group's M if it has as many images or fewer (modulo M), and to members i,
// i + S ... if it has more.
std::vector<Mirrors::Piece> Mirrors::make_pieces(Way way) const {
  const pgas::Team& team = workers_.team();
  std::vector<Piece> pieces;
  for (int group = 0; group < team.num_groups(); ++group) {
    if (group == team.group()) continue;
    const int members = team.group_end(group) - team.group_begin(group);
    const int receivers = members <= workers_.size() ? 1 : (members - workers_.place() - 1) / workers_.size() + 1;
    const Range mine = workers_.my_part(words_of(way, group));
    for (int which = 0; which < receivers; ++which) {
      Piece piece;
      piece.member = team.group_begin(group) + (workers_.place() + which * workers_.size()) % members;
      piece.group = group;
      piece.words = part_of_range(mine, static_cast<std::size_t>(which), static_cast<std::size_t>(receivers));
      piece.first_place = place_at(way, group, piece.words.begin);
      piece.end_place = place_at(way, group, piece.words.end);
      pieces.push_back(piece);
    }
  }
  return pieces;
}

std::size_t Mirrors::words_of(Way way, int group) const {
  return words_for_bits(way == Way::to_ghosts ? graph_.own() : graph_.ghosts_of(group).size());
}

std::uint32_t Mirrors::place_at(Way way, int group, std::size_t word) const {
  if (way == Way::to_owners) {
    return static_cast<std::uint32_t>(std::min(word * 64, graph_.ghosts_of(group).size()));
  }
  const MirroredVertices& mirrored = graph_.mirrored_by(group);
  return word < mirrored.before.size() ? mirrored.before[word] : mirrored.count;
}

std::uint64_t Mirrors::members_of(Way way, int group, std::size_t word) const {
  if (way == Way::to_ghosts) return graph_.mirrored_by(group).bits[word];
  const std::size_t rest = graph_.ghosts_of(group).size() - word * 64;
  return rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
}

Slot Mirrors::own_at(const MirroredVertices& mirrored, std::uint32_t place, std::size_t& word) const {
  // Places ascend within a block: the first one is searched, the next ones are near.
  if (word == 0) {
    const auto after = std::upper_bound(mirrored.before.begin(), mirrored.before.end(), place);
    word = static_cast<std::size_t>(after - mirrored.before.begin()) - 1;
  }
  while (word + 1 < mirrored.before.size() && mirrored.before[word + 1] <= place) ++word;
  std::uint64_t rest = mirrored.bits[word];
  for (std::uint32_t skip = place - mirrored.before[word]; skip > 0; --skip) rest &= rest - 1;
  return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
}

pgas::Block Mirrors::finish_block(const Piece& piece, const Head& head, std::size_t value_bytes) const {
  std::memcpy(piece.buffer.data(), &head, sizeof(head));
  const std::size_t bytes = values_begin(head) * 8 + head.values * value_bytes;
  return std::as_bytes(piece.buffer).first((bytes + 7) / 8 * 8);
}

void Mirrors::clear_ghost_bits(BitWords bits) {
  const std::size_t first = graph_.own() / 64, last = words_for_bits(graph_.slots());
  const Range mine = workers_.my_part(last - first);
  for (std::size_t word = first + mine.begin; word < first + mine.end; ++word) {
    // The first word has own bits too, which other images read now.
    const std::uint64_t kept = word == first ? (std::uint64_t{1} << (graph_.own() % 64)) - 1 : 0;
    std::atomic_ref(bits[word]).fetch_and(kept, std::memory_order_relaxed);
  }
}

void Mirrors::update_bits(BitWords bits, bool replace) {
  if (is_alone()) return;
  if (replace) clear_ghost_bits(bits);
  exchange_values<NoValue>(
      Way::to_ghosts, [&](int, std::size_t word) { return load_relaxed(bits[word]); }, [](Slot) { return NoValue(); },
      [&](Slot ghost, NoValue, int) { set_bit_shared(bits, ghost); });
}

void Mirrors::collect_bits(BitWords bits) {
  if (is_alone()) return;
  exchange_values<NoValue>(
      Way::to_owners,
      [&](int group, std::size_t word) { return bits_at(bits, graph_.ghosts_of(group).begin + word * 64); },
      [](Slot) { return NoValue(); }, [&](Slot own, NoValue, int) { set_bit_shared(bits, own); });
}

}  // namespace quadrille::analytics
