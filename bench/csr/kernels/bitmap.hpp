#pragma once

// A bit a node. A thread that works on whole words of nodes needs no atomic operations.

#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>

#include "bench/csr/kernels/array.hpp"
#include "bench/csr/kernels/threads.hpp"
#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

class Bitmap {
 public:
  Bitmap(Threads& threads, Node nodes) : words_(std::size_t{nodes} / 64 + 1) { clear(threads); }

  void clear(Threads& threads) { threads.fill(words_, std::uint64_t{0}); }
  bool has(Node node) const { return (words_[node / 64] >> (node % 64) & 1) != 0; }
  std::uint64_t& word(std::size_t at) { return words_[at]; }
  std::size_t words() const { return words_.size(); }
  // By several threads.
  void add(Node node) {
    std::atomic_ref(words_[node / 64]).fetch_or(std::uint64_t{1} << (node % 64), std::memory_order_relaxed);
  }
  void swap(Bitmap& other) { std::swap(words_, other.words_); }

 private:
  Array<std::uint64_t> words_;
};

// Calls visit(node) for the bits of a word.
template <class Visit>
void for_each_bit(std::size_t at, std::uint64_t word, const Visit& visit) {
  for (; word != 0; word &= word - 1) visit(static_cast<Node>(at * 64 + static_cast<unsigned>(std::countr_zero(word))));
}

}  // namespace quadrille::bench
