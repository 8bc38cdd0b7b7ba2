#include "analytics/detail/triangle_counter.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

// With fewer hubs in a row, pairs of them are looked up one by one.
constexpr std::size_t kFewHubs = 32;
// Rows that are fetched before their turn.
constexpr std::size_t kRowsAhead = 4;

}  // namespace

HubMatrix::HubMatrix(Workers& workers, const RankedRows& rows) : workers_(workers), words_(words_for_bits(rows.hubs)) {
  bits_ = workers.make_filled(rows.hubs * words_, std::uint64_t{0});
  workers.for_each_task(rows.hubs, 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t hub = begin; hub < end; ++hub) {
      for (const std::uint32_t lesser : rows.of(static_cast<std::uint32_t>(hub))) {
        set_bit_shared(bits_, hub * words_ * 64 + lesser);
        set_bit_shared(bits_, lesser * words_ * 64 + hub);
      }
    }
  });
}

TriangleCounter::TriangleCounter(Workers& workers, const RankedRows& rows, const HubMatrix& matrix,
                                 std::span<std::uint64_t> through)
    : workers_(workers),
      rows_(rows),
      matrix_(matrix),
      through_(through),
      of_hubs_(rows.hubs, 0, &workers.arena().own()),
      mine_(matrix.words(), 0, &workers.arena().own()),
      marks_(through.size(), 0, &workers.arena().own()) {}

void TriangleCounter::count(std::uint32_t rank) {
  const std::span<const std::uint32_t> row = rows_.of(rank), hubs = rows_.hubs_of(rank);
  if (row.size() < 2) return;
  std::uint64_t triangles = hubs.size() < kFewHubs ? count_pairs(hubs) : count_in_matrix(hubs);
  const std::span<const std::uint32_t> others = rows_.others_of(rank);
  if (!others.empty()) {
    for (const std::uint32_t lesser : row) marks_[lesser] = 1;
    for (std::size_t place = 0; place < others.size(); ++place) {
      if (place + kRowsAhead < others.size()) rows_.prefetch(others[place + kRowsAhead]);
      triangles += count_with(others[place]);
    }
    for (const std::uint32_t lesser : row) marks_[lesser] = 0;
  }
  if (triangles > 0) add(rank, triangles);
  unchecked_edges_ += row.size() * 8;
  if (unchecked_edges_ < Workers::kTaskEdges) return;
  unchecked_edges_ = 0;
  workers_.check();
}

std::uint64_t TriangleCounter::count_pairs(std::span<const std::uint32_t> hubs) {
  std::uint64_t triangles = 0;
  for (std::size_t first = 1; first < hubs.size(); ++first) {
    std::uint64_t with_first = 0;
    for (std::size_t second = 0; second < first; ++second) {
      const std::uint64_t adjacent = matrix_.has(hubs[first], hubs[second]) ? 1 : 0;
      with_first += adjacent;
      of_hubs_[hubs[second]] += adjacent;
    }
    of_hubs_[hubs[first]] += with_first;
    triangles += with_first;
  }
  return triangles;
}

// Each triangle is seen from both hubs.
std::uint64_t TriangleCounter::count_in_matrix(std::span<const std::uint32_t> hubs) {
  std::uint32_t greatest = 0;
  for (const std::uint32_t hub : hubs) {
    set_bit(mine_, hub);
    greatest = std::max(greatest, hub);
  }
  const std::size_t words = greatest / 64 + 1;
  std::uint64_t twice = 0;
  for (const std::uint32_t hub : hubs) {
    const std::uint64_t* row = matrix_.row(hub).data();
    const std::uint64_t* mine = mine_.data();
    std::uint64_t common = 0;
    for (std::size_t word = 0; word < words; ++word)
      common += static_cast<std::uint64_t>(std::popcount(row[word] & mine[word]));
    of_hubs_[hub] += common;
    twice += common;
  }
  for (const std::uint32_t hub : hubs) mine_[hub / 64] = 0;
  return twice / 2;
}

// Triangles of the marked row with `other`, which is no hub, and a lesser one.
std::uint64_t TriangleCounter::count_with(std::uint32_t other) {
  std::uint64_t triangles = 0;
  for (const std::uint32_t hub : rows_.hubs_of(other)) {
    const std::uint64_t marked = marks_[hub];
    triangles += marked;
    of_hubs_[hub] += marked;
  }
  for (const std::uint32_t lesser : rows_.others_of(other)) {
    if (marks_[lesser] == 0) continue;
    ++triangles;
    add(lesser, 1);
  }
  if (triangles > 0) add(other, triangles);
  return triangles;
}

void TriangleCounter::add(std::uint32_t rank, std::uint64_t triangles) {
  if (workers_.size() == 1) {
    through_[rank] += triangles;
  } else {
    std::atomic_ref(through_[rank]).fetch_add(triangles, std::memory_order_relaxed);
  }
}

void TriangleCounter::add_hub_counts() {
  for (std::uint32_t hub = 0; hub < of_hubs_.size(); ++hub) {
    if (of_hubs_[hub] > 0) add(hub, of_hubs_[hub]);
  }
}

}  // namespace quadrille::analytics
