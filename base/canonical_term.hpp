#pragma once

// Reads terms in the form that append_ntriples() writes (canonical N-Triples, RDF 1.2 N-Triples, 5), and no other form:
// the changes of a log, the components of triple terms. Local; about as fast as memory, since only escapes are copied.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/term.hpp"

namespace quadrille {

class ByteSet;

// The bytes of a term that differ from what is written: texts with escapes.
struct TermBytes {
  std::string text;
  std::string datatype;
};

class CanonicalTermReader {
 public:
  // `text` outlives the reader and the terms that it returns.
  explicit CanonicalTermReader(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  // Reads the term at the place, and moves behind it. The term points into the text or into `bytes`. nullopt if there
  // is no such term: then expected() names what was expected, at place().
  std::optional<TermView> next(TermBytes& bytes);
  bool take(std::string_view token);  // moves behind it if it is next

  std::size_t place() const { return at_; }
  std::string_view expected() const { return expected_; }

 private:
  std::optional<TermView> literal(TermBytes& bytes);
  std::optional<TermView> triple(int depth);
  std::optional<std::string_view> until(const ByteSet& stops, std::string& unescaped, std::string_view what);
  std::optional<std::string_view> name();
  std::optional<TermView> component(int column, int depth);
  std::optional<TermView> stored_blank();
  std::nullopt_t refuse(std::string_view expected);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view expected_;
};

}  // namespace quadrille
