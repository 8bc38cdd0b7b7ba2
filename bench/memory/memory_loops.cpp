#include "bench/memory/memory_loops.hpp"

#include <bit>

#include "base/clock.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace quadrille::bench {

namespace {

constexpr std::size_t kWordsOfLine = 8;
constexpr std::size_t kLinesAhead = 16;  // prefetched

constexpr auto kWritten = std::bit_cast<std::uint64_t>(1.0);  // the triad adds it up; small numbers would be slow

volatile std::uint64_t read_result;

}  // namespace

double read_in_order(std::span<const std::uint64_t> words, Hint hint) {
  const Stopwatch stopwatch;
  std::uint64_t sum = 0;
  for (std::size_t line = 0; line + kWordsOfLine <= words.size(); line += kWordsOfLine) {
    const std::uint64_t* const its = words.data() + line;
    if (hint == Hint::non_temporal) __builtin_prefetch(its + kLinesAhead * kWordsOfLine, 0, 0);
    for (std::size_t word = 0; word < kWordsOfLine; ++word) sum += its[word];
  }
  read_result = sum;
  return stopwatch.seconds();
}

double read_at_random(std::span<const std::uint64_t> words, std::size_t count) {
  const Stopwatch stopwatch;
  const std::size_t lines = words.size() / kWordsOfLine;
  std::uint64_t state = 88172645463325252ull, sum = 0;
  for (std::size_t read = 0; read < count; ++read) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;  // xorshift (Marsaglia 2003)
    const auto line = static_cast<std::size_t>((static_cast<unsigned __int128>(state) * lines) >> 64);
    sum += words[line * kWordsOfLine];
  }
  read_result = sum;
  return stopwatch.seconds();
}

double write_in_order(std::span<std::uint64_t> words, Hint hint) {
  const Stopwatch stopwatch;
#ifdef __SSE2__
  if (hint == Hint::non_temporal) {
    const __m128i value = _mm_set1_epi64x(kWritten);
    for (std::size_t word = 0; word + 2 <= words.size(); word += 2) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(words.data() + word), value);
    }
    _mm_sfence();
    return stopwatch.seconds();
  }
#endif
  static_cast<void>(hint);
  for (std::uint64_t& word : words) word = kWritten;
  read_result = words.back();
  return stopwatch.seconds();
}

double run_triad(std::span<std::uint64_t> words) {
  const Stopwatch stopwatch;
  const std::size_t third = words.size() / 3;
  auto* const a = reinterpret_cast<double*>(words.data());
  const double *const b = a + third, *const c = b + third;
  for (std::size_t step = 0; step < third; ++step) a[step] = b[step] + 3.0 * c[step];
  read_result = words[third / 2];
  return stopwatch.seconds();
}

}  // namespace quadrille::bench
