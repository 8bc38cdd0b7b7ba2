// RDF 1.1 N-Triples (application/n-triples), N-Quads (application/n-quads) and TriG (application/trig): rows of
// subject, predicate, object, and graph.

#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

constexpr std::size_t kColumns = 4;

// Terms that are each followed by a blank, and a full stop at the end.
std::unique_ptr<TextRows> make_long_form_rows(std::size_t columns) {
  RowFrame frame{.row_close = ".\n"};
  frame.close.assign(columns, " ");
  return make_framed_rows({append_long_form, plain_iri(), plain_string()}, columns, std::move(frame));
}

// Adjacent quads of one graph form a block; triples of the default graph are outside of blocks.
class TrigRows final : public TextRows {
 public:
  explicit TrigRows(std::vector<Prefix> prefixes) : turtle_(make_turtle_rows(std::move(prefixes))) {}

  std::string opening() const override { return turtle_->opening(); }
  const TermSyntax& syntax(std::size_t column) const override {
    return column == kColumns - 1 ? graphs_ : turtle_->syntax(column);
  }
  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    const TextColumn graphs = columns[kColumns - 1];
    do {
      std::size_t end = first + 1;
      while (end < last && same_graph(graphs[end], graphs[first])) ++end;
      first = write_block(columns, first, end, most_bytes, out);
    } while (first < last && out.size() < most_bytes);
    return first;
  }

 private:
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
    const std::size_t end = turtle_->write(columns.first(kColumns - 1), first, last, most_bytes, out);
    if (is_named) out.append("}\n");
    return end;
  }

  const TermSyntax graphs_{append_long_form, plain_iri(), plain_string()};
  std::unique_ptr<TextRows> turtle_;
};

}  // namespace

std::unique_ptr<TextRows> make_ntriples_rows() {
  return make_long_form_rows(3);
}

std::unique_ptr<TextRows> make_nquads_rows() {
  return make_long_form_rows(kColumns);
}

std::unique_ptr<TextRows> make_trig_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<TrigRows>(std::move(prefixes));
}

}  // namespace quadrille::results
