#include "loader/canonical/term_numbers.hpp"

#include <xxhash.h>

#include <charconv>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"

namespace quadrille::canonical {

namespace {

constexpr char kDocumentMark = '\n';  // no label has one

std::uint64_t hash_of_text(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

std::string_view keep_text(std::string_view text, std::pmr::memory_resource& memory) {
  char* const to = static_cast<char*>(memory.allocate(text.size(), 1));
  copy_bytes(to, text.data(), text.size());
  return {to, text.size()};
}

}  // namespace

std::uint32_t TermNumbers::number_of(TermView term) {
  scratch_.clear();
  append_ntriples(scratch_, term);
  if (term.kind == TermKind::blank && document_ > 0) (scratch_ += kDocumentMark) += std::to_string(document_);
  table_.make_room(texts_.size(), [&](std::uint32_t entry) { return hash_of_text(texts_[entry]); });
  const std::uint32_t entry = table_.find_or_insert(hash_of_text(scratch_), texts_.size(),
                                                    [&](std::uint32_t other) { return texts_[other] == scratch_; });
  if (entry == texts_.size()) {
    if (entry >= most_terms) {
      fail(ErrorKind::memory, "more than {} different terms, which is the limit for one dataset in canonical form",
           std::uint64_t{most_terms});
    }
    texts_.push_back(keep_text(scratch_, memory_));
    text_bytes_ += scratch_.size();
    blank_nodes_ += term.kind == TermKind::blank ? 1 : 0;
  }
  return entry + 1;
}

BlankName name_of_blank(std::string_view text) {
  BlankName name{0, text.substr(2)};
  const std::size_t mark = name.label.rfind(kDocumentMark);
  if (mark == name.label.npos) return name;
  std::from_chars(name.label.data() + mark + 1, name.label.data() + name.label.size(), name.document);
  name.label = name.label.substr(0, mark);
  return name;
}

}  // namespace quadrille::canonical
