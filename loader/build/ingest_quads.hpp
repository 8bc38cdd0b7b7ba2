#pragma once

// Ingest Quads: the quads of the readers -> rows of provisional words in this image's log.
//
//   QuadView -> keys and hashes of its terms, staged -> (a batch full) -> TermTable, cache misses overlapped -> QuadLog
//
// A word of a logged row is the final HURI of an inline term, or a local id (provisional_word.hpp) that Update HURIs
// replaces. A subject or predicate that the reader knows to be the one before costs nothing. Local, one thread.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/build/row_log.hpp"
#include "loader/build/term_table.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille {

class QuadIngest final : public QuadSink {
 public:
  // `after_batch(rows)` is called after every batch, a few hundred rows; what it throws comes out of quad().
  QuadIngest(TermTable& terms, QuadLog& log, std::function<void(std::uint64_t)> after_batch);

  // The quads that follow come from this file: blank node labels mean something else, and nothing is the same as
  // before.
  void begin_document(std::uint32_t file);

  void quad(const QuadView& quad) override;

  // Logs what is staged. Call it at the end.
  void flush();

  // Ids that were given out are no longer good: the table has been emptied. From after_batch alone.
  void forget_terms() { subject_ = predicate_ = Huri(); }

  double seconds() const { return seconds_; }  // spent in flush(), without after_batch

 private:
  struct StagedTerm {
    std::uint32_t hash;
    HuriKind kind;
    std::size_t offset, bytes;  // of the key, in keys_
  };

  Huri word_of(TermView term);
  Huri stage(HuriKind kind, std::string_view key);
  std::uint32_t take_long(std::uint32_t hash, HuriKind kind, std::string_view key);
  void intern();
  Huri interned(Huri word) const;

  TermTable& terms_;
  QuadLog& log_;
  std::function<void(std::uint64_t)> after_batch_;
  std::uint32_t file_ = 0;
  Huri subject_, predicate_;  // the words of the quad before
  std::vector<QuadRow> rows_;
  std::vector<StagedTerm> staged_;
  std::vector<std::uint32_t> ids_;  // of the staged terms
  std::string keys_;
  std::string buffer_;
  double seconds_ = 0;
};

}  // namespace quadrille
