#include "loader/dump.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "base/term.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

// Writes the rows of runs, block by block.
class LineWriter {
 public:
  LineWriter(const Dictionary& dictionary, const std::function<void(std::string_view)>& take)
      : dictionary_(dictionary), take_(take) {}

  void write(const RunView& run) {
    for (std::uint64_t block = 0; block < run.blocks(); ++block) {
      read_block(run, block);
      write_rows(run.block_rows(block).size(), static_cast<std::size_t>(run.columns()));
    }
  }

  void flush() {
    if (!lines_.empty()) take_(lines_);
    lines_.clear();
  }

 private:
  // The terms of the block, column by column.
  void read_block(const RunView& run, std::uint64_t block) {
    const std::size_t rows = run.block_rows(block).size();
    const auto columns = static_cast<std::size_t>(run.columns());
    huris_.resize(rows * columns);
    terms_.resize(rows * columns);
    for (std::size_t column = 0; column < columns; ++column) {
      run.read_block(block, ColumnIndex(column), 0, rows, huris_.data() + column * rows);
    }
    texts_.clear();
    std::fill(terms_.begin(), terms_.end(), TermView());
    dictionary_.terms(huris_, buffer_, texts_, terms_);
    if (std::find(terms_.begin(), terms_.end(), TermView()) != terms_.end()) {
      fail(ErrorKind::io, "a quad has a term that is not in the vocabulary; run 'quadrille check'");
    }
  }

  void write_rows(std::size_t rows, std::size_t columns) {
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        append_ntriples(lines_, terms_[column * rows + row]);
        lines_ += ' ';
      }
      lines_ += ".\n";
      if (lines_.size() >= kPieceBytes) flush();
    }
  }

  const Dictionary& dictionary_;
  const std::function<void(std::string_view)>& take_;
  std::string lines_;
  std::vector<Huri> huris_;
  std::vector<TermView> terms_;
  KeyBuffer buffer_;
  TextArena texts_;
};

}  // namespace

void dump_quads(const Database& database, std::span<const ShardId> shards,
                const std::function<void(std::string_view)>& take) {
  LineWriter writer(database.dictionary(), take);
  for (const Permutation permutation : {Permutation::spo, Permutation::spog}) {
    for (const ShardId shard : shards) writer.write(database.generation().run(permutation, shard));
  }
  writer.flush();
}

std::vector<ShardId> shards_of_member(int member, int members, std::uint32_t shards) {
  std::vector<ShardId> mine;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    if (std::uint64_t{shard} * static_cast<std::uint64_t>(members) / shards == static_cast<std::uint64_t>(member)) {
      mine.push_back(ShardId(shard));
    }
  }
  return mine;
}

}  // namespace quadrille
