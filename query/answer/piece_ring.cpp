#include "query/answer/piece_ring.hpp"

#include <algorithm>
#include <memory>

namespace quadrille::query {

void Bell::ring() {
  rung.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers.load(std::memory_order_seq_cst) != 0) pgas::wake_all(rung);
}

void Bell::wait(const pgas::Team& team, std::uint32_t seen) {
  sleepers.fetch_add(1, std::memory_order_seq_cst);
  struct Awake {
    std::atomic<std::uint32_t>& sleepers;
    ~Awake() { sleepers.fetch_sub(1, std::memory_order_relaxed); }
  } const awake{sleepers};
  team.wait_a_while(rung, seen);
}

PieceRings::PieceRings(Context& context, bool in_turn, PassOn pass_on)
    : context_(context), in_turn_(in_turn), pass_on_(std::move(pass_on)) {
  mine_ = std::construct_at(context.arena.make_span<Ring>(1).data());
  rings_ = context.team.all_gather(mine_);
  if (context.team.is_first()) {
    buffers_.emplace_back(context.arena.own());  // no other image reads it
  } else {
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) buffers_.emplace_back(context.arena);
  }
}

template <class Happened>
void PieceRings::wait_for(Happened&& happened) {
  while (true) {
    const std::uint32_t seen = mine_->bell.rung.load(std::memory_order_acquire);
    if (happened()) return;
    context_.check();
    mine_->bell.wait(context_.team, seen);
  }
}

// Returns true if there was a piece.
bool PieceRings::pass_on_from(Ring& ring) {
  std::uint32_t taken = ring.taken.load(std::memory_order_relaxed);
  const std::uint32_t written = ring.written.load(std::memory_order_acquire);
  if (taken == written) return false;
  for (; taken != written; ++taken) {
    pass_on_(ring.slots[taken % kSlots], ring.needs_version.load(std::memory_order_relaxed));
    ring.taken.store(taken + 1, std::memory_order_release);
  }
  ring.bell.ring();  // once: a woken member has room for some pieces
  return true;
}

// The same. In turn, a member's pieces of a round follow all of the members before it.
bool PieceRings::pass_on_others() {
  const std::uint32_t round = mine_->rounds.load(std::memory_order_relaxed);
  bool found = false;
  for (std::size_t member = 1; member < rings_.size(); ++member) {
    Ring& ring = *rings_[member];
    const bool has_ended = ring.rounds.load(std::memory_order_acquire) >= round;  // read before its pieces
    found = pass_on_from(ring) || found;
    if (in_turn_ && !has_ended) break;
  }
  return found;
}

template <class Done>
void PieceRings::pass_on_until(Done&& done) {
  wait_for([&] {
    const bool is_done = done();  // read before the search for pieces, so that all pieces written before it are sent
    while (pass_on_others()) context_.check();
    return is_done;
  });
}

// Returns the first free buffer: while pieces are taken quickly, few buffers are in use, and they stay in the cache.
results::TextBuffer& PieceRings::next_buffer() {
  if (!context_.team.is_first()) {
    const std::uint32_t written = mine_->written.load(std::memory_order_relaxed);
    std::uint32_t taken = 0;
    wait_for([&] {
      taken = mine_->taken.load(std::memory_order_acquire);
      return written - taken < kSlots;
    });
    current_ = 0;
    while (static_cast<std::int32_t>(needed_until_[current_] - taken) > 0) ++current_;
  }
  buffers_[current_].clear();
  return buffers_[current_];
}

void PieceRings::hand_on(bool needs_version) {
  if (context_.team.is_first()) {
    if (!buffers_[0].empty()) pass_on_(buffers_[0].view(), needs_version);
    if (!in_turn_) pass_on_others();
    return;
  }
  const std::uint32_t written = mine_->written.load(std::memory_order_relaxed);
  if (buffers_[current_].empty()) return;
  if (needs_version) mine_->needs_version.store(true, std::memory_order_relaxed);
  mine_->slots[written % kSlots] = buffers_[current_].view();
  needed_until_[current_] = written + 1;
  mine_->written.store(written + 1, std::memory_order_release);
  rings_[0]->bell.ring();
}

void PieceRings::end_round() {
  if (rings_.size() == 1) return;
  const std::uint32_t rounds = mine_->rounds.load(std::memory_order_relaxed) + 1;
  mine_->rounds.store(rounds, std::memory_order_release);
  if (!context_.team.is_first()) return rings_[0]->bell.ring();
  pass_on_until([&] {
    return std::all_of(rings_.begin(), rings_.end(),
                       [&](const Ring* ring) { return ring->rounds.load(std::memory_order_acquire) >= rounds; });
  });
}

void PieceRings::end() {
  if (rings_.size() == 1) return;
  mine_->ended.store(true, std::memory_order_release);
  if (context_.team.is_first()) {
    return pass_on_until([&] {
      return std::all_of(rings_.begin(), rings_.end(),
                         [](const Ring* ring) { return ring->ended.load(std::memory_order_acquire); });
    });
  }
  rings_[0]->bell.ring();
  // The buffers are read until then.
  wait_for(
      [&] { return mine_->taken.load(std::memory_order_acquire) == mine_->written.load(std::memory_order_relaxed); });
}

}  // namespace quadrille::query
