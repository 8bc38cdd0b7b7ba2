#include "loader/build/merge_terms.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kMergePulseTerms = 1 << 14;
constexpr std::ptrdiff_t kMergePrefetch = 8;

// The position of the merge in one image's piece.
struct Source {
  const SortedTerm *at, *end;
  std::uint32_t* place;
  std::string_view text;  // of *at

  void look() {
    text = at->record().text();
    if (end - at > kMergePrefetch) {
      const unsigned char* const ahead = at[kMergePrefetch].address;
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + 64);
    }
  }
};

// Restores the heap, which has the smallest text on top.
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

}  // namespace

std::uint64_t merge_pieces(std::span<const PlacedPiece> pieces, std::uint64_t first_place,
                           const std::function<void(TermRecord)>& on_term,
                           const std::function<void(std::uint64_t)>& pulse) {
  std::vector<Source> heap;
  std::uint64_t terms = 0;
  for (const PlacedPiece& piece : pieces) {
    terms += piece.terms.size();
    if (piece.terms.empty()) continue;
    heap.push_back({piece.terms.data(), piece.terms.data() + piece.terms.size(), piece.places.data(), {}});
    heap.back().look();
  }
  if (first_place + terms > most_terms) {
    fail(ErrorKind::unsupported, "one range of the vocabulary has {} terms, too many; build with more shards",
         first_place + terms);
  }
  std::make_heap(heap.begin(), heap.end(), [](const Source& a, const Source& b) { return a.text > b.text; });

  std::uint64_t size = 0, taken = 0;
  for (std::string_view last; !heap.empty(); advance_top(heap)) {
    Source& top = heap.front();
    if (size == 0 || top.text != last) {
      on_term(top.at->record());
      ++size;
      last = top.text;
    }
    *top.place++ = static_cast<std::uint32_t>(first_place + size - 1);
    if (++taken == kMergePulseTerms) pulse(std::exchange(taken, 0));
  }
  pulse(taken);
  return size;
}

}  // namespace quadrille
