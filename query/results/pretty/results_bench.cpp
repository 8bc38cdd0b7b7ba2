// Measures writing graphs: MB/s of CPU time of one core, and nanoseconds a triple.
//
//   results_bench FILE REPEATS FORMAT     FORMAT: nt, ttl, rdf, nq, trig, or pretty
//
// The file is read first. As in an answer, a term is formatted unless it is that of the row before, and rows are
// composed from texts. For instructions: perf stat -e instructions:u, with two numbers of repeats.

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <string>
#include <vector>

#include "query/results/pretty/testing/pretty_text.hpp"
#include "query/results/text_rows.hpp"

namespace {

using namespace quadrille;
using namespace quadrille::results;
using quadrille::results::testing::OwnQuad;

constexpr std::size_t kBatchRows = 8192;

std::vector<Prefix> bench_prefixes() {
  std::vector<Prefix> prefixes = usual_prefixes();
  prefixes.emplace_back("ub", "http://swat.cse.lehigh.edu/onto/univ-bench.owl#");
  for (int i = 0; i < 25; ++i) {
    prefixes.emplace_back(fmt::format("d{}", i), fmt::format("http://www.Department{}.University0.edu/", i));
  }
  return prefixes;
}

struct Text {
  std::size_t begin = 0, bytes = 0;
};

// IRIs and plain strings without escapes are copied, as from the vocabulary.
void append_text(const TermSyntax& syntax, const TermView& term, std::string& scratch, TextBuffer& to) {
  const bool is_string = term.kind == TermKind::literal && term.datatype == iri::kXsdString;
  const TermSyntax::Plain* const plain =
      term.kind == TermKind::iri ? &syntax.iri() : (is_string ? &syntax.string() : nullptr);
  if (plain != nullptr && plain->special != nullptr && plain->special->find(term.text) == term.text.size()) {
    to.append_wide(plain->open.view());
    to.append(term.text);
    to.append_wide(plain->close.view());
    return;
  }
  scratch.clear();
  syntax.append(term, scratch);
  to.append(scratch);
}

class Streamed {
 public:
  Streamed(ResultFormat format, std::size_t width, std::span<const OwnQuad> quads)
      : rows_(make_text_rows(format, std::vector<std::string>(width, "x"), bench_prefixes())),
        quads_(quads),
        columns_(width) {
    for (std::size_t column = 0; column < width; ++column) {
      for (std::size_t row = 0; row < quads.size(); ++row) {
        const Term* const term = term_of(row, column);
        const Term* const last = row % kBatchRows == 0 ? nullptr : term_of(row - 1, column);
        columns_[column].is_same.push_back(term != nullptr && last != nullptr && *term == *last);
      }
    }
  }

  std::size_t write() {
    std::size_t bytes = 0;
    for (std::size_t first = 0; first < quads_.size(); first += kBatchRows) {
      bytes += write_batch(first, std::min(first + kBatchRows, quads_.size()));
    }
    return bytes;
  }

 private:
  std::size_t write_batch(std::size_t first, std::size_t last) {
    std::vector<TextColumn> views;
    for (std::size_t column = 0; column < columns_.size(); ++column) views.push_back(texts_of(column, first, last));
    out_.clear();
    rows_->write(views, 0, last - first, ~std::size_t{0}, out_);
    return out_.size();
  }

  const Term* term_of(std::size_t row, std::size_t column) const {
    const OwnQuad& quad = quads_[row];
    if (column == 3) return quad.graph ? &*quad.graph : nullptr;
    return column == 0 ? &quad.subject : (column == 1 ? &quad.predicate : &quad.object);
  }

  TextColumn texts_of(std::size_t column, std::size_t first, std::size_t last) {
    auto& [buffer, texts, places, is_same] = columns_[column];
    buffer.clear();
    places.clear();
    for (std::size_t row = first; row < last; ++row) {
      const Term* const term = term_of(row, column);
      const std::size_t begin = buffer.size();
      if (term != nullptr && !is_same[row]) append_text(rows_->syntax(column), term->view(), scratch_, buffer);
      places.push_back(is_same[row] ? places.back() : Text{begin, buffer.size() - begin});
    }
    texts.clear();
    for (const Text& place : places) {
      texts.push_back(place.bytes == 0 ? std::string_view() : buffer.view().substr(place.begin, place.bytes));
    }
    return texts;
  }

  struct Column {
    TextBuffer buffer;
    std::vector<std::string_view> texts;
    std::vector<Text> places;
    std::vector<char> is_same;  // as the row before
  };
  const std::unique_ptr<TextRows> rows_;
  const std::span<const OwnQuad> quads_;
  std::vector<Column> columns_;
  TextBuffer out_;
  std::string scratch_;
};

std::size_t write_pretty(std::span<const OwnQuad> quads) {
  PrettyWriter writer(bench_prefixes(), std::size_t{8} << 30);
  for (const auto& [subject, predicate, object, graph] : quads) {
    writer.add(subject.view(), predicate.view(), object.view(), graph ? std::optional(graph->view()) : std::nullopt);
  }
  std::size_t bytes = 0;
  writer.write([&](std::string_view piece) { bytes += piece.size(); });
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: results_bench FILE REPEATS FORMAT\n");
    return 1;
  }
  const std::vector<OwnQuad> quads = quadrille::results::testing::OwnQuads(argv[1], "http://base/").quads;
  const int repeats = std::stoi(argv[2]);
  const std::string name = argv[3];
  const auto format = find_format(name);
  if (name != "pretty" && !format) {
    fmt::print(stderr, "unknown format {}\n", name);
    return 1;
  }
  const bool has_graphs = format == ResultFormat::nquads || format == ResultFormat::trig;
  Streamed streamed(format.value_or(ResultFormat::turtle), has_graphs ? 4 : 3, quads);
  std::size_t bytes = 0;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < repeats; ++i) bytes += name == "pretty" ? write_pretty(quads) : streamed.write();
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const double triples = static_cast<double>(quads.size()) * repeats;
  fmt::print("{:.1f} MB, {:.2f} s, {:.0f} MB/s, {:.0f} ns a triple\n", 1e-6 * static_cast<double>(bytes), seconds,
             1e-6 * static_cast<double>(bytes) / seconds, 1e9 * seconds / triples);
}
