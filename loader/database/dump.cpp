#include "loader/database/dump.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "base/consecutive_shares.hpp"
#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "base/term.hpp"
#include "dictionary/term_owner.hpp"
#include "dictionary/triple_expansion.hpp"
#include "loader/database/find_term.hpp"
#include "loader/rdf/trig_writer.hpp"

namespace quadrille {

QuadBatches::QuadBatches(const Snapshot& snapshot, std::vector<ShardId> shards, DumpForm form, const DumpGraphs& graphs)
    : snapshot_(snapshot),
      shards_(std::move(shards)),
      form_(form),
      graphs_(graphs),
      named_(graphs.kind == DumpGraphs::Kind::one) {
  if (classes_of(snapshot_) == nullptr) return;
  meant_.emplace(Meant{MeantQuads(snapshot_), {}, {}});
}

Permutation QuadBatches::permutation() const {
  if (!named_) return Permutation::spo;
  const bool all_in_one = form_ == DumpForm::lines && graphs_.kind == DumpGraphs::Kind::all;
  return all_in_one ? Permutation::spog : Permutation::gspo;
}

QuadPrefix QuadBatches::prefix() const {
  return graphs_.kind == DumpGraphs::Kind::one ? QuadPrefix{graphs_.graph} : QuadPrefix();
}

// A batch has rows of one width: it ends with the last shard of its permutation.
bool QuadBatches::read() {
  for (auto& column : read_) column.clear();
  std::size_t rows = 0;
  while (rows < kBatchRows) {
    if (!named_ && meant_ && (!meant_->is_done || !rest_.empty())) {
      rows += read_meant(kBatchRows - rows);
      continue;
    }
    if (!rest_.empty()) {
      const std::size_t count = std::min<std::uint64_t>(rest_.size(), kBatchRows - rows);
      read_rows(count);
      rows += count;
      continue;
    }
    if (shard_ == shards_.size()) {
      if (rows > 0 || !has_next_permutation()) break;
      named_ = true;
      shard_ = 0;
      continue;
    }
    rest_ = snapshot_.run(permutation(), shards_[shard_++]).find(prefix());
  }
  take_read();
  return rows > 0;
}

void QuadBatches::take_read() {
  const std::size_t rows = read_.empty() ? 0 : read_[0].size();
  huris_.clear();
  for (std::size_t column = 0; rows > 0 && column < columns_; ++column) {
    huris_.insert(huris_.end(), read_[column].begin(), read_[column].end());
  }
  terms_.assign(huris_.size(), TermView());
}

void QuadBatches::leave_out_stated(StatedTriples& stated) {
  std::vector<Quad> triples;
  if (!named_ && !huris_.empty()) {
    for (std::size_t row = 0; row < read_[0].size(); ++row)
      triples.push_back({read_[0][row], read_[1][row], read_[2][row], kDefaultGraph});
  }
  const auto are_stated = stated.find(triples);
  if (triples.empty()) return;
  for (auto& column : read_) {
    std::size_t row = 0;
    std::erase_if(column, [&](Huri) { return are_stated[row++] != 0; });
  }
  take_read();
}

void QuadBatches::read_rows(std::size_t count) {
  columns_ = static_cast<std::size_t>(column_count(permutation()));
  read_.resize(std::max(read_.size(), columns_));
  batch_.take(rest_, count);
  for (std::size_t column = 0; column < columns_; ++column) {
    const std::size_t before = read_[column].size();
    read_[column].resize(before + count);
    batch_.read(ColumnIndex(column), std::span(read_[column]).subspan(before));
  }
}

void QuadBatches::write(std::string& text) const {
  if (huris_.empty()) return;
  if (std::find(terms_.begin(), terms_.end(), TermView()) != terms_.end()) {
    fail(ErrorKind::io, "a quad has a term that is not in the vocabulary; run 'quadrille check'");
  }
  form_ == DumpForm::trig ? write_trig(text) : write_lines(text);
}

// Reads `wanted` quads at most that rows mean, and returns their number.
std::size_t QuadBatches::read_meant(std::size_t wanted) {
  auto& [quads, stored, next, is_done] = *meant_;
  columns_ = 3;
  read_.resize(std::max(read_.size(), columns_));
  if (is_done) {
    const std::size_t count = std::min<std::uint64_t>(rest_.size(), kBatchRows);
    batch_.take(rest_, count);
    std::array<std::vector<Huri>, 3> columns;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      columns[column].resize(count);
      batch_.read(ColumnIndex(column), columns[column]);
    }
    stored.clear();
    for (std::size_t row = 0; row < count; ++row) {
      stored.push_back({columns[0][row], columns[1][row], columns[2][row], kDefaultGraph});
    }
    quads.begin(stored);
  }
  is_done = !quads.next(wanted, next);
  for (const Quad& quad : next) {
    read_[0].push_back(quad.subject);
    read_[1].push_back(quad.predicate);
    read_[2].push_back(quad.object);
  }
  return next.size();
}

// The columns of the permutation that a line has, in the order of the line.
std::vector<std::size_t> QuadBatches::columns_of_line() const {
  if (permutation() != Permutation::gspo) {
    std::vector<std::size_t> all(columns_);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  if (!graphs_.are_named) return {1, 2, 3};
  return form_ == DumpForm::lines ? std::vector<std::size_t>{1, 2, 3, 0} : std::vector<std::size_t>{0, 1, 2, 3};
}

void QuadBatches::write_lines(std::string& text) const {
  const std::size_t rows = huris_.size() / columns_;
  const std::vector<std::size_t> columns = columns_of_line();
  const bool names_graph = named_ && graphs_.are_named;
  for (std::size_t row = 0; row < rows; ++row) {
    if (form_ == DumpForm::graph_first && !names_graph) text += ' ';
    for (const std::size_t column : columns) {
      append_ntriples(text, terms_[column * rows + row]);
      text += ' ';
    }
    text += ".\n";
  }
}

void QuadBatches::write_trig(std::string& text) const {
  const std::size_t rows = huris_.size() / columns_;
  TrigWriter writer;
  std::array<std::string, 4> terms;  // graph, subject, predicate, object
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) {
      std::string& term = terms[terms.size() - columns_ + column];
      term.clear();
      append_ntriples(term, terms_[column * rows + row]);
    }
    writer.add(text, graphs_.are_named ? terms[0] : std::string(), terms[1], terms[2], terms[3]);
  }
  writer.finish(text);
}

QuadDump::QuadDump(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary, const Snapshot& snapshot,
                   std::vector<ShardId> shards, DumpForm form, const DumpGraphs& graphs)
    : team_(team),
      dictionary_(dictionary),
      batches_(snapshot, std::move(shards), form, graphs),
      exchange_(team, arena),
      fetched_(arena) {
  if (batches_.asks_for_stated()) stated_.emplace(team, arena, batches_.snapshot());
}

bool QuadDump::next(std::string& lines) {
  lines.clear();
  if (!team_.any(batches_.read())) return false;
  if (stated_) batches_.leave_out_stated(*stated_);
  texts_.clear();
  dictionary_.terms(batches_.huris(), texts_, batches_.terms());
  if (dictionary_.map() != nullptr) fetch_others();
  batches_.write(lines);
  return true;
}

// Fetches the terms in other groups' parts of the vocabulary.
void QuadDump::fetch_others() {
  std::vector<Huri> asked;
  TripleExpansion triples(dictionary_.triples());
  for (const Huri huri : batches_.huris()) {
    if (!dictionary_.holds(huri)) triples.add(huri, asked);
  }
  std::erase_if(asked, [this](Huri huri) { return dictionary_.holds(huri); });
  sort_different(asked);
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
  const auto read = [&](Huri huri) {
    const TermView* const fetched = fetched_.find(huri);
    TermView term = fetched != nullptr ? *fetched : TermView();
    if (fetched == nullptr) dictionary_.terms({&huri, 1}, texts_, {&term, 1});
    return term;
  };
  triples.compose(
      read, [&](Huri triple, std::string_view text) { fetched_.add(triple, TermView::triple(texts_.keep(text))); });
  const std::span<const Huri> huris = batches_.huris();
  const std::span<TermView> terms = batches_.terms();
  for (std::size_t place = 0; place < huris.size(); ++place) {
    if (const TermView* term = fetched_.find(huris[place])) terms[place] = *term;
  }
}

std::optional<Huri> find_graph(pgas::Team& team, const Dictionary& dictionary, const Snapshot& snapshot,
                               std::span<const ShardId> shards, std::string_view iri) {
  const Huri graph = find_in_team(team, dictionary, dictionary.delta(), TermView::iri(iri));
  std::uint64_t rows = 0;
  if (graph != kUnbound) {
    for (const ShardId shard : shards) rows += snapshot.run(Permutation::gspo, shard).find({graph}).size();
  }
  return team.sum(rows) > 0 ? std::optional(graph) : std::nullopt;
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
