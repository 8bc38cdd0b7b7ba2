#pragma once

// Loops that measure memory, each once over an array. They return the seconds that they took. The results of reads are
// added up in a place that the compiler must write.

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::bench {

enum class Hint : std::uint8_t { none, non_temporal };

// Adds up the words in order. With `non_temporal`, lines are prefetched as data that are not needed again.
double read_in_order(std::span<const std::uint64_t> words, Hint hint);
// Adds up a word of each of `count` lines of 64 bytes that a random generator chooses; the next choice does not depend
// on what was read.
double read_at_random(std::span<const std::uint64_t> words, std::size_t count);
// Sets all words. With `non_temporal` by stores that pass the caches, where the processor has them.
double write_in_order(std::span<std::uint64_t> words, Hint hint);
// a[i] = b[i] + 3 * c[i] over thirds of the array: the triad of STREAM (McCalpin 1995). 24 bytes a step.
double run_triad(std::span<std::uint64_t> words);

}  // namespace quadrille::bench
