#include "query/operators/slice.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace quadrille::query {

Slice::Slice(OperatorPtr child, std::uint64_t offset, std::optional<std::uint64_t> limit)
    : UnaryOperator(child->schema(), true, std::move(child)), offset_(offset), limit_(limit) {}

Details Slice::details(const PlanWords&) const {
  Details details;
  if (offset_ > 0) details.emplace_back("offset", std::to_string(offset_));
  if (limit_) details.emplace_back("limit", std::to_string(*limit_));
  return details;
}

bool Slice::do_next(Context& context, Table& out) {
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t end = limit_ && *limit_ < kAll - offset_ ? offset_ + *limit_ : kAll;
  if (seen_ >= end) return false;
  bool more = child_->next(context, out);
  if (!child_->collective()) more = context.team.any(more);
  const auto rows = context.team.all_gather<std::uint64_t>(out.rows());
  const std::uint64_t first =
      seen_ + std::accumulate(rows.begin(), rows.begin() + context.team.rank(), std::uint64_t{0});
  seen_ += std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  const std::uint64_t from = std::clamp(offset_, first, first + out.rows()) - first;
  const std::uint64_t to = std::clamp(end, first, first + out.rows()) - first;
  out.keep_slice(from, to - from);
  return more;
}

}  // namespace quadrille::query
