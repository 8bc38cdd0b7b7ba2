#include "quadstore/log/change_block.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "quadstore/log/change_text.hpp"

namespace quadrille {

namespace {

constexpr char kFormat = 1;

struct Head {
  char mark = 'B', format = kFormat;
  std::uint16_t unused = 0;
  std::uint32_t terms = 0, rows = 0, term_bytes = 0;
};
static_assert(sizeof(Head) == 16);

// The rows of a block, from front to back.
class RowReader {
 public:
  RowReader(std::string_view rows, std::uint32_t terms, const std::filesystem::path& source)
      : at_(rows.data()), end_(rows.data() + rows.size()), terms_(terms), source_(source) {}

  PackedChange next() {
    const std::uint64_t subject = number(), predicate = number(), object = number(), graph = number();
    PackedChange change{(subject & 1) != 0, term(subject >> 1), term(predicate), term(object), kNoGraph};
    if (graph != 0) change.graph = term(graph - 1);
    return change;
  }

  void expect_end() const {
    if (at_ != end_) damaged("the end of its changes");
  }

 private:
  std::uint64_t number() {
    std::uint64_t number = 0;
    for (int shift = 0; at_ != end_ && shift < 42; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    damaged("a number");
  }

  std::uint32_t term(std::uint64_t number) const {
    if (number >= terms_) damaged("the number of a term");
    return static_cast<std::uint32_t>(number);
  }

  [[noreturn]] void damaged(std::string_view expected) const {
    fail(ErrorKind::io, "{}: {} expected in a block of changes: restore the log from a backup", source_.string(),
         expected);
  }

  const char *at_, *const end_;
  const std::uint32_t terms_;
  const std::filesystem::path& source_;
};

}  // namespace

void ChangeBlockWriter::add_term(TermView term) {
  QUADRILLE_ASSERT(term.kind != TermKind::blank || blank_counter(term.text), "blank nodes are logged by their counter");
  append_ntriples(terms_, term);
  terms_ += ' ';
  ++term_count_;
}

void ChangeBlockWriter::add(const PackedChange& change) {
  append_varint(rows_, std::uint64_t{change.subject} << 1 | (change.insert ? 1 : 0));
  append_varint(rows_, change.predicate);
  append_varint(rows_, change.object);
  append_varint(rows_, change.graph == kNoGraph ? 0 : std::uint64_t{change.graph} + 1);
  ++row_count_;
}

std::string ChangeBlockWriter::finish() {
  if (terms_.size() > ~std::uint32_t{0}) fail(ErrorKind::unsupported, "the terms of some quads take more than 4 GB");
  const Head head{.terms = term_count_, .rows = row_count_, .term_bytes = static_cast<std::uint32_t>(terms_.size())};
  std::string block(reinterpret_cast<const char*>(&head), sizeof head);
  block.reserve(sizeof head + terms_.size() + rows_.size());
  block += terms_;
  block += rows_;
  *this = {};
  return block;
}

void read_change_block(std::string_view block, const std::filesystem::path& source,
                       const std::function<void(TermView)>& take_term,
                       const std::function<void(const PackedChange&)>& take) {
  Head head;
  if (block.size() >= sizeof head) std::memcpy(&head, block.data(), sizeof head);
  if (block.size() < sizeof head || !is_change_block(block) || head.term_bytes > block.size() - sizeof head) {
    fail(ErrorKind::io, "{}: a block of changes expected: restore the log from a backup", source.string());
  }
  if (head.format > kFormat) {
    fail(ErrorKind::io,
         "{}: a block of changes has format {}, this program reads formats up to {}: use the version "
         "that wrote it",
         source.string(), static_cast<int>(head.format), static_cast<int>(kFormat));
  }
  ChangeReader terms(block.substr(sizeof head, head.term_bytes), source);
  for (std::uint32_t number = 0; number < head.terms; ++number) take_term(terms.next_term());
  terms.expect_end();
  RowReader rows(block.substr(sizeof head + head.term_bytes), head.terms, source);
  for (std::uint32_t row = 0; row < head.rows; ++row) take(rows.next());
  rows.expect_end();
}

}  // namespace quadrille
