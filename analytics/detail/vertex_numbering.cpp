#include "analytics/detail/vertex_numbering.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory_resource>

#include "analytics/placed_arrays.hpp"
#include "analytics/shared_bits.hpp"
#include "base/error.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr std::uint64_t kFewWords = 1024;         // of a segment that is always dense
constexpr std::uint64_t kOccurrencesPerWord = 4;  // of a larger dense segment, at least
constexpr std::size_t kFirstSort = 1 << 16;       // ids that are collected before they are first sorted

struct Extent {
  std::uint64_t least = ~std::uint64_t{0}, most = 0, count = 0;
  void add(std::uint64_t bits, std::uint64_t times) {
    least = std::min(least, bits);
    most = std::max(most, bits);
    count += times;
  }
};
using Extents = std::array<Extent, VertexNumbers::kSegments>;

// Calls use(id, times) for each id that differs from the one before it: columns of sorted edges have long runs.
template <class Use>
void for_each_different_run(std::span<const Huri> ids, Use&& use) {
  for (std::size_t begin = 0; begin < ids.size();) {
    std::size_t end = begin + 1;
    while (end < ids.size() && ids[end] == ids[begin]) ++end;
    use(ids[begin], end - begin);
    begin = end;
  }
}

// Sets the bit of `id` if it is not set.
void add_shared(RankedBits& dense, Huri id) {
  const std::uint64_t place = id.bits() - dense.first().bits();
  std::uint64_t& word = dense.words()[place / 64].bits;
  const std::uint64_t mask = std::uint64_t{1} << (place % 64);
  if ((load_relaxed(word) & mask) == 0) std::atomic_ref(word).fetch_or(mask, std::memory_order_relaxed);
}

// Collects ids, and sorts them before they become twice as many as the different ones so far.
class SortedIds {
 public:
  explicit SortedIds(std::pmr::memory_resource& memory) : ids_(&memory) {}
  void add(Huri id) {
    if (ids_.size() == limit_) unite();
    ids_.push_back(id);
  }
  std::span<const Huri> unite() {
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    limit_ = std::max(kFirstSort, ids_.size() * 2);
    return ids_;
  }

 private:
  std::pmr::vector<Huri> ids_;
  std::size_t limit_ = kFirstSort;
};

// The least and greatest id of each segment, and how often its ids occur, on all images.
Extents extents_of(Workers& workers, const IdBlocks& blocks) {
  Extents mine;
  blocks([&](std::span<const Huri> ids) {
    for_each_different_run(
        ids, [&](Huri id, std::size_t times) { mine[VertexNumbers::segment_of(id)].add(id.bits(), times); });
  });
  Extents all;
  for (const Extents& theirs : workers.team().all_gather(mine)) {
    for (std::size_t segment = 0; segment < all.size(); ++segment) {
      all[segment].least = std::min(all[segment].least, theirs[segment].least);
      all[segment].most = std::max(all[segment].most, theirs[segment].most);
      all[segment].count += theirs[segment].count;
    }
  }
  return all;
}

}  // namespace

VertexNumbering::VertexNumbering(Workers& workers, const IdBlocks& blocks) : workers_(workers) {
  const Extents extents = extents_of(workers, blocks);
  bool any_sparse = false;
  for (std::size_t segment = 0; segment < extents.size(); ++segment) {
    const Extent& extent = extents[segment];
    if (extent.count == 0) continue;
    const std::uint64_t words = RankedBits::words_for(Huri(extent.least), Huri(extent.most));
    is_dense_[segment] = words <= kFewWords + extent.count / kOccurrencesPerWord;
    is_sparse_[segment] = !is_dense_[segment];
    any_sparse = any_sparse || is_sparse_[segment];
    if (is_dense_[segment]) make_dense(segment, Huri(extent.least), Huri(extent.most));
  }
  std::vector<SortedIds> sorted;
  if (any_sparse) {
    for (std::size_t segment = 0; segment < extents.size(); ++segment) sorted.emplace_back(workers.arena().own());
  }
  blocks([&](std::span<const Huri> ids) {
    for_each_different_run(ids, [&](Huri id, std::size_t) {
      const std::size_t segment = VertexNumbers::segment_of(id);
      is_dense_[segment] ? add_shared(segments_[segment].dense, id) : sorted[segment].add(id);
    });
  });
  for (std::size_t segment = 0; segment < extents.size(); ++segment) {
    if (is_sparse_[segment]) merge(segments_[segment], sorted[segment].unite());
  }
  workers.barrier();
}

void VertexNumbering::make_dense(std::size_t segment, Huri least, Huri most) {
  const auto words =
      make_placed_filled(workers_, pgas::Structure::analytics, RankedBits::words_for(least, most), RankedBits::Word{});
  segments_[segment].dense = RankedBits(least, words);
}

void VertexNumbering::add(std::span<const std::span<const Huri>> ids) {
  std::vector<SortedIds> sorted;
  for (std::size_t segment = 0; segment < segments_.size(); ++segment) sorted.emplace_back(workers_.arena().own());
  for (const std::span<const Huri> block : ids) {
    workers_.check();
    for (const Huri id : block) {
      const std::size_t segment = VertexNumbers::segment_of(id);
      is_dense_[segment] ? add_shared(segments_[segment].dense, id) : sorted[segment].add(id);
    }
  }
  for (std::size_t segment = 0; segment < segments_.size(); ++segment) {
    if (is_sparse_[segment]) merge(segments_[segment], sorted[segment].unite());
  }
  workers_.barrier();
}

void VertexNumbering::merge(NumberSegment& segment, std::span<const Huri> mine) {
  // Shared copies of all images' ids, and the ids so far, which are divided among the images already.
  const std::span<Huri> copy = workers_.arena().make_span<Huri>(mine.size());
  std::copy(mine.begin(), mine.end(), copy.begin());
  std::vector<std::span<Huri>> lists = workers_.gather(copy);
  const std::span<const Huri> old = segment.sorted;
  // Image i takes the ids from the i-th of equal parts of the longest list to the next.
  std::span<const Huri> longest = old;
  for (const std::span<Huri> list : lists) {
    if (list.size() > longest.size()) longest = list;
  }
  const auto first_of = [&](std::span<const Huri> list, int place) {
    if (place == workers_.size() || longest.empty()) return place == 0 ? list.begin() : list.end();
    const Huri least = longest[workers_.part(place, longest.size()).begin];
    return place == 0 ? list.begin() : std::lower_bound(list.begin(), list.end(), least);
  };
  std::pmr::vector<Huri> ids(&workers_.arena().own());
  const auto take = [&](std::span<const Huri> list) {
    const std::span<const Huri> part(first_of(list, workers_.place()), first_of(list, workers_.place() + 1));
    const std::size_t middle = ids.size();
    ids.insert(ids.end(), part.begin(), part.end());
    std::inplace_merge(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(middle), ids.end());
  };
  take(old);
  for (const std::span<Huri> list : lists) take(list);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());

  std::size_t begin = 0, total = 0;
  int place = 0;
  for (const std::size_t count : workers_.gather(ids.size())) {
    if (place++ < workers_.place()) begin += count;
    total += count;
  }
  const std::span<Huri> merged = make_placed<Huri>(workers_, pgas::Structure::analytics, total);
  std::copy(ids.begin(), ids.end(), merged.begin() + static_cast<std::ptrdiff_t>(begin));
  workers_.barrier();
  workers_.arena().free_span(copy);
  workers_.free_shared(std::span<Huri>(const_cast<Huri*>(old.data()), old.size()));
  segment.sorted = merged;
}

// The index has about one place for two ids, so that even ids are found in one or two steps.
void VertexNumbering::index_sorted(NumberSegment& segment) {
  const std::span<const Huri> ids = segment.sorted;
  segment.least = ids.front().bits();
  const std::uint64_t extent = ids.back().bits() - segment.least;
  segment.shift = std::max(0, static_cast<int>(std::bit_width(extent)) - static_cast<int>(std::bit_width(ids.size())));
  const std::size_t places = static_cast<std::size_t>(extent >> segment.shift) + 1;
  const std::span<std::uint32_t> starts = make_placed<std::uint32_t>(workers_, pgas::Structure::analytics, places + 1);
  const Range mine = workers_.my_part(places + 1);
  auto next = static_cast<std::size_t>(
      std::lower_bound(ids.begin(), ids.end(), Huri(segment.least + (std::uint64_t{mine.begin} << segment.shift))) -
      ids.begin());
  if (mine.begin == places) next = ids.size();
  for (std::size_t place = mine.begin; place < mine.end; ++place) {
    while (next < ids.size() && (ids[next].bits() - segment.least) >> segment.shift < place) ++next;
    starts[place] = static_cast<std::uint32_t>(next);
  }
  workers_.barrier();
  segment.starts = starts;
}

void VertexNumbering::finish(VertexNumbers& numbers) {
  std::uint64_t total = 0;
  for (std::size_t number = 0; number < segments_.size(); ++number) {
    NumberSegment& segment = segments_[number];
    std::uint64_t count = segment.sorted.size();
    if (is_dense_[number]) {
      const std::uint32_t dense = workers_.is_first() ? segment.dense.number() : 0;
      count = workers_.gather(dense)[0];
    } else if (count > 0) {
      index_sorted(segment);
    }
    segment.first_number = static_cast<std::uint32_t>(total);
    segment.count = static_cast<std::uint32_t>(count);
    total += count;
    if (total >= kNoSlot) {
      fail(ErrorKind::unsupported, "the graph has {} vertices or more in one group of images, but the most are {}",
           total, kNoSlot - 1);
    }
    numbers.segment(number) = segment;
  }
  numbers.set_count(static_cast<std::uint32_t>(total));
}

}  // namespace quadrille::analytics::detail
