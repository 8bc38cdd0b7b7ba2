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

// True if the view hides some rows of the run and shows others.
bool has_own_mask(const RunView& run, View view) {
  const RowMask mask = run.mask(view);
  return view == View::all || (!mask.shows_all() && !mask.shows_none());
}

std::uint64_t words_of_mask(const RunView& run) {
  return run.blocks() * RowMask::kBlockWords + run.blocks() + 1;
}

// Takes the memory of a mask from `room`, and fills its bits.
template <class SetBits>
RowMask make_mask(const RunView& run, std::uint64_t*& room, const SetBits& set_bits_of) {
  const std::uint64_t words = run.blocks() * RowMask::kBlockWords;
  std::uint64_t* const bits = room;
  std::uint64_t* const counts = bits + words;
  room += words_of_mask(run);
  set_bits_of(std::span(bits, words));
  std::uint64_t count = 0;
  for (std::uint64_t word = 0; word < words; ++word) {
    if (word % RowMask::kBlockWords == 0) counts[word / RowMask::kBlockWords] = count;
    count += static_cast<std::uint64_t>(std::popcount(bits[word]));
  }
  counts[run.blocks()] = count;
  return RowMask(run.rows(), counts, bits, false);
}

}  // namespace

HiddenRows::Run HiddenRows::make_run(const RunView& run, std::span<const Huri> graphs, const Run* before,
                                     std::uint64_t*& room) {
  Run made;
  made.bits = room;
  made.masks[index(View::all)] = make_mask(run, room, [&](std::span<std::uint64_t> bits) {
    if (before != nullptr) {
      std::copy_n(before->bits, bits.size(), bits.begin());
    } else {
      std::fill(bits.begin(), bits.end(), 0);
    }
    GraphFinder(run, graphs).set(bits.data());
  });
  made.hidden = run.rows() - made.masks[index(View::all)].count({0, run.rows()});
  for (const View view : {View::closure, View::stated, View::inferred}) {
    RowMask& mask = made.masks[index(view)];
    const RowMask base = run.mask(view);
    mask = base.shows_none() ? base : made.masks[index(View::all)];
    if (!has_own_mask(run, view)) continue;
    mask = make_mask(run, room, [&](std::span<std::uint64_t> bits) {
      std::copy_n(made.bits, bits.size(), bits.begin());
      for (std::uint64_t row = 0; (row = base.next_hidden(row, run.rows())) < run.rows();) {
        const std::uint64_t end = base.next_shown(row, run.rows());
        set_bits(bits.data(), {row, end});
        row = end;
      }
    });
  }
  return made;
}

HiddenRowsPtr HiddenRows::hide(const RunOf& run_of, std::span<const Huri> graphs, HiddenRowsPtr before,
                               std::pmr::memory_resource& memory) {
  const auto shows = [&](Permutation by_graph, Huri graph) {
    const RowRange rows = run_of(by_graph).find({graph});
    return (before ? before->mask(by_graph, View::all).count(rows) : rows.size()) > 0;
  };
  const auto is_here = [&](Huri graph) { return shows(Permutation::gspo, graph) || shows(Permutation::gpos, graph); };
  if (std::none_of(graphs.begin(), graphs.end(), is_here)) return before;
  const std::uint64_t first_bits = (sizeof(HiddenRows) + 7) / 8;
  std::uint64_t words = first_bits;
  for (const Permutation permutation : kNamedGraphPermutations) {
    const RunView& run = run_of(permutation);
    for (const View view : kAllViews) words += has_own_mask(run, view) ? words_of_mask(run) : 0;
  }
  const std::size_t bytes = words * sizeof(std::uint64_t);
  auto* next = static_cast<std::uint64_t*>(memory.allocate(bytes, kBitmapAlignment));
  const std::shared_ptr<HiddenRows> hidden(new (next) HiddenRows, [bytes, &memory](HiddenRows* owned) {
    memory.deallocate(owned, bytes, kBitmapAlignment);
  });
  hidden->bytes_ = bytes;
  next += first_bits;
  for (const Permutation permutation : kNamedGraphPermutations) {
    const std::size_t at = place(permutation);
    hidden->runs_[at] = make_run(run_of(permutation), graphs, before ? &before->runs_[at] : nullptr, next);
  }
  return hidden;
}

}  // namespace quadrille
