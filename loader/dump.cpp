#include "loader/dump.hpp"

#include <algorithm>
#include <string>

#include "base/consecutive_shares.hpp"
#include "base/error.hpp"
#include "base/term.hpp"
#include "dictionary/term_owner.hpp"

namespace quadrille {

namespace {

constexpr Permutation kDumped[] = {Permutation::spo, Permutation::spog};

}  // namespace

// A batch has rows of one width: it ends with the last run of its permutation.
bool QuadBatches::read() {
  for (auto& column : read_) column.clear();
  std::size_t rows = 0;
  for (; permutation_ < std::size(kDumped) && rows < kBatchRows;) {
    if (shard_ == shards_.size()) {
      ++permutation_;
      shard_ = 0;
      if (rows > 0) break;
      continue;
    }
    const RunView& run = database_.generation().run(kDumped[permutation_], shards_[shard_]);
    if (block_ == run.blocks()) {
      ++shard_;
      block_ = 0;
      continue;
    }
    read_block(run);
    rows = read_.front().size();
  }
  huris_.clear();
  for (std::size_t column = 0; rows > 0 && column < columns_; ++column) {
    huris_.insert(huris_.end(), read_[column].begin(), read_[column].end());
  }
  terms_.assign(huris_.size(), TermView());
  return rows > 0;
}

void QuadBatches::read_block(const RunView& run) {
  const std::size_t rows = run.block_rows(block_).size();
  columns_ = static_cast<std::size_t>(run.columns());
  read_.resize(std::max(read_.size(), columns_));
  for (std::size_t column = 0; column < columns_; ++column) {
    const std::size_t before = read_[column].size();
    read_[column].resize(before + rows);
    run.read_block(block_, ColumnIndex(column), 0, rows, read_[column].data() + before);
  }
  ++block_;
}

void QuadBatches::write(std::string& lines) const {
  if (huris_.empty()) return;
  if (std::find(terms_.begin(), terms_.end(), TermView()) != terms_.end()) {
    fail(ErrorKind::io, "a quad has a term that is not in the vocabulary; run 'quadrille check'");
  }
  const std::size_t rows = huris_.size() / columns_;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) {
      append_ntriples(lines, terms_[column * rows + row]);
      lines += ' ';
    }
    lines += ".\n";
  }
}

QuadDump::QuadDump(pgas::Team& team, pgas::QueryArena& arena, const Database& database, std::vector<ShardId> shards)
    : team_(team),
      dictionary_(database.dictionary()),
      batches_(database, std::move(shards)),
      exchange_(team, arena),
      fetched_(arena) {}

bool QuadDump::next(std::string& lines) {
  lines.clear();
  if (!team_.any(batches_.read())) return false;
  texts_.clear();
  dictionary_.terms(batches_.huris(), texts_, batches_.terms());
  if (dictionary_.map() != nullptr) fetch_others();
  batches_.write(lines);
  return true;
}

// The terms that are in another group's part of the vocabulary.
void QuadDump::fetch_others() {
  std::vector<Huri> asked;
  for (const Huri huri : batches_.huris()) {
    if (!dictionary_.holds(huri)) asked.push_back(huri);
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::vector<std::int32_t> owners;
  std::erase_if(asked, [&](Huri huri) {
    const auto owner = member_with(team_, dictionary_, huri);
    if (owner) owners.push_back(*owner);
    return !owner;
  });
  const auto answer = [&](std::span<const Huri> theirs, TextArena& texts, std::span<TermView> out) {
    dictionary_.terms(theirs, texts, out);
  };
  fetched_.clear();
  exchange_.terms(asked, owners, answer, fetched_, FetchedTerms::Lifetime::batch);
  const std::span<const Huri> huris = batches_.huris();
  const std::span<TermView> terms = batches_.terms();
  for (std::size_t place = 0; place < huris.size(); ++place) {
    if (const TermView* term = fetched_.find(huris[place])) terms[place] = *term;
  }
}

void dump_quads(const Database& database, std::span<const ShardId> shards,
                const std::function<void(std::string_view)>& take) {
  QuadBatches batches(database, {shards.begin(), shards.end()});
  TextArena texts;
  std::string lines;
  while (batches.read()) {
    texts.clear();
    lines.clear();
    database.dictionary().terms(batches.huris(), texts, batches.terms());
    batches.write(lines);
    take(lines);
  }
}

std::vector<ShardId> shards_of_member(int member, int members, std::uint32_t shards) {
  std::vector<ShardId> mine;
  for (std::uint64_t shard = share_begin(member, shards, members); shard < share_begin(member + 1, shards, members);
       ++shard) {
    mine.push_back(ShardId(static_cast<std::uint32_t>(shard)));
  }
  return mine;
}

}  // namespace quadrille
