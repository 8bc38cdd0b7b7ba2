#pragma once

// ColumnTexts returns the texts of a column's terms in the syntax of an answer's format, for some rows at a time.
//
//   HURIs of rows     7 7 9 7 3 9         ->   entries, each decoded once:  7 <a>   9 <c>   3 "x"
//   texts of rows     <a> <a> <c> ...     <-   views of these
//
// New ids are decoded in ascending order, so that each block of the vocabulary is read once. Entries stay from batch
// to batch while their texts are few, so a frequent term (a predicate, a class) is not decoded again. In an ascending
// column, as from a scan, neighbours are compared instead of looked up.
//
// IRIs and plain strings are written directly from the vocabulary's blocks (KeyTexts); all others by TermView.
// Source: late materialisation, after Abadi et al., "Materialization Strategies in a Column-Oriented DBMS" (2007).

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/number_table.hpp"
#include "query/results/text_rows.hpp"
#include "query/table/context.hpp"

namespace quadrille::query {

// KeyTexts writes keys of the vocabulary as texts.
class KeyTexts {
 public:
  // Puts `frame` around each term. The syntax and the frame must outlive this.
  KeyTexts(const results::TermSyntax& syntax, const results::TextRows::Frame* frame);

  // Appends the texts of ascending HURIs, all of which are in the vocabulary. Calls after(i) after the i-th.
  template <class After>
  void append(const Vocabulary& vocabulary, std::span<const Huri> huris, results::TextBuffer& out, After&& after);

 private:
  // The form of IRIs or plain strings: open, key, close.
  struct Form {
    results::WideText open, close;
    const ByteSet* special = nullptr;
  };
  Form form_of(const results::TermSyntax::Plain& plain) const;
  void append_key(HuriKind kind, std::string_view key, results::TextBuffer& out);
  void append_other(HuriKind kind, std::string_view key, results::TextBuffer& out);

  const results::TermSyntax& syntax_;
  const results::TextRows::Frame* const frame_;
  Form iri_, string_;
  KeyBuffer buffer_;
  std::size_t special_at_ = 0;  // first byte of the last key that must be escaped, or past its end
  std::string scratch_;
};

template <class After>
void KeyTexts::append(const Vocabulary& vocabulary, std::span<const Huri> huris, results::TextBuffer& out,
                      After&& after) {
  vocabulary.keys(huris, buffer_, [&](std::size_t i, std::string_view key) {
    append_key(huris[i].kind(), key, out);
    after(i);
  });
}

inline void KeyTexts::append_key(HuriKind kind, std::string_view key, results::TextBuffer& out) {
  const Form& form = kind == HuriKind::iri ? iri_ : string_;
  const bool has_form = form.special != nullptr && (kind == HuriKind::iri || kind == HuriKind::string);
  if (!has_form) return append_other(kind, key, out);
  const std::size_t unchanged = buffer_.take_unchanged();
  if (special_at_ >= unchanged) special_at_ = form.special->find_wide(key, unchanged);
  if (special_at_ < key.size()) return append_other(kind, key, out);
  const std::string_view open = form.open.view(), close = form.close.view();
  char* to = out.reserve(open.size() + key.size() + close.size());
  to = copy_wide(to, open.data(), open.size());
  to = copy_wide(to, key.data(), key.size());
  out.end_at(copy_wide(to, close.data(), close.size()));
}

// True if all are bound, and ascend in a few stretches.
bool mostly_ascends(std::span<const Huri> values);

class ColumnTexts {
 public:
  // With `term_by_term`, KeyTexts is not used.
  ColumnTexts(Context& context, const results::TermSyntax& syntax, bool term_by_term);

  // Reads the terms of these rows. Returns false if they are longer than `most_bytes` together: then only fewer rows
  // can be read.
  bool read(Context& context, std::span<const Huri> values, std::size_t most_bytes);
  // By row of the last read().
  results::TextColumn texts() const { return texts_; }

 private:
  struct Entry {
    Huri huri;
    std::size_t begin = 0;  // in buffer_
    std::size_t bytes = 0;
  };

  struct New {
    Huri huri;
    std::uint32_t entry = 0;
  };

  void forget();
  std::uint32_t entry_of(Huri huri);
  void find_entries(std::span<const Huri> values);
  bool decode_new(Context& context, std::size_t most_bytes);
  void decode_keys(const Vocabulary& vocabulary, std::span<const New> keys);
  void decode_others(Context& context, std::span<const New> others);

  const results::TermSyntax& syntax_;
  const bool term_by_term_;
  KeyTexts keys_;
  results::TextBuffer buffer_;
  std::pmr::vector<Entry> entries_;
  NumberTable numbers_;                     // of entries_
  std::pmr::vector<std::uint32_t> places_;  // by row: entry + 1; 0: unbound
  std::pmr::vector<std::string_view> texts_;
  std::size_t decoded_ = 0;  // entries
  bool indexed_ = false;     // all entries are in numbers_
  std::pmr::vector<New> new_, others_;
  std::pmr::vector<Huri> huris_;
  std::pmr::vector<TermView> terms_;
  std::string scratch_;
};

}  // namespace quadrille::query
