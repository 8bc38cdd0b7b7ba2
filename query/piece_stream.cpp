#include "query/piece_stream.hpp"

#include <memory_resource>
#include <numeric>

#include "query/results/result_writer.hpp"
#include "query/to_first.hpp"

namespace quadrille::query {

namespace {

// The rounds that both kinds of answers share. write(chunk, rows_before, out) appends the bytes of a chunk;
// `rows_before`: rows of other members and rounds come before these.
template <class Write>
void stream_rounds(Context& context, Operator& plan, const PieceSink& sink, Write&& write) {
  pgas::Team& team = context.team;
  ToFirst pieces(team, context.arena);
  const auto hand_on = [&](std::string_view bytes) {
    if (!bytes.empty() && !sink(bytes)) fail(ErrorKind::cancelled, "the client has gone");
  };
  Table chunk(context.arena, plan.schema().columns.size());
  std::string text;
  std::uint64_t rows_so_far = 0;
  while (true) {
    bool more = plan.next(context, chunk);
    if (!plan.collective()) more = team.any(more);
    if (!more) return;
    const auto rows = team.all_gather<std::uint64_t>(chunk.rows());
    const std::uint64_t before = std::accumulate(rows.begin(), rows.begin() + team.rank(), rows_so_far);
    rows_so_far = std::accumulate(rows.begin(), rows.end(), rows_so_far);
    text.clear();
    if (!chunk.empty()) write(chunk, before > 0, text);
    pieces.gather(text, hand_on);
  }
}

// The terms of a chunk, in memory that lives as long as this.
class ChunkTerms {
 public:
  // Row-major terms of the chunk's columns.
  const std::vector<results::Cell>& cells(Context& context, const Table& chunk) {
    texts_.release();
    const std::size_t width = chunk.width(), rows = chunk.rows();
    cells_.assign(rows * width, std::nullopt);
    for (std::size_t column = 0; column < width; ++column) {
      huris_.clear();
      rows_.clear();
      const auto values = chunk.column(column);
      for (std::uint32_t row = 0; row < rows; ++row) {
        if (values[row].is_unbound()) continue;
        huris_.push_back(values[row]);
        rows_.push_back(row);
      }
      terms_.resize(huris_.size());
      context.dictionary.read(huris_, terms_, texts_);
      for (std::size_t place = 0; place < rows_.size(); ++place) cells_[rows_[place] * width + column] = terms_[place];
    }
    return cells_;
  }

 private:
  std::pmr::monotonic_buffer_resource texts_;
  std::vector<Huri> huris_;
  std::vector<std::uint32_t> rows_;
  std::vector<TermView> terms_;
  std::vector<results::Cell> cells_;
};

}  // namespace

void stream_solutions(Context& context, Operator& plan, const parser::Query& query, results::ResultFormat format,
                      const PieceSink& sink) {
  std::vector<std::string> names;
  for (const VariableId variable : query.projection) names.push_back(query.variables[variable]);
  const auto writer = results::make_result_writer(format, names);
  std::string frame;
  writer->begin(frame);
  if (context.team.is_first() && !sink(frame)) fail(ErrorKind::cancelled, "the client has gone");
  ChunkTerms terms;
  bool continued = false;
  stream_rounds(context, plan, sink, [&](const Table& chunk, bool rows_before, std::string& out) {
    if (rows_before && !std::exchange(continued, true)) writer->continue_after_rows();
    continued = true;
    writer->rows(terms.cells(context, chunk), chunk.rows(), out);
  });
  frame.clear();
  writer->end(frame);
  if (context.team.is_first() && !frame.empty()) sink(frame);
}

void stream_graph(Context& context, Operator& plan, results::ResultFormat format, const PieceSink& sink) {
  const auto writer = results::make_graph_writer(format);
  std::string frame;
  writer->begin(frame);
  if (context.team.is_first() && !frame.empty() && !sink(frame)) fail(ErrorKind::cancelled, "the client has gone");
  ChunkTerms terms;
  std::vector<results::TripleView> triples;
  stream_rounds(context, plan, sink, [&](const Table& chunk, bool, std::string& out) {
    const auto& cells = terms.cells(context, chunk);
    triples.clear();
    for (std::size_t row = 0; row < chunk.rows(); ++row) {
      triples.push_back({*cells[3 * row], *cells[3 * row + 1], *cells[3 * row + 2]});
    }
    writer->triples(triples, out);
  });
  frame.clear();
  writer->end(frame);
  if (context.team.is_first() && !frame.empty()) sink(frame);
}

}  // namespace quadrille::query
