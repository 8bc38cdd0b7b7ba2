// RDF 1.1 N-Quads (application/n-quads) and TriG (application/trig): rows of subject, predicate, object, graph.

#include "base/assert.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/long_form.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

constexpr std::size_t kColumns = 4;

class NQuadsWriter : public ResultWriter {
 public:
  void begin(std::string&) const override {}
  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) override {
    QUADRILLE_ASSERT(cells.size() == row_count * kColumns, "a quad has four places");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i]) {
        append_long_form(out, *cells[i]);
        out += ' ';
      }
      if (i % kColumns == kColumns - 1) out += ".\n";
    }
  }
  void end(std::string&) const override {}
};

// Adjacent quads of one graph form a block; triples of the default graph are outside of blocks.
class TrigWriter : public ResultWriter {
 public:
  explicit TrigWriter(std::vector<Prefix> prefixes)
      : turtle_(make_graph_writer(ResultFormat::turtle, std::move(prefixes))) {}

  void begin(std::string& out) const override { turtle_->begin(out); }
  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) override {
    QUADRILLE_ASSERT(cells.size() == row_count * kColumns, "a quad has four places");
    for (std::size_t i = 0; i < cells.size(); i += kColumns) {
      if (!block_.empty() && cells[i + 3] != graph_) write_block(out);
      graph_ = cells[i + 3];
      block_.push_back({*cells[i], *cells[i + 1], *cells[i + 2]});
    }
    write_block(out);
  }
  void end(std::string& out) const override { turtle_->end(out); }

 private:
  void write_block(std::string& out) {
    if (block_.empty()) return;
    if (graph_) {
      append_long_form(out, *graph_);
      out += " {\n";
    }
    turtle_->triples(block_, out);
    if (graph_) out += "}\n";
    block_.clear();
  }

  std::unique_ptr<GraphWriter> turtle_;
  Cell graph_;
  std::vector<TripleView> block_;
};

// The same of texts.
class TrigRows final : public TextRows {
 public:
  explicit TrigRows(std::vector<Prefix> prefixes) : turtle_(make_turtle_rows(std::move(prefixes))) {}

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

  LongFormSyntax graphs_;
  std::unique_ptr<TextRows> turtle_;
};

}  // namespace

LongFormSyntax::LongFormSyntax() : TermSyntax(plain_iri(), plain_string()) {}

void LongFormSyntax::append(const TermView& term, std::string& out) const {
  append_long_form(out, term);
}

std::unique_ptr<TextRows> make_long_form_rows(std::size_t columns) {
  RowFrame frame{.row_close = ".\n"};
  frame.open.resize(columns);
  frame.close.assign(columns, " ");
  return make_framed_rows(std::make_unique<LongFormSyntax>(), std::move(frame));
}

std::unique_ptr<TextRows> make_nquads_rows() {
  return make_long_form_rows(kColumns);
}

std::unique_ptr<TextRows> make_trig_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<TrigRows>(std::move(prefixes));
}

std::unique_ptr<ResultWriter> make_nquads_writer() {
  return std::make_unique<NQuadsWriter>();
}

std::unique_ptr<ResultWriter> make_trig_writer(std::vector<Prefix> prefixes) {
  return std::make_unique<TrigWriter>(std::move(prefixes));
}

}  // namespace quadrille::results
