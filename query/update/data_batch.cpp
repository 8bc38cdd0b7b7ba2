#include "query/update/data_batch.hpp"

#include <optional>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "query/update/bytes_of_lists.hpp"

namespace quadrille::query {

std::string DataBatch::serialise() const {
  std::string bytes;
  append_word(bytes, next_blank);
  append_list(bytes, sizes);
  for (const std::string& of_image : terms) append_list(bytes, of_image);
  append_list(bytes, deletes);
  append_list(bytes, inserts);
  append_list(bytes, triples);
  append_list(bytes, statistics);
  return bytes;
}

DataBatch DataBatch::parse(std::string_view bytes) {
  DataBatch batch;
  batch.next_blank = load<std::uint64_t>(bytes.data());
  bytes.remove_prefix(sizeof batch.next_blank);
  read_list(bytes, batch.sizes);
  batch.terms.resize(batch.sizes.size());
  for (std::string& of_image : batch.terms) read_list(bytes, of_image);
  read_list(bytes, batch.deletes);
  read_list(bytes, batch.inserts);
  read_list(bytes, batch.triples);
  read_list(bytes, batch.statistics);
  return batch;
}

QuadChanges DataBatch::changes() const {
  QuadChanges changes;
  changes.deletes = deletes;
  changes.inserts = inserts;
  changes.terms = triples;
  changes.are_effective = true;
  return changes;
}

DatasetStatePtr whole_after(const Writer& writer, const DatasetState& before, DataBatch& batch, std::uint64_t version) {
  auto after = writer.follower->after_batch(before, batch.changes(), version, writer.levels);
  if (!after) return nullptr;
  batch.statistics = after->statistics.serialise();
  return std::make_shared<const DatasetState>(std::move(after->state));
}

DatasetState apply_batch(const Writer& writer, const DatasetState& before, const DataBatch& batch,
                         std::uint64_t version) {
  DeltaVocabulary& vocabulary = writer.vocabulary;
  const auto mine = static_cast<std::size_t>(index(vocabulary.image()));
  const pgas::Outcome interned = pgas::attempt([&] {
    if (vocabulary.size(vocabulary.image()) != batch.sizes[mine]) {
      fail(ErrorKind::internal, "image 0 knows {} terms of image {}, which has {}", batch.sizes[mine], mine,
           vocabulary.size(vocabulary.image()));
    }
    vocabulary.import_terms(batch.terms[mine]);
  });
  std::optional<StatisticsChange> statistics;
  if (!writer.team.is_one_group()) statistics = StatisticsChange::parse(batch.statistics);
  CountedState next = next_state_in_group(writer.team, before, batch.changes(), statistics ? &*statistics : nullptr,
                                          version, writer.levels, interned);
  if (writer.follower != nullptr) vocabulary.mark_exported();
  next.state.whole.reset();
  return std::move(next.state);
}

LogPieces lines_of(const WholeReader& whole, const DataBatch& batch) {
  pgas::QueryArena arena(whole.alone.heap());
  QueryDictionary terms(whole.alone, arena, whole.dictionary, {});
  StateContext context(whole.alone, arena, whole.snapshot, terms);
  LogPieces pieces;
  append_changes(context, batch.changes(), pieces);
  return pieces;
}

void commit_batch(UpdateLog& log, std::uint64_t version, const DataBatch& batch, const LogPieces& lines) {
  try {
    log.settle();
    log.begin(version);
    for (const std::string& piece : lines) log.add(piece);
    log.commit({.version = version, .next_blank_node = batch.next_blank, .shares = {log.write()}});
  } catch (const Error&) {
    log.abandon(version);
    throw;
  }
}

}  // namespace quadrille::query
