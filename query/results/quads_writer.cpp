// RDF 1.1 N-Quads (application/n-quads) and TriG (application/trig): rows of subject, predicate, object, graph.

#include "base/assert.hpp"
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

// Neighbours of one graph are a block of it; triples of the default graph stand for themselves.
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

}  // namespace

std::unique_ptr<ResultWriter> make_nquads_writer() {
  return std::make_unique<NQuadsWriter>();
}

std::unique_ptr<ResultWriter> make_trig_writer(std::vector<Prefix> prefixes) {
  return std::make_unique<TrigWriter>(std::move(prefixes));
}

}  // namespace quadrille::results
