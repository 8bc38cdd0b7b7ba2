#include "analytics/detail/long_rows.hpp"

namespace quadrille::analytics {
namespace {

// The rows that have more than kTaskEdges edges. A piece has fewer rows and edges than that, so another piece begins
// within each of these rows or at its end: only the last rows of pieces are looked at.
std::vector<Slot> long_rows_of(const Lists& lists) {
  std::vector<Slot> rows;
  const std::size_t pieces = pieces_of(lists);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t next = rows_of_piece(lists, piece, pieces).end;
    if (next == 0) continue;
    const auto row = static_cast<Slot>(next - 1);
    if (lists.degree(row) > Workers::kTaskEdges && (rows.empty() || rows.back() != row)) rows.push_back(row);
  }
  return rows;
}

}  // namespace

LongRows::LongRows(Workers& workers, const Lists& lists)
    : workers_(workers), lists_(lists), rows_(long_rows_of(lists)) {
  for (const Slot row : rows_) {
    const std::uint64_t chunks = (lists.degree(row) + Workers::kTaskEdges - 1) / Workers::kTaskEdges;
    first_chunk_.push_back(first_chunk_.back() + chunks);
  }
  if (exist()) first_place_ = workers.make_filled(rows_.size(), kNowhere);
}

void LongRows::free() {
  if (exist()) workers_.free_shared(first_place_);
}

LongRows::Chunk LongRows::chunk(std::size_t number) const {
  const auto after = std::upper_bound(first_chunk_.begin(), first_chunk_.end(), number);
  const auto which = static_cast<std::size_t>(after - first_chunk_.begin()) - 1;
  const std::size_t begin = (number - first_chunk_[which]) * Workers::kTaskEdges;
  const std::size_t end = std::min<std::size_t>(begin + Workers::kTaskEdges, lists_.degree(rows_[which]));
  return {number, which, rows_[which], begin, end};
}

}  // namespace quadrille::analytics
