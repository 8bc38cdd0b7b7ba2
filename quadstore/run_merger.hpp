#pragma once

// A RunMerger finds the rows of a run for many keys at once: it merges ascending keys with one column of the run,
// after a constant prefix. Blocks that cannot contain a key are not unpacked; in the others the key column is unpacked
// once (RunPieces).
//
//   RunMerger merger;
//   merger.open(run, {p});                               in pso: the rows of predicate p, by subject
//   merger.begin(keys);                                  ascending, may repeat
//   while (merger.next(limit)) {                         matches of one piece, `limit` of them at most
//     merger.keys()                                      by match: the number of its key
//     merger.read(column, out)                           by match: the value of a column of its row
//   }
//
// begin() may be called again with further keys: keys after the last ones cost nothing extra, earlier keys a search.
// Needs 16 KiB, and six bytes for each match of next(); one merger for each thread. The snapshot must outlive it, and
// the keys must stay until the next begin(). Cost, one core: 2-4 ns a key and row if both are dense; about 0.4 us a key
// if each is in its own block.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "quadstore/merged_run.hpp"
#include "quadstore/run_pieces.hpp"

namespace quadrille {

class RunMerger {
 public:
  // The rows with this prefix; the keys are in the next column, which ascends.
  void open(const MergedRun& run, const QuadPrefix& prefix);

  // `first_match_only`: one match for each key is enough. The keys must not change while next() is called.
  void begin(std::span<const Huri> keys, bool first_match_only = false);
  // Returns false, with no matches, if there are no more.
  bool next(std::size_t limit);
  std::span<const std::uint32_t> keys() const { return {keys_of_matches_.get(), matches_}; }
  // Fills out[0 .. keys().size()). Unpacks blocks only as far as the matches are in them.
  void read(ColumnIndex column, Huri* out);

  std::uint64_t take_unpacked_blocks() { return pieces_.take_unpacked_blocks(); }  // since the last call

 private:
  bool enter_piece();
  void leave_piece();
  void match(std::size_t limit);

  static constexpr std::size_t kGroupRows = 4;
  static_assert(2 * kGroupRows <= RunPieces::kPadding);

  RunPieces pieces_;
  std::span<const Huri> wanted_;
  bool first_only_ = false;
  std::size_t key_ = 0;    // the next one of wanted_
  bool in_piece_ = false;  // it may still be in the piece
  std::size_t at_ = 0;     // the first of the piece's rows that may not be below the next key
  std::size_t pair_ = 0;   // the next row to pair with the next key
  // Keys have several rows or none, in an order that the processor cannot predict: rows are then compared in groups,
  // without branches. Set as for the last piece.
  bool uneven_ = false;

  std::size_t matches_ = 0;
  std::size_t room_ = 0;  // matches that there is memory for
  std::unique_ptr<std::uint32_t[]> keys_of_matches_;
  std::unique_ptr<std::uint16_t[]> rows_of_matches_;  // within the piece
};

}  // namespace quadrille
