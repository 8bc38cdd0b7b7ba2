#include "query/answer/piece_stream.hpp"

#include "query/answer/answer_pieces.hpp"
#include "query/answer/piece_ring.hpp"
#include "query/operators/to_first.hpp"
#include "query/results/name_spaces.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::query {

namespace {

// Sends bytes to the sink on the first member. It sends nothing before the first rows, so that a query that fails
// before them has no answer.
class Outlet {
 public:
  Outlet(const PieceSink& sink, std::string before, std::size_t separator_bytes)
      : sink_(sink), before_(std::move(before)), left_out_(separator_bytes) {}

  void pass_on_rows(std::string_view bytes) {
    if (bytes.empty()) return;
    pass_on(std::exchange(before_, {}));
    bytes.remove_prefix(std::exchange(left_out_, 0));
    pass_on(bytes);
  }
  void end(std::string_view behind) {
    pass_on(std::exchange(before_, {}));
    if (!behind.empty()) sink_(behind);
  }

 private:
  void pass_on(std::string_view bytes) const {
    if (!bytes.empty() && !sink_(bytes)) fail(ErrorKind::cancelled, "the client has disconnected");
  }

  const PieceSink& sink_;
  std::string before_;    // the first rows
  std::size_t left_out_;  // number of first rows
};

void stream_in_group(Context& context, Operator& plan, AnswerPieces& pieces, Outlet& outlet) {
  PieceRings rings(context, [&](std::string_view bytes) { outlet.pass_on_rows(bytes); });
  Table chunk(context.arena, plan.schema().columns.size());
  while (plan.next(context, chunk)) {
    pieces.begin(chunk);
    while (!pieces.at_end()) {
      context.check();
      pieces.next(rings.next_buffer());
      rings.hand_on();
    }
    if (plan.collective()) rings.end_round();
  }
  rings.end();
}

// Between groups, the pieces are sent in rounds.
void stream_across_groups(Context& context, Operator& plan, AnswerPieces& pieces, Outlet& outlet) {
  pgas::Team& team = context.team;
  ToFirst gathered(team, context.arena);
  Table chunk(context.arena, plan.schema().columns.size());
  results::TextBuffer text(context.arena.own());
  while (true) {
    bool more = plan.next(context, chunk);
    if (!plan.collective()) more = team.any(more);
    if (!more) return;
    pieces.begin(chunk);
    do {
      context.check();
      text.clear();
      pieces.next(text);
      gathered.gather(text.view(), [&](std::string_view bytes) { outlet.pass_on_rows(bytes); });
    } while (team.any(!pieces.at_end()));
  }
}

std::unique_ptr<AnswerPieces> make_pieces(Context& context, results::ResultFormat format,
                                          const std::vector<std::string>& variables,
                                          const std::vector<results::Prefix>& prefixes, bool is_graph,
                                          const RunOptions& options) {
  std::unique_ptr<AnswerPieces> pieces;
  if (!options.term_by_term) pieces = make_text_pieces(context, format, variables, prefixes);
  return pieces ? std::move(pieces) : make_term_pieces(context, format, variables, prefixes, is_graph);
}

// The prefixes of the query come first, because they fit it best; then those of the data. Images must write the same
// names.
std::vector<results::Prefix> prefixes_of(const parser::Query& query, const RunOptions& options) {
  std::vector<results::Prefix> wanted;
  for (const parser::Prefix& one : query.prefixes) wanted.emplace_back(one.prefix, one.iri);
  if (options.prefixes) wanted.insert(wanted.end(), options.prefixes->begin(), options.prefixes->end());
  return results::declared_prefixes(wanted);
}

// `writer` writes what comes before and after all rows.
template <class Writer>
void stream(Context& context, Operator& plan, const Writer& writer, AnswerPieces& pieces, const PieceSink& sink) {
  std::string before, behind;
  writer.begin(before);
  Outlet outlet(sink, std::move(before), pieces.separator_bytes());
  if (context.team.is_one_group()) {
    stream_in_group(context, plan, pieces, outlet);
  } else {
    stream_across_groups(context, plan, pieces, outlet);
  }
  writer.end(behind);
  if (context.team.is_first()) outlet.end(behind);
}

}  // namespace

void stream_solutions(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                      const PieceSink& sink) {
  std::vector<std::string> names;
  for (const VariableId variable : query.projection) names.push_back(query.variables[variable]);
  const bool has_prefixes = options.format == results::ResultFormat::trig;
  const auto prefixes = has_prefixes ? prefixes_of(query, options) : std::vector<results::Prefix>();
  const auto writer = results::make_result_writer(options.format, names, prefixes);
  const auto pieces = make_pieces(context, options.format, names, prefixes, false, options);
  stream(context, plan, *writer, *pieces, sink);
}

void stream_graph(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                  const PieceSink& sink) {
  const auto prefixes = prefixes_of(query, options);
  const auto writer = results::make_graph_writer(options.format, prefixes);
  const auto pieces = make_pieces(context, options.format, {"subject", "predicate", "object"}, prefixes, true, options);
  stream(context, plan, *writer, *pieces, sink);
}

}  // namespace quadrille::query
