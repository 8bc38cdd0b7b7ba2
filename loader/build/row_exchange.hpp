#pragma once

// A RowExchange sends the rows of one side (by subject or by object) to the owners of their shards.
//
//   gather(round)   -> the rows of all images of the round-th shard that this image owns
//
// It covers all shards, in as many rounds as the image with the most shards has, or only some of these rounds.
//
// In one group, rows are copied from their place, after one exchange for all rounds. Across groups each round is an
// exchange of its own, so that at most one shard's rows are in transit. A side without rows on any image sends nothing.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "loader/build/partition_rows.hpp"
#include "loader/build/sharded_work.hpp"
#include "pgas/exchange.hpp"

namespace quadrille {

// A range of rounds: of the shards of each image, those from its begin-th to before its end-th.
struct ShardRounds {
  std::uint32_t begin = 0, end = 0;
};

template <int kColumns>
class RowExchange {
 public:
  // Collective. `mine` and `arena` outlive Team::run, or finish().
  RowExchange(ShardedWork& work, const ShardedRows<kColumns>& mine, ShardRounds rounds, pgas::QueryArena& arena)
      : work_(work), mine_(mine), first_round_(rounds.begin), is_empty_(!work.team().any(!mine.rows.empty())) {
    slots_ = work.team().is_one_group() ? rounds.end - rounds.begin : 1;
    outgoing_ = arena.make_span<pgas::Block>(static_cast<std::size_t>(work.team().size()) * slots_);
  }

  // Collective; all images call it for the rounds in order. Returns no rows if this image has no shard in this round.
  // The caller may change the rows: they are in `arena`, or they are `mine` if there is one image.
  std::span<Row<kColumns>> gather(std::uint32_t round, pgas::QueryArena& arena) {
    if (is_empty_) return {};
    const bool is_mine = work_.first_shard() + round < work_.end_shard();
    if (work_.team().size() == 1) return is_mine ? mine_.of(ShardId(round)) : std::span<Row<kColumns>>();
    const std::uint32_t slot = (round - first_round_) % slots_;
    if (slot == 0) open(round);
    const std::span<Row<kColumns>> rows = is_mine ? copy(static_cast<int>(slot), arena) : std::span<Row<kColumns>>();
    if (!work_.team().is_one_group()) finish();
    return rows;
  }

  // Collective. On return no other image reads `mine` any more.
  void finish() {
    if (view_) view_->finish();
    view_.reset();
  }

 private:
  void open(std::uint32_t round) {
    std::size_t at = 0;
    for (int member = 0; member < work_.team().size(); ++member) {
      const std::uint32_t first = work_.first_shard(member) + round, end = work_.first_shard(member + 1);
      for (std::uint32_t shard = first; shard < first + slots_; ++shard) {
        outgoing_[at++] = shard < end ? std::as_bytes(mine_.of(ShardId(shard))) : pgas::Block();
      }
    }
    view_.emplace(work_.team(), outgoing_, static_cast<int>(slots_));
  }

  std::span<Row<kColumns>> copy(int slot, pgas::QueryArena& arena) {
    std::size_t size = 0;
    for (int member = 0; member < view_->size(); ++member)
      size += view_->template from_as<Row<kColumns>>(member, slot).size();
    const std::span<Row<kColumns>> rows = arena.make_span<Row<kColumns>>(size);
    auto next = rows.begin();
    for (int member = 0; member < view_->size(); ++member) {
      next = std::ranges::copy(view_->template from_as<Row<kColumns>>(member, slot), next).out;
      work_.pulse(0);
    }
    return rows;
  }

  ShardedWork& work_;
  const ShardedRows<kColumns> mine_;
  const std::uint32_t first_round_;
  const bool is_empty_;
  std::uint32_t slots_;  // shards of a member in an exchange
  std::span<pgas::Block> outgoing_;
  std::optional<pgas::ExchangeView> view_;
};

}  // namespace quadrille
