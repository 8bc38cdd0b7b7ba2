// RDF 1.2 Turtle (text/turtle): prefixed names, neighbours of one subject and of one predicate grouped.

#include <algorithm>

#include "base/triple_term.hpp"
#include "query/results/byte_set.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/name_spaces.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

// The local names that are written without escapes: of PN_LOCAL the ASCII part, dots inside only.
constexpr ByteSet kLocalBytes("_-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

bool is_plain_local_name(std::string_view name) {
  if (name.empty()) return true;
  if (name.front() == '-' || name.front() == '.' || name.back() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](char byte) { return kLocalBytes.contains(byte); });
}

class TurtleTerms {
 public:
  explicit TurtleTerms(std::vector<Prefix> prefixes) : names_(std::move(prefixes)) {}

  std::span<const Prefix> prefixes() const { return names_.declared(); }

  void append_predicate(std::string& out, const TermView& predicate) const {
    if (predicate.text == iri::kRdfType) {
      out += 'a';
    } else {
      append_term(out, predicate);
    }
  }

  void append_term(std::string& out, const TermView& term) const {
    switch (term.kind) {
      case TermKind::iri:
        return append_name(out, term.text);
      case TermKind::blank:
        return append_long_form(out, term);
      case TermKind::literal:
        return append_literal(out, term);
      case TermKind::triple:
        return append_triple(out, term);
    }
  }

 private:
  void append_name(std::string& out, std::string_view name) const {
    const auto shortened = names_.shortened(name, is_plain_local_name);
    if (!shortened) return append_iri(out, name);
    out += shortened->prefix;
    out += ':';
    out += shortened->local;
  }

  void append_triple(std::string& out, const TermView& term) const {
    const TripleParts parts(term.text);
    out += "<<( ";
    append_term(out, parts.subject());
    out += ' ';
    append_predicate(out, parts.predicate());
    out += ' ';
    append_term(out, parts.object());
    out += " )>>";
  }

  void append_literal(std::string& out, const TermView& term) const {
    const bool bare_boolean = term.datatype == iri::kXsdBoolean && (term.text == "true" || term.text == "false");
    if (bare_boolean || is_bare_number(term)) {
      out += term.text;
      return;
    }
    if (!term.language.empty() || term.datatype == iri::kXsdString) return append_long_form(out, term);
    append_quoted(out, term.text);
    out += "^^";
    append_name(out, term.datatype);
  }

  NameSpaces names_;
};

// Equal texts are equal terms.
class TurtleRows final : public TextRows {
 public:
  explicit TurtleRows(std::vector<Prefix> prefixes) : terms_(std::move(prefixes)) {}

  std::string opening() const override {
    std::string text;
    for (const auto& [label, name_space] : terms_.prefixes()) {
      text += "@prefix " + label + ": ";
      append_iri(text, name_space);
      text += " .\n";
    }
    return text + "\n";
  }
  const TermSyntax& syntax(std::size_t column) const override { return column == 1 ? predicates_ : others_; }
  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    std::size_t row = first;
    for (; row < last && (row == first || out.size() < most_bytes); ++row) {
      const bool same_subject = row > first && columns[0][row] == columns[0][row - 1];
      const bool same_predicate = same_subject && columns[1][row] == columns[1][row - 1];
      if (!same_subject) {
        if (row > first) out.append(" .\n");
        out.append_wide(columns[0][row]);
      }
      if (!same_predicate) {
        out.append(same_subject ? " ;\n  " : " ");
        out.append_wide(columns[1][row]);
      }
      out.append(same_predicate ? ", " : " ");
      out.append_wide(columns[2][row]);
    }
    if (row > first) out.append(" .\n");
    return row;
  }

 private:
  const TurtleTerms terms_;
  const TermSyntax predicates_{
      [this](std::string& out, const TermView& term) { terms_.append_predicate(out, term); }, {}, plain_string()};
  const TermSyntax others_{
      [this](std::string& out, const TermView& term) { terms_.append_term(out, term); }, {}, plain_string()};
};

}  // namespace

std::unique_ptr<TextRows> make_turtle_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<TurtleRows>(std::move(prefixes));
}

}  // namespace quadrille::results
