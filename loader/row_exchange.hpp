#pragma once

// The rows of one side (by subject or by object) go to the owners of their shards.
//
//   gather(round)   -> the rows of all images of the round-th shard that this image owns
//
// In one group rows are copied from where they lie, after one exchange for all rounds. Across groups each round is an
// exchange of its own, so that no more than a shard's rows are on the way. A side that has no rows anywhere sends
// nothing.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "loader/build_context.hpp"
#include "loader/partition_rows.hpp"
#include "pgas/exchange.hpp"

namespace quadrille {

template <int kColumns>
class RowExchange {
 public:
  // Collective. `mine` and `arena` outlive Team::run, or finish().
  RowExchange(BuildContext& context, const ShardedRows<kColumns>& mine, pgas::QueryArena& arena)
      : context_(context), mine_(mine), is_empty_(!context.team().any(!mine.rows.empty())) {
    slots_ = context.team().is_one_group() ? context.most_shards() : 1;
    outgoing_ = arena.make_span<pgas::Block>(static_cast<std::size_t>(context.team().size()) * slots_);
  }

  // Collective; rounds count from 0 to context.most_shards() - 1, on all images. No rows when this image has no shard
  // of that number. The rows may be changed: they lie in `arena`, or are `mine` when there is one image.
  std::span<Row<kColumns>> gather(std::uint32_t round, pgas::QueryArena& arena) {
    if (is_empty_) return {};
    const bool is_mine = context_.first_shard() + round < context_.end_shard();
    if (context_.team().size() == 1) return is_mine ? mine_.of(ShardId(round)) : std::span<Row<kColumns>>();
    if (round % slots_ == 0) open(round);
    const std::span<Row<kColumns>> rows =
        is_mine ? copy(static_cast<int>(round % slots_), arena) : std::span<Row<kColumns>>();
    if (!context_.team().is_one_group()) finish();
    return rows;
  }

  // Collective. Nobody reads `mine` any more.
  void finish() {
    if (view_) view_->finish();
    view_.reset();
  }

 private:
  void open(std::uint32_t round) {
    std::size_t at = 0;
    for (int member = 0; member < context_.team().size(); ++member) {
      const std::uint32_t first = context_.first_shard(member) + round, end = context_.first_shard(member + 1);
      for (std::uint32_t shard = first; shard < first + slots_; ++shard) {
        outgoing_[at++] = shard < end ? std::as_bytes(mine_.of(ShardId(shard))) : pgas::Block();
      }
    }
    view_.emplace(context_.team(), outgoing_, static_cast<int>(slots_));
  }

  std::span<Row<kColumns>> copy(int slot, pgas::QueryArena& arena) {
    std::size_t size = 0;
    for (int member = 0; member < view_->size(); ++member)
      size += view_->template from_as<Row<kColumns>>(member, slot).size();
    const std::span<Row<kColumns>> rows = arena.make_span<Row<kColumns>>(size);
    auto next = rows.begin();
    for (int member = 0; member < view_->size(); ++member) {
      next = std::ranges::copy(view_->template from_as<Row<kColumns>>(member, slot), next).out;
      context_.pulse(0);
    }
    return rows;
  }

  BuildContext& context_;
  const ShardedRows<kColumns> mine_;
  const bool is_empty_;
  std::uint32_t slots_;  // shards of a member in an exchange
  std::span<pgas::Block> outgoing_;
  std::optional<pgas::ExchangeView> view_;
};

}  // namespace quadrille
