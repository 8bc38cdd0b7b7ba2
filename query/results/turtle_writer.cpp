// RDF 1.2 Turtle (text/turtle) and TriG (application/trig): prefixed names, neighbours of one subject and of one
// predicate grouped, and in TriG those of one graph.

#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"
#include "query/results/turtle_text.hpp"

namespace quadrille::results {

namespace {

// Equal texts are equal terms.
class TurtleRows final : public TextRows {
 public:
  explicit TurtleRows(std::vector<Prefix> prefixes) : terms_(std::move(prefixes)) {}

  std::string opening() const override {
    std::string text;
    for (const Prefix& prefix : terms_.prefixes()) append_prefix(text, prefix);
    return text + "\n";
  }
  const TermSyntax& syntax(std::size_t column) const override { return column == 1 ? predicates_ : others_; }
  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    announce_version(out);
    return write_triples(columns, first, last, most_bytes, out);
  }

  // As write(), without an announcement.
  std::size_t write_triples(std::span<const TextColumn> columns, std::size_t first, std::size_t last,
                            std::size_t most_bytes, TextBuffer& out) const {
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

  // Before the first rows with a term that needs a version: their terms are texts already.
  void announce_version(TextBuffer& out) const {
    if (!terms_.needs_version() || has_version_) return;
    out.append(kVersionLine);
    has_version_ = true;
  }

 private:
  TurtleText terms_;
  mutable bool has_version_ = false;
  const TermSyntax predicates_{
      [this](std::string& out, const TermView& term) { terms_.append_predicate(out, term); }, {}, plain_string()};
  const TermSyntax others_{
      [this](std::string& out, const TermView& term) { terms_.append(out, term); }, {}, plain_string()};
};

// Adjacent quads of one graph form a block; triples of the default graph are outside of blocks.
class TrigRows final : public TextRows {
 public:
  explicit TrigRows(std::vector<Prefix> prefixes) : turtle_(std::move(prefixes)) {}

  std::string opening() const override { return turtle_.opening(); }
  const TermSyntax& syntax(std::size_t column) const override {
    return column == kColumns - 1 ? graphs_ : turtle_.syntax(column);
  }
  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    turtle_.announce_version(out);
    const TextColumn graphs = columns[kColumns - 1];
    do {
      std::size_t end = first + 1;
      while (end < last && same_graph(graphs[end], graphs[first])) ++end;
      first = write_block(columns, first, end, most_bytes, out);
    } while (first < last && out.size() < most_bytes);
    return first;
  }

 private:
  static constexpr std::size_t kColumns = 4;

  static bool same_graph(std::string_view a, std::string_view b) {
    return (a.data() == nullptr) == (b.data() == nullptr) && a == b;
  }

  std::size_t write_block(std::span<const TextColumn> columns, std::size_t first, std::size_t last,
                          std::size_t most_bytes, TextBuffer& out) const {
    const std::string_view graph = columns[kColumns - 1][first];
    const bool is_named = graph.data() != nullptr;
    if (is_named) {
      out.append_wide(graph);
      out.append(" {\n");
    }
    const std::size_t end = turtle_.write_triples(columns.first(kColumns - 1), first, last, most_bytes, out);
    if (is_named) out.append("}\n");
    return end;
  }

  const TermSyntax graphs_{append_long_form, plain_iri(), plain_string()};
  TurtleRows turtle_;
};

}  // namespace

std::unique_ptr<TextRows> make_turtle_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<TurtleRows>(std::move(prefixes));
}

std::unique_ptr<TextRows> make_trig_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<TrigRows>(std::move(prefixes));
}

}  // namespace quadrille::results
