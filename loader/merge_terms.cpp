#include "loader/merge_terms.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kPulseTerms = 1 << 14;
constexpr std::ptrdiff_t kPrefetchDistance = 8;

// One image's piece on its way through the merge.
struct Source {
  const SortedTerm *at, *end;
  std::uint32_t* place;
  std::string_view text;  // of *at

  void look() {
    text = at->record().text();
    if (end - at > kPrefetchDistance) {
      const unsigned char* const ahead = at[kPrefetchDistance].address;
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + 64);
    }
  }
};

// A heap with the smallest text on top.
void sift_down(std::vector<Source>& heap) {
  for (std::size_t at = 0;;) {
    std::size_t child = 2 * at + 1;
    if (child >= heap.size()) return;
    if (child + 1 < heap.size() && heap[child + 1].text < heap[child].text) ++child;
    if (heap[at].text <= heap[child].text) return;
    std::swap(heap[at], heap[child]);
    at = child;
  }
}

void advance_top(std::vector<Source>& heap) {
  Source& top = heap.front();
  if (++top.at != top.end) {
    top.look();
  } else {
    std::swap(top, heap.back());
    heap.pop_back();
  }
  sift_down(heap);
}

// Returns how many different terms there are.
std::size_t merge(std::vector<Source>& heap, const unsigned char** merged,
                  const std::function<void(std::uint64_t)>& pulse) {
  std::size_t size = 0;
  std::uint64_t taken = 0;
  for (std::string_view last; !heap.empty(); advance_top(heap)) {
    Source& top = heap.front();
    if (size == 0 || top.text != last) {
      merged[size++] = top.at->address;
      last = top.text;
    }
    *top.place++ = static_cast<std::uint32_t>(size - 1);
    if (++taken == kPulseTerms) pulse(std::exchange(taken, 0));
  }
  pulse(taken);
  return size;
}

KindCounts count_kinds(std::span<const unsigned char* const> terms) {
  KindCounts counts{};
  auto begin = terms.begin();
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    const auto end = std::partition_point(begin, terms.end(), [&](const unsigned char* address) {
      return static_cast<std::size_t>(TermRecord(address).kind()) <= kind;
    });
    counts[kind] = static_cast<std::uint64_t>(end - begin);
    begin = end;
  }
  return counts;
}

}  // namespace

MergedRange merge_range(const SortedPieces& pieces, std::uint32_t range, pgas::QueryArena& arena,
                        const std::function<void(std::uint64_t)>& pulse) {
  const auto members = static_cast<std::size_t>(pieces.members());
  const std::span<std::span<const std::uint32_t>> places = arena.make_span<std::span<const std::uint32_t>>(members);
  std::vector<Source> heap;
  std::uint64_t terms = 0;
  for (std::size_t member = 0; member < members; ++member) {
    const std::span<const SortedTerm> piece = pieces.piece(static_cast<int>(member), range);
    const std::span<std::uint32_t> mine = arena.make_span<std::uint32_t>(piece.size());
    places[member] = mine;
    terms += piece.size();
    if (piece.empty()) continue;
    heap.push_back({piece.data(), piece.data() + piece.size(), mine.data(), {}});
    heap.back().look();
  }
  if (terms > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::unsupported, "{} terms in one range of the vocabulary: build with more --shards", terms);
  }
  std::make_heap(heap.begin(), heap.end(), [](const Source& a, const Source& b) { return a.text > b.text; });
  const std::span<const unsigned char*> merged = arena.make_span<const unsigned char*>(terms);
  const std::span<const unsigned char* const> unique = merged.first(merge(heap, merged.data(), pulse));
  return {unique, places, count_kinds(unique)};
}

}  // namespace quadrille
