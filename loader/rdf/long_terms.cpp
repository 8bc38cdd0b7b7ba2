#include "loader/rdf/long_terms.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/longest_term.hpp"

namespace quadrille {

namespace {

std::size_t bytes_of(const TermView& term) {
  if (term.kind != TermKind::literal || term.datatype == iri::kXsdString) return term.text.size();
  const std::string_view apart = term.language.empty() ? term.datatype : term.language;
  return term.text.size() + 1 + apart.size();
}

// The offset of `part` in `text`, if `text` contains it in memory.
std::size_t offset_in(std::string_view text, std::string_view part) {
  const std::less<> before;
  const bool is_in = !before(part.data(), text.data()) && before(part.data(), text.data() + text.size());
  return is_in ? static_cast<std::size_t>(part.data() - text.data()) : 0;
}

}  // namespace

std::optional<Fault> long_term_fault(const QuadView& quad, std::string_view text) {
  if (text.size() < kLongestTermBytes) return std::nullopt;
  for (const TermView& term : {quad.subject, quad.predicate, quad.object, quad.graph.value_or(TermView())}) {
    const std::size_t bytes = bytes_of(term);
    if (bytes > kLongestTermBytes) return Fault{offset_in(text, term.text), too_long_term(bytes)};
  }
  return std::nullopt;
}

SyntaxErrorAt locate_long_term(const Fault& fault, std::string_view text, const ErrorPolicy& errors, std::string file,
                               std::uint64_t line, std::uint32_t column) {
  const std::size_t bytes = errors.stops() ? std::min(text.size(), fault.offset + 1) : text.size();
  return locate(fault, text.substr(0, bytes), std::move(file), line, column);
}

}  // namespace quadrille
