#include "query/answer/piece_stream.hpp"

#include <algorithm>
#include <exception>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "query/answer/answer_pieces.hpp"
#include "query/answer/piece_ring.hpp"
#include "query/operators/to_first.hpp"
#include "query/results/documents/whole_document.hpp"
#include "query/results/name_spaces.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostReady = std::size_t{4} << 20;  // bytes of a member that waits for its turn

// Where the bytes of an answer go on the first member; begins: RunOptions.
struct AnswerBytes {
  const PieceSink& sink;
  const std::function<void(bool)>& begins;
};

// Sends bytes to the sink on the first member. It sends nothing before the first rows, so that a query that fails
// before them has no answer.
class Outlet {
 public:
  Outlet(const AnswerBytes& to, std::string before, std::size_t separator_bytes)
      : sink_(to.sink), begins_(to.begins), before_(std::move(before)), left_out_(separator_bytes) {}

  // `needs_version`: a term so far needs RDF 1.2.
  void pass_on_rows(std::string_view bytes, bool needs_version) {
    if (bytes.empty()) return;
    begin(needs_version);
    bytes.remove_prefix(std::exchange(left_out_, 0));
    pass_on(bytes);
  }
  void end(std::string_view behind) {
    begin(false);
    if (!behind.empty()) sink_(behind);
  }

 private:
  void begin(bool needs_version) {
    if (std::exchange(has_begun_, true)) return;
    if (begins_) begins_(needs_version);
    pass_on(before_);
  }
  void pass_on(std::string_view bytes) const {
    if (!bytes.empty() && !sink_(bytes)) fail(ErrorKind::cancelled, "the client has disconnected");
  }

  const PieceSink& sink_;
  const std::function<void(bool)>& begins_;
  const std::string before_;  // the first rows
  std::size_t left_out_;      // number of first rows
  bool has_begun_ = false;
};

bool is_in_turn(const Operator& plan) {
  return plan.schema().distribution == Distribution::in_turn();
}

void stream_in_group(Context& context, Operator& plan, AnswerPieces& pieces, Outlet& outlet) {
  PieceRings rings(context, is_in_turn(plan),
                   [&](std::string_view bytes, bool needs_version) { outlet.pass_on_rows(bytes, needs_version); });
  Table chunk(context.arena, plan.schema().columns.size());
  while (plan.next(context, chunk)) {
    pieces.begin(chunk);
    while (!pieces.at_end()) {
      context.check();
      pieces.next(rings.next_buffer());
      rings.hand_on(pieces.needs_version());
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
      const bool needs_version = team.any(pieces.needs_version());
      gathered.gather(text.view(), [&](std::string_view bytes) { outlet.pass_on_rows(bytes, needs_version); });
    } while (team.any(!pieces.at_end()));
  }
}

// Writes a chunk whose rows are in turn. Each member has some megabytes ready; they are sent when all of the members
// before it is sent.
void send_in_turn(Context& context, AnswerPieces& pieces, ToFirst& gathered, Outlet& outlet) {
  pgas::Team& team = context.team;
  results::TextBuffer piece(context.arena.own());
  std::pmr::string ready(&context.arena.own());
  for (int next = 0; next < team.size();) {
    while (!pieces.at_end() && ready.size() < kMostReady) {
      context.check();
      piece.clear();
      pieces.next(piece);
      ready += piece.view();
    }
    const std::vector<char> at_end = team.all_gather(static_cast<char>(pieces.at_end()));
    next = static_cast<int>(std::find(at_end.begin() + next, at_end.end(), 0) - at_end.begin());
    const bool is_next = team.rank() <= next;
    const bool needs_version = team.any(is_next && pieces.needs_version());
    gathered.gather(is_next ? ready : std::string_view(),
                    [&](std::string_view bytes) { outlet.pass_on_rows(bytes, needs_version); });
    if (is_next) ready.clear();
  }
}

void stream_in_turn_across_groups(Context& context, Operator& plan, AnswerPieces& pieces, Outlet& outlet) {
  ToFirst gathered(context.team, context.arena);
  Table chunk(context.arena, plan.schema().columns.size());
  while (plan.next(context, chunk)) {  // collective, as all plans in turn
    pieces.begin(chunk);
    send_in_turn(context, pieces, gathered, outlet);
  }
}

// The prefixes of the query come first, because they fit it best; then those of the data. Images must write the same
// names.
std::vector<results::Prefix> prefixes_of(const parser::Query& query, const RunOptions& options) {
  std::vector<results::Prefix> wanted;
  for (const parser::Prefix& one : query.prefixes) wanted.emplace_back(one.prefix, one.iri);
  // Those of the data may name graphs and terms that the user may not read.
  if (options.answer.prefixes && options.rights.graphs.is_all())
    wanted.insert(wanted.end(), options.answer.prefixes->begin(), options.answer.prefixes->end());
  return results::declared_prefixes(wanted);
}

// An answer that is cut off has the rows of image 0 in its progress, since the images can no longer add theirs.
struct RowsOfFailure {
  const Context& context;
  const AnswerPieces& pieces;
  const int before = std::uncaught_exceptions();
  ~RowsOfFailure() {
    if (context.progress && std::uncaught_exceptions() > before) context.progress->add_rows(pieces.rows());
  }
};

void stream(Context& context, Operator& plan, const results::TextRows& rows, bool term_by_term, const AnswerBytes& to) {
  AnswerPieces pieces(context, rows, plan.schema().columns.size(), term_by_term);
  Outlet outlet(to, rows.opening(), rows.separator_bytes());
  const RowsOfFailure failed{context, pieces};
  if (context.team.is_one_group()) {
    stream_in_group(context, plan, pieces, outlet);
  } else if (is_in_turn(plan)) {
    stream_in_turn_across_groups(context, plan, pieces, outlet);
  } else {
    stream_across_groups(context, plan, pieces, outlet);
  }
  if (context.team.is_first()) outlet.end(rows.closing());
  const std::uint64_t written = context.team.size() > 1 ? context.team.sum(pieces.rows()) : pieces.rows();
  if (context.progress) context.progress->add_rows(written);
}

// `charged` are the bytes of the document that are charged so far.
void charge_more(pgas::QueryArena& arena, std::size_t bytes, std::size_t& charged) {
  if (bytes <= charged) return;
  try {
    arena.charge(bytes - charged);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::memory) throw;
    fail(ErrorKind::memory, "{}; or without profile, context and canonical, since such answers need no memory",
         error.what());
  }
  charged = bytes;
}

// The layout needs all rows: each image writes its own as N-Quads, and the first member makes the document of them.
void write_document(Context& context, Operator& plan, const results::DocumentSettings& settings,
                    const RunOptions& options, const PieceSink& sink) {
  const bool has_graphs = plan.schema().columns.size() > 3;
  const auto lines =
      results::make_text_rows(has_graphs ? results::ResultFormat::nquads : results::ResultFormat::ntriples, {});
  std::optional<results::WholeDocument> document;
  if (context.team.is_first()) {
    const results::DocumentMemory memory{context.arena.room_bytes(), context.arena.own()};
    results::DocumentSettings checked = settings;
    checked.check = [&context] { context.check(); };
    document.emplace(checked, memory);
  }
  std::size_t charged = 0;
  const PieceSink add = [&](std::string_view bytes) {
    document->add(bytes);
    charge_more(context.arena, document->own_bytes(), charged);
    return true;
  };
  stream(context, plan, *lines, options.choices.term_by_term, {add, {}});
  if (!document) return;
  Outlet outlet({sink, options.answer.begins}, {}, 0);
  document->write([&](std::string_view bytes) {
    context.check();
    outlet.pass_on_rows(bytes, document->needs_version());
  });
  outlet.end({});
}

}  // namespace

void stream_solutions(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                      const PieceSink& sink) {
  std::vector<std::string> names;
  for (const VariableId variable : query.projection) names.push_back(query.variables[variable]);
  const auto rows = results::make_text_rows(options.format, names);
  stream(context, plan, *rows, options.choices.term_by_term, {sink, options.answer.begins});
}

void stream_quads(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                  const PieceSink& sink) {
  const auto prefixes = prefixes_of(query, options);
  if (!options.answer.layout.is_streamed())
    return write_document(context, plan, {options.format, options.answer.layout, prefixes, options.answer.contexts},
                          options, sink);
  const auto rows = results::make_text_rows(options.format, {"subject", "predicate", "object"}, prefixes);
  stream(context, plan, *rows, options.choices.term_by_term, {sink, options.answer.begins});
}

}  // namespace quadrille::query
