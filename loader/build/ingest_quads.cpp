#include "loader/build/ingest_quads.hpp"

#include <utility>

#include "base/clock.hpp"
#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "loader/build/provisional_word.hpp"
#include "loader/rdf/quoted_triple.hpp"

namespace quadrille {

namespace {

// Large enough to overlap cache misses, small enough for the batch to stay in the caches nearest to the core.
constexpr std::size_t kBatchRows = 256;
constexpr std::size_t kBatchKeyBytes = std::size_t{64} << 10;

constexpr std::uint32_t kNoFile = 0xffff'ffff;  // not the number of a file

}  // namespace

QuadIngest::QuadIngest(TermTable& terms, QuadLog& log, std::function<void(std::uint64_t)> after_batch,
                       TripleTermsAs triple_terms)
    : terms_(terms), log_(log), after_batch_(std::move(after_batch)), triple_terms_(triple_terms) {
  rows_.reserve(kBatchRows);
}

void QuadIngest::begin_document(std::uint32_t file) {
  file_ = file;
  subject_ = predicate_ = Huri();
}

void QuadIngest::quad(const QuadView& quad) {
  if (!quad.same_subject || subject_.is_unbound()) subject_ = word_of(quad.subject);
  if (!quad.same_predicate || predicate_.is_unbound()) predicate_ = word_of(quad.predicate);
  const Huri object = word_of(quad.object);
  rows_.push_back({subject_, predicate_, object, quad.graph ? word_of(*quad.graph) : kDefaultGraph});
  if (rows_.size() == kBatchRows || keys_.size() >= kBatchKeyBytes) flush();
}

// A node that all files share belongs to no file.
std::string_view QuadIngest::key_of_blank(std::string_view label) {
  if (!is_shared_label(label)) return blank_key(file_, label, buffer_);
  return blank_key(kNoFile, label.substr(1), buffer_);
}

Huri QuadIngest::word_of(TermView term) {
  if (term.kind == TermKind::blank) return stage(HuriKind::blank, key_of_blank(term.text));
  if (term.kind == TermKind::triple) return word_of_triple(term.text);
  const TermPlace place = place_of(term);
  if (place.inlined) return *place.inlined;
  return stage(place.kind, key_of(place.kind, term, buffer_));
}

Huri QuadIngest::word_of_triple(std::string_view text) {
  if (triple_terms_ == TripleTermsAs::texts) {
    const auto rename = [&](std::string_view label) { return read_label(key_of_blank(label)); };
    const std::string renamed = with_blank_labels(text, rename);
    return provisional_word(take_long(TermTable::hash(HuriKind::triple_term, renamed), HuriKind::triple_term, renamed));
  }
  const TripleParts parts(text);
  const Huri subject = word_at_once(parts.subject()), predicate = word_at_once(parts.predicate());
  return triple_word(log_.terms.find_or_add({subject, predicate, word_at_once(parts.object())}));
}

// The word of a part of a triple term, which does not wait for the end of the batch.
Huri QuadIngest::word_at_once(TermView term) {
  if (term.kind == TermKind::triple) return word_of_triple(term.text);
  HuriKind kind = HuriKind::blank;
  if (term.kind != TermKind::blank) {
    const TermPlace place = place_of(term);
    if (place.inlined) return *place.inlined;
    kind = place.kind;
  }
  const std::string_view key = kind == HuriKind::blank ? key_of_blank(term.text) : key_of(kind, term, buffer_);
  return provisional_word(take_long(TermTable::hash(kind, key), kind, key));
}

Huri QuadIngest::stage(HuriKind kind, std::string_view key) {
  const std::uint32_t hash = TermTable::hash(kind, key);
  if (key.size() > kBatchKeyBytes) return provisional_word(take_long(hash, kind, key));
  terms_.prefetch_slot(hash);
  staged_.push_back({hash, kind, keys_.size(), key.size()});
  keys_ += key;
  return staged_word(staged_.size() - 1);
}

// A long key is not copied to the batch. A key that is too long for the vocabulary ends the build at once.
std::uint32_t QuadIngest::take_long(std::uint32_t hash, HuriKind kind, std::string_view key) {
  check_key_size(key.size());
  const std::uint32_t id = terms_.find_or_add(hash, kind, key);
  if (key.data() == buffer_.data()) std::string().swap(buffer_);
  return id;
}

void QuadIngest::flush() {
  const Stopwatch watch;
  intern();
  for (const QuadRow& row : rows_) {
    const Huri subject = interned(row[0]), predicate = interned(row[1]), object = interned(row[2]);
    if (row[3] == kDefaultGraph) {
      log_.triples.append({subject, predicate, object});
    } else {
      log_.quads.append({subject, predicate, object, interned(row[3])});
    }
  }
  subject_ = interned(subject_);
  predicate_ = interned(predicate_);
  const std::uint64_t rows = rows_.size();
  rows_.clear();
  staged_.clear();
  keys_.clear();
  seconds_ += watch.seconds();
  after_batch_(rows);
}

void QuadIngest::intern() {
  for (const StagedTerm& term : staged_) terms_.prefetch_record(term.hash);
  ids_.clear();
  for (const StagedTerm& term : staged_) {
    const std::string_view key(keys_.data() + term.offset, term.bytes);
    ids_.push_back(terms_.find_or_add(term.hash, term.kind, key));
  }
}

Huri QuadIngest::interned(Huri word) const {
  return is_staged(word) ? provisional_word(ids_[id_of(word)]) : word;
}

}  // namespace quadrille
