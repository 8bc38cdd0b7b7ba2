#include "query/update/data_batch.hpp"

#include "base/error.hpp"
#include "query/update/bytes_of_lists.hpp"

namespace quadrille::query {

std::string DataBatch::serialise() const {
  std::string bytes(reinterpret_cast<const char*>(&next_blank), sizeof next_blank);
  append_list(bytes, sizes);
  for (const std::string& of_image : terms) append_list(bytes, of_image);
  append_list(bytes, deletes);
  append_list(bytes, inserts);
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
  return batch;
}

DatasetStatePtr apply_batch(const Writer& writer, const DatasetState& before, const DataBatch& batch,
                            std::uint64_t version) {
  DeltaVocabulary& vocabulary = writer.vocabulary;
  const auto mine = static_cast<std::size_t>(index(vocabulary.image()));
  QuadChanges changes;
  changes.deletes = batch.deletes;
  changes.inserts = batch.inserts;
  changes.are_effective = true;
  try {
    const pgas::Outcome interned = pgas::attempt([&] {
      if (vocabulary.size(vocabulary.image()) != batch.sizes[mine]) {
        fail(ErrorKind::internal, "image 0 knows {} terms of image {}, which has {}", batch.sizes[mine], mine,
             vocabulary.size(vocabulary.image()));
      }
      vocabulary.import_terms(batch.terms[mine]);
    });
    auto next = std::make_shared<DatasetState>(
        next_state_of_all(writer.team, before, changes, version, writer.levels, interned));
    if (writer.follower != nullptr) {
      vocabulary.mark_exported();
      next->whole = writer.follower->follow_gathered(before.whole, batch.terms, changes, version, writer.levels);
    }
    return next;
  } catch (const Error&) {
    if (writer.follower != nullptr) writer.follower->begin(writer.team);  // some images may have the new terms
    throw;
  }
}

LogPieces lines_of(const WholeReader& whole, const DataBatch& batch) {
  pgas::QueryArena arena(whole.alone.heap());
  QueryDictionary terms(whole.alone, arena, whole.dictionary, {});
  Context context(whole.alone, arena, whole.snapshot, terms);
  LogPieces pieces;
  QuadChanges changes;
  changes.deletes = batch.deletes;
  changes.inserts = batch.inserts;
  append_changes(context, changes, pieces);
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
