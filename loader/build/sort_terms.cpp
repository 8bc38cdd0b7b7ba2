#include "loader/build/sort_terms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/copy_bytes.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kCacheBytes = 8;
constexpr std::size_t kFewTerms = 16;  // below this, insertion sort
constexpr std::size_t kSortPrefetch = 16;
constexpr std::uint64_t kSortPulseTerms = 1 << 14;

std::uint64_t bytes_at(const SortedTerm& term, std::size_t depth) {
  const std::string_view text = term.record().text();
  const std::size_t left = text.size() > depth ? text.size() - depth : 0;
  std::uint64_t word = 0;
  copy_bytes(&word, text.data() + std::min(depth, text.size()), std::min(left, kCacheBytes));
  return __builtin_bswap64(word);
}
static_assert(std::endian::native == std::endian::little);

void fill_caches(std::span<SortedTerm> terms, std::size_t depth) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i + kSortPrefetch < terms.size()) {
      const unsigned char* const ahead = terms[i + kSortPrefetch].address;
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + TermRecord::kHeaderBytes + depth);
    }
    terms[i].cache = bytes_at(terms[i], depth);
  }
}

bool before(const SortedTerm& a, const SortedTerm& b, std::size_t depth) {
  if (a.cache != b.cache) return a.cache < b.cache;
  const std::string_view left = a.record().text(), right = b.record().text();
  return left.substr(std::min(depth, left.size())) < right.substr(std::min(depth, right.size()));
}

void insertion_sort(std::span<SortedTerm> terms, std::size_t depth) {
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const SortedTerm term = terms[i];
    std::size_t place = i;
    for (; place > 0 && before(term, terms[place - 1], depth); --place) terms[place] = terms[place - 1];
    terms[place] = term;
  }
}

std::uint64_t median(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

std::uint64_t pivot_of(std::span<const SortedTerm> terms) {
  const std::size_t eighth = terms.size() / 8;
  const auto cache = [&](std::size_t i) { return terms[i * eighth].cache; };
  return median(median(cache(0), cache(1), cache(2)), median(cache(3), cache(4), cache(5)),
                median(cache(6), cache(7), terms.back().cache));
}

// Sorts texts that end within the cached bytes and are equal there, by length: each is a prefix of the longer ones.
std::size_t sort_ended(std::span<SortedTerm> terms, std::size_t depth) {
  const auto size = [](const SortedTerm& term) { return term.record().text_bytes(); };
  const auto rest = std::partition(terms.begin(), terms.end(),
                                   [&](const SortedTerm& term) { return size(term) <= depth + kCacheBytes; });
  std::sort(terms.begin(), rest, [&](const SortedTerm& a, const SortedTerm& b) { return size(a) < size(b); });
  return static_cast<std::size_t>(rest - terms.begin());
}

// Terms whose texts are equal up to `depth`; the caches hold the bytes after it.
struct Part {
  std::span<SortedTerm> terms;
  std::size_t depth;
};

class Sorter {
 public:
  explicit Sorter(const std::function<void(std::uint64_t)>& pulse) : pulse_(pulse) {}

  // Recurses only into the smaller parts, so the stack stays small for any terms.
  void sort(Part part) {
    while (part.terms.size() > kFewTerms) {
      std::array<Part, 3> parts = split(part);
      std::sort(parts.begin(), parts.end(),
                [](const Part& a, const Part& b) { return a.terms.size() < b.terms.size(); });
      sort(parts[0]);
      sort(parts[1]);
      part = parts[2];
    }
    insertion_sort(part.terms, part.depth);
    tell(part.terms.size());
  }

  void tell_rest() { pulse_(std::exchange(done_, 0)); }

 private:
  // Splits by the next bytes: smaller than, equal to and greater than a pivot. The equal part continues after these
  // bytes.
  std::array<Part, 3> split(const Part& part) {
    const std::uint64_t pivot = pivot_of(part.terms);
    std::size_t less = 0, at = 0, greater = part.terms.size();
    while (at < greater) {
      if (part.terms[at].cache < pivot) {
        std::swap(part.terms[less++], part.terms[at++]);
      } else if (part.terms[at].cache > pivot) {
        std::swap(part.terms[at], part.terms[--greater]);
      } else {
        ++at;
      }
    }
    std::span<SortedTerm> equal = part.terms.subspan(less, greater - less);
    const std::size_t ended = sort_ended(equal, part.depth);
    tell(ended);
    equal = equal.subspan(ended);
    const std::size_t next_depth = part.depth + kCacheBytes;
    fill_caches(equal, next_depth);
    return {{{part.terms.first(less), part.depth}, {equal, next_depth}, {part.terms.subspan(greater), part.depth}}};
  }

  void tell(std::size_t terms) {
    done_ += terms;
    if (done_ >= kSortPulseTerms) tell_rest();
  }

  const std::function<void(std::uint64_t)>& pulse_;
  std::uint64_t done_ = 0;
};

}  // namespace

void sort_terms(std::span<SortedTerm> terms, const std::function<void(std::uint64_t)>& pulse) {
  fill_caches(terms, 0);
  Sorter sorter(pulse);
  sorter.sort({terms, 0});
  sorter.tell_rest();
}

std::span<SortedTerm> sorted_terms(const TermTable& terms, pgas::QueryArena& arena,
                                   const std::function<void(std::uint64_t)>& pulse) {
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(terms.size());
  std::size_t filled = 0;
  terms.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, pulse);
  return sorted;
}

}  // namespace quadrille
