#pragma once

// Ingest Quads turns the quads of the readers into rows of provisional words in this image's log.
//
//   QuadView -> keys and hashes of its terms, staged -> (a batch full) -> TermTable, cache misses overlapped -> QuadLog
//
// A word of a logged row is the final HURI of an inline term, or a local id (provisional_word.hpp), which Update HURIs
// replaces. A subject or predicate costs nothing if the reader has marked it as equal to the previous one. A triple
// term becomes a row of words in the log, or remains a text for the vocabulary's table. Local, one thread.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/build/quad_log.hpp"
#include "loader/build/term_table.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille {

// What triple terms become. `texts` has blank nodes as `fFILExLABEL`, as read_label() has others.
enum class TripleTermsAs : std::uint8_t { rows, texts };

class QuadIngest final : public QuadSink {
 public:
  // `after_batch(rows)` is called after every batch, a few hundred rows; quad() passes on its exceptions.
  QuadIngest(TermTable& terms, QuadLog& log, std::function<void(std::uint64_t)> after_batch,
             TripleTermsAs triple_terms = TripleTermsAs::rows);

  // Starts a file: blank node labels get new meanings, and no term counts as equal to the previous one.
  void begin_document(std::uint32_t file);

  void quad(const QuadView& quad) override;

  // Logs the staged quads. Call it at the end.
  void flush();

  // Invalidates ids given out so far, after the table has been emptied. Only for calls from after_batch.
  void forget_terms() { subject_ = predicate_ = Huri(); }

  double seconds() const { return seconds_; }  // spent in flush(), without after_batch

 private:
  struct StagedTerm {
    std::uint32_t hash;
    HuriKind kind;
    std::size_t offset, bytes;  // of the key, in keys_
  };

  std::string_view key_of_blank(std::string_view label);
  Huri word_of(TermView term);
  Huri word_of_triple(std::string_view text);
  Huri word_at_once(TermView term);
  Huri stage(HuriKind kind, std::string_view key);
  std::uint32_t take_long(std::uint32_t hash, HuriKind kind, std::string_view key);
  void intern();
  Huri interned(Huri word) const;

  TermTable& terms_;
  QuadLog& log_;
  std::function<void(std::uint64_t)> after_batch_;
  const TripleTermsAs triple_terms_;
  std::uint32_t file_ = 0;
  Huri subject_, predicate_;  // the words of the previous quad
  std::vector<QuadRow> rows_;
  std::vector<StagedTerm> staged_;
  std::vector<std::uint32_t> ids_;  // of the staged terms
  std::string keys_;
  std::string buffer_;
  double seconds_ = 0;
};

}  // namespace quadrille
