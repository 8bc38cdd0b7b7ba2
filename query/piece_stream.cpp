#include "query/piece_stream.hpp"

#include <algorithm>
#include <memory_resource>
#include <numeric>

#include "query/results/result_writer.hpp"
#include "query/to_first.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kPieceBytes = 1 << 20;  // of terms' texts, before they are escaped: what is written at a time

// The rows from `first` to before `last` of a chunk.
struct Rows {
  std::size_t first;
  std::size_t last;
};

// The terms of some rows of a chunk, in memory that lives as long as this.
class RowTerms {
 public:
  explicit RowTerms(Context& context)
      : texts_(&context.arena.own()),
        huris_(&context.arena.own()),
        rows_(huris_.get_allocator()),
        terms_(huris_.get_allocator()),
        cells_(huris_.get_allocator()) {}

  void read(Context& context, const Table& chunk, Rows wanted) {
    texts_.release();
    width_ = chunk.width();
    const std::size_t rows = wanted.last - wanted.first;
    cells_.assign(rows * width_, std::nullopt);
    for (std::size_t column = 0; column < width_; ++column) {
      huris_.clear();
      rows_.clear();
      const auto values = chunk.column(column).subspan(wanted.first, rows);
      for (std::uint32_t row = 0; row < rows; ++row) {
        if (values[row].is_unbound()) continue;
        huris_.push_back(values[row]);
        rows_.push_back(row);
      }
      terms_.resize(huris_.size());
      context.dictionary.read(huris_, terms_, texts_);
      for (std::size_t place = 0; place < rows_.size(); ++place) cells_[rows_[place] * width_ + column] = terms_[place];
    }
  }

  // Row-major terms of the chunk's columns, for the rows that have been read.
  std::span<const results::Cell> cells(Rows rows) const {
    return std::span(cells_).subspan(rows.first * width_, (rows.last - rows.first) * width_);
  }
  // About, and never 0.
  std::size_t bytes_of(std::size_t row) const {
    std::size_t bytes = 1;
    for (const results::Cell& cell : cells({row, row + 1})) {
      bytes += cell ? cell->text.size() + cell->datatype.size() + 8 : 1;
    }
    return bytes;
  }

 private:
  std::pmr::monotonic_buffer_resource texts_;
  std::pmr::vector<Huri> huris_;
  std::pmr::vector<std::uint32_t> rows_;
  std::pmr::vector<TermView> terms_;
  std::pmr::vector<results::Cell> cells_;
  std::size_t width_ = 0;
};

// One chunk as pieces of about kPieceBytes: a chunk of long texts may be gigabytes. Terms are read for some rows at a
// time, as many as had short texts before.
class ChunkPieces {
 public:
  explicit ChunkPieces(Context& context) : context_(context), terms_(context) {}

  void begin(const Table& chunk) {
    chunk_ = &chunk;
    read_ = {0, 0};
    next_ = 0;
  }
  bool at_end() const { return next_ == chunk_->rows(); }

  // Calls write(cells, row count) for the rows of the next piece.
  template <class Write>
  void next(Write&& write) {
    std::size_t bytes = 0;
    while (!at_end() && bytes < kPieceBytes) {
      if (next_ == read_.last) read();
      const Rows rows = {next_ - read_.first, take(bytes)};
      write(terms_.cells(rows), rows.last - rows.first);
    }
  }

 private:
  void read() {
    read_ = {next_, std::min(chunk_->rows(), next_ + rows_at_once_)};
    terms_.read(context_, *chunk_, read_);
  }

  // Moves on by the rows that belong to this piece; where they end among those that have been read.
  std::size_t take(std::size_t& bytes) {
    const std::size_t before = bytes;
    while (next_ < read_.last && bytes < kPieceBytes) bytes += terms_.bytes_of(next_++ - read_.first);
    if (next_ < read_.last) {
      rows_at_once_ = std::max<std::size_t>(rows_at_once_ / 2, 1);
    } else if (bytes - before < kPieceBytes / 4) {
      rows_at_once_ = std::min(rows_at_once_ * 2, Context::kChunkRows);
    }
    return next_ - read_.first;
  }

  Context& context_;
  RowTerms terms_;
  const Table* chunk_ = nullptr;
  Rows read_{0, 0};       // of the chunk, whose terms are there
  std::size_t next_ = 0;  // of the chunk
  std::size_t rows_at_once_ = 1024;
};

// The rounds that both kinds of answers share. write(cells, row count, rows_before, out) appends the bytes of rows;
// `rows_before`: rows of other members and rounds come before these.
template <class Write>
void stream_rounds(Context& context, Operator& plan, const PieceSink& sink, Write&& write) {
  pgas::Team& team = context.team;
  ToFirst gathered(team, context.arena);
  const auto hand_on = [&](std::string_view bytes) {
    if (!bytes.empty() && !sink(bytes)) fail(ErrorKind::cancelled, "the client has gone");
  };
  Table chunk(context.arena, plan.schema().columns.size());
  ChunkPieces pieces(context);
  std::string text;
  std::uint64_t rows_so_far = 0;
  while (true) {
    bool more = plan.next(context, chunk);
    if (!plan.collective()) more = team.any(more);
    if (!more) return;
    const auto rows = team.all_gather<std::uint64_t>(chunk.rows());
    const std::uint64_t before = std::accumulate(rows.begin(), rows.begin() + team.rank(), rows_so_far);
    rows_so_far = std::accumulate(rows.begin(), rows.end(), rows_so_far);
    pieces.begin(chunk);
    do {
      context.check();
      text.clear();
      pieces.next([&](auto cells, std::size_t count) { write(cells, count, before > 0, text); });
      gathered.gather(text, hand_on);
    } while (team.any(!pieces.at_end()));
  }
}

}  // namespace

void stream_solutions(Context& context, Operator& plan, const parser::Query& query, results::ResultFormat format,
                      const PieceSink& sink) {
  std::vector<std::string> names;
  for (const VariableId variable : query.projection) names.push_back(query.variables[variable]);
  const auto writer = results::make_result_writer(format, names);
  std::string frame;
  writer->begin(frame);
  if (context.team.is_first() && !sink(frame)) fail(ErrorKind::cancelled, "the client has gone");
  bool continued = false;
  stream_rounds(context, plan, sink, [&](auto cells, std::size_t rows, bool rows_before, std::string& out) {
    if (rows_before && !std::exchange(continued, true)) writer->continue_after_rows();
    continued = true;
    writer->rows(cells, rows, out);
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
  std::vector<results::TripleView> triples;
  stream_rounds(context, plan, sink, [&](auto cells, std::size_t rows, bool, std::string& out) {
    triples.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      triples.push_back({*cells[3 * row], *cells[3 * row + 1], *cells[3 * row + 2]});
    }
    writer->triples(triples, out);
  });
  frame.clear();
  writer->end(frame);
  if (context.team.is_first() && !frame.empty()) sink(frame);
}

}  // namespace quadrille::query
