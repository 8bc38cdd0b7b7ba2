#include "quadstore/hidden_rows.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <vector>

#include "quadstore/run.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kBitmapAlignment = 64;

void set_bits(std::uint64_t* bits, RowRange rows) {
  for (std::uint64_t row = rows.begin; row < rows.end;) {
    const std::uint64_t in_word = row % 64, count = std::min(rows.end - row, 64 - in_word);
    bits[row / 64] |= (~std::uint64_t{0} >> (64 - count)) << in_word;
    row += count;
  }
}

// Sets the bits of a run's rows of some graphs.
class GraphFinder {
 public:
  GraphFinder(const RunView& run, std::span<const Huri> graphs)
      : run_(run), column_(*column_of(run.permutation(), Position::graph)), graphs_(graphs) {}

  void set(std::uint64_t* bits) {
    for (std::uint64_t block = 0; block < run_.blocks(); ++block) {
      const Huri least = run_.min(block, column_), most = run_.max(block, column_);
      const auto first = std::lower_bound(graphs_.begin(), graphs_.end(), least);
      if (first == graphs_.end() || *first > most) continue;
      least == most ? set_bits(bits, run_.block_rows(block)) : set_in_block(bits, block);
    }
  }

 private:
  void set_in_block(std::uint64_t* bits, std::uint64_t block) {
    const RowRange rows = run_.block_rows(block);
    values_.resize(rows.size());
    run_.read_block(block, column_, 0, rows.size(), values_.data());
    Huri last = kUnbound;
    bool is_last_hidden = false;
    for (std::uint64_t row = 0; row < rows.size(); ++row) {
      if (values_[row] != last) {
        last = values_[row];
        is_last_hidden = std::binary_search(graphs_.begin(), graphs_.end(), last);
      }
      const std::uint64_t at = rows.begin + row;
      bits[at / 64] |= std::uint64_t{is_last_hidden} << (at % 64);
    }
  }

  const RunView& run_;
  const ColumnIndex column_;
  const std::span<const Huri> graphs_;
  std::vector<Huri> values_;
};

}  // namespace

HiddenRowsPtr HiddenRows::hide(const RunOf& run_of, std::span<const Huri> graphs, HiddenRowsPtr before,
                               std::pmr::memory_resource& memory) {
  const auto shows = [&](Permutation by_graph, Huri graph) {
    const RowRange rows = run_of(by_graph).find({graph});
    return (before ? before->mask(by_graph).count(rows) : rows.size()) > 0;
  };
  const auto is_here = [&](Huri graph) { return shows(Permutation::gspo, graph) || shows(Permutation::gpos, graph); };
  if (std::none_of(graphs.begin(), graphs.end(), is_here)) return before;
  const std::uint64_t first_bits = (sizeof(HiddenRows) + 7) / 8;
  std::uint64_t words = first_bits;
  for (const Permutation permutation : kNamedGraphPermutations) {
    const std::uint64_t blocks = run_of(permutation).blocks();
    words += blocks * RowMask::kBlockWords + blocks + 1;
  }
  const std::size_t bytes = words * sizeof(std::uint64_t);
  auto* next = static_cast<std::uint64_t*>(memory.allocate(bytes, kBitmapAlignment));
  const std::shared_ptr<HiddenRows> hidden(new (next) HiddenRows, [bytes, &memory](HiddenRows* owned) {
    memory.deallocate(owned, bytes, kBitmapAlignment);
  });
  hidden->bytes_ = bytes;
  next += first_bits;
  for (const Permutation permutation : kNamedGraphPermutations) {
    const RunView& run = run_of(permutation);
    const std::uint64_t its_words = run.blocks() * RowMask::kBlockWords;
    std::uint64_t* const bits = next;
    std::uint64_t* const counts = next + its_words;
    next += its_words + run.blocks() + 1;
    if (before) {
      std::copy_n(before->runs_[place(permutation)].bits, its_words, bits);
    } else {
      std::fill_n(bits, its_words, 0);
    }
    GraphFinder(run, graphs).set(bits);
    std::uint64_t count = 0;
    for (std::uint64_t word = 0; word < its_words; ++word) {
      if (word % RowMask::kBlockWords == 0) counts[word / RowMask::kBlockWords] = count;
      count += static_cast<std::uint64_t>(std::popcount(bits[word]));
    }
    counts[run.blocks()] = count;
    hidden->runs_[place(permutation)] = {RowMask(run.rows(), counts, bits, false), count, bits};
  }
  return hidden;
}

}  // namespace quadrille
