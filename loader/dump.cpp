#include "loader/dump.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "base/term.hpp"

namespace quadrille {

namespace {

constexpr Permutation kDumped[] = {Permutation::spo, Permutation::spog};

}  // namespace

// A batch has rows of one width: it ends with the last shard of its permutation.
bool QuadBatches::read() {
  for (auto& column : read_) column.clear();
  std::size_t rows = 0;
  while (rows < kBatchRows) {
    if (!rest_.empty()) {
      const std::size_t count = std::min<std::uint64_t>(rest_.size(), kBatchRows - rows);
      read_rows(count);
      rows += count;
      continue;
    }
    if (shard_ == shards_.size()) {
      if (rows > 0 || permutation_ + 1 == std::size(kDumped)) break;
      ++permutation_;
      shard_ = 0;
      continue;
    }
    rest_ = snapshot_.run(kDumped[permutation_], shards_[shard_++]).find({});
  }
  huris_.clear();
  for (std::size_t column = 0; rows > 0 && column < columns_; ++column) {
    huris_.insert(huris_.end(), read_[column].begin(), read_[column].end());
  }
  terms_.assign(huris_.size(), TermView());
  return rows > 0;
}

void QuadBatches::read_rows(std::size_t count) {
  columns_ = static_cast<std::size_t>(column_count(kDumped[permutation_]));
  read_.resize(std::max(read_.size(), columns_));
  batch_.take(rest_, count);
  for (std::size_t column = 0; column < columns_; ++column) {
    const std::size_t before = read_[column].size();
    read_[column].resize(before + count);
    batch_.read(ColumnIndex(column), std::span(read_[column]).subspan(before));
  }
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

QuadDump::QuadDump(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary, const Snapshot& snapshot,
                   std::vector<ShardId> shards)
    : team_(team),
      dictionary_(dictionary),
      batches_(snapshot, std::move(shards)),
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
  const VocabularyMap& map = *dictionary_.map();
  std::vector<Huri> asked;
  for (const Huri huri : batches_.huris()) {
    if (!dictionary_.holds(huri)) asked.push_back(huri);
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::vector<std::int32_t> owners;
  std::erase_if(asked, [&](Huri huri) {
    const auto part = map.part_of_rank(huri.kind(), huri.payload());
    if (part) owners.push_back(member_of_part(*part, map.parts(), team_.size()));
    return !part;
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
  dump_quads(database.dictionary(), Snapshot(database.generation()), shards, take);
}

void dump_quads(const Dictionary& dictionary, const Snapshot& snapshot, std::span<const ShardId> shards,
                const std::function<void(std::string_view)>& take) {
  QuadBatches batches(snapshot, {shards.begin(), shards.end()});
  TextArena texts;
  std::string lines;
  while (batches.read()) {
    texts.clear();
    lines.clear();
    dictionary.terms(batches.huris(), texts, batches.terms());
    batches.write(lines);
    take(lines);
  }
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
