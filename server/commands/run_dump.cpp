#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/canonical_term.hpp"
#include "base/name_spaces.hpp"
#include "base/syntax_names.hpp"
#include "loader/database/dump.hpp"
#include "query/operators/to_first.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/dump_output.hpp"
#include "server/commands/layout_options.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/http/url_encoding.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kNameOfDefaultGraph = "default";  // its name in --graph

// The format names graphs itself.
bool has_graphs(const DumpOptions& options) {
  return can_hold(options.format, results::AnswerKind::dataset);
}

// The graphs that the options select; the HURI of a named one is not known here.
DumpGraphs graphs_of(const DumpOptions& options) {
  DumpGraphs graphs;
  graphs.are_named = has_graphs(options);
  if (options.graph == kNameOfDefaultGraph || (options.graph.empty() && !graphs.are_named)) {
    graphs.kind = DumpGraphs::Kind::default_graph;
  } else if (!options.graph.empty()) {
    graphs.kind = DumpGraphs::Kind::one;
  }
  return graphs;
}

// True if the user has not chosen a graph, and the format has only the default graph.
bool may_lose_graphs(const DumpOptions& options) {
  return options.graph.empty() && !has_graphs(options);
}

[[noreturn]] void refuse_named_graphs(const DumpOptions& options) {
  fail(ErrorKind::user,
       "the database has named graphs, which {} cannot express; use --format nq, trig or jsonld for all of them, "
       "--graph IRI for one, or --graph default for the default graph alone",
       names_of(find_syntax(results::short_name(options.format)).value()).title);
}

// A line of N-Quads in the form of our writer: single spaces, and none except within quotes of a literal.
struct QuadLine {
  std::string_view triple;  // without the dot
  std::string_view graph;   // empty: the default graph
};

QuadLine cut_line(std::string_view line) {
  std::size_t at = line.find(' ', line.find(' ') + 1) + 1;  // the object
  if (line.substr(at).starts_with("<<( ")) {
    CanonicalTermReader reader(line, at);
    TermBytes bytes;
    if (reader.next(bytes)) at = reader.place();
  } else if (line.substr(at, 1) == "\"") {
    for (++at; at < line.size() && line[at] != '"'; ++at) at += line[at] == '\\';
  }
  at = std::min(line.find(' ', at), line.size());
  if (!line.ends_with(" .") || at + 1 >= line.size())
    fail(ErrorKind::io, "the server sent a line that is not a quad: {}", line);
  const std::string_view rest = line.substr(at + 1);  // ". " or "graph ."
  return {line.substr(0, at), rest.substr(0, rest.find_last_of('.') == 0 ? 0 : rest.find(' '))};
}

// Lines from a server, in the form of the output. The lines of a single graph arrive without its name.
class LinesOfServer {
 public:
  LinesOfServer(const DumpOptions& options, DumpForm form, DumpOutput& output) : form_(form), output_(output) {
    const DumpGraphs graphs = graphs_of(options);
    if (graphs.kind == DumpGraphs::Kind::one && graphs.are_named) graph_ = fmt::format("<{}>", options.graph);
  }

  void take(std::string_view piece) {
    text_ += piece;
    const std::size_t end = text_.rfind('\n') + 1;  // 0 if there is none
    out_.clear();
    for (std::string_view rest = std::string_view(text_).substr(0, end); !rest.empty();) {
      const std::size_t size = rest.find('\n');
      add(rest.substr(0, size));
      rest.remove_prefix(size + 1);
    }
    output_.add(out_);
    text_.erase(0, end);
  }

 private:
  void add(std::string_view line) {
    const auto [triple, own_graph] = cut_line(line);
    const std::string_view graph = graph_.empty() ? own_graph : graph_;
    if (form_ == DumpForm::lines) {
      out_.append(triple).append(graph.empty() ? "" : " ").append(graph).append(" .\n");
      return;
    }
    out_.append(graph).append(" ").append(triple).append(" .\n");
  }

  const DumpForm form_;
  DumpOutput& output_;
  std::string graph_;  // of all lines; empty: each line has its own
  std::string text_;   // the incomplete last line
  std::string out_;
};

bool has_named_graphs(const ServerAccess& server) {
  const std::string ask = "ASK { GRAPH ?g { ?s ?p ?o } }";
  return ask_server({server, "/sparql?format=csv", "application/sparql-query", ask}).find("true") != std::string::npos;
}

// The server writes the document itself, with its prefixes, unless the client has to name a graph, to sort, or to read
// the context.
bool comes_as_document(const DumpOptions& options, const DumpGraphs& graphs) {
  const bool is_laid_out = !layout_of(options).is_streamed();
  if (options.is_canonical || (options.sorted && !is_laid_out) || !options.contexts.empty()) return false;
  if (graphs.kind == DumpGraphs::Kind::one && graphs.are_named) return false;
  using results::ResultFormat;
  const bool has_prefixes =
      is_laid_out || options.format == ResultFormat::jsonld || options.format == ResultFormat::rdfxml;
  return has_prefixes || graphs.kind == DumpGraphs::Kind::all;
}

std::string path_of(const DumpOptions& options, const DumpGraphs& graphs, bool as_document) {
  const bool is_dataset = graphs.kind == DumpGraphs::Kind::all;
  std::string path = "/data?format=";
  path += as_document ? results::short_name(options.format) : is_dataset ? "nq" : "nt";
  if (graphs.kind == DumpGraphs::Kind::default_graph) path += "&default";
  if (graphs.kind == DumpGraphs::Kind::one) path += "&graph=" + encode_url(options.graph);
  if (as_document) path += layout_parameters(layout_of(options));
  return path + fmt::format("&infer={}", infer_of(options.view));
}

// The prefixes that the server keeps from the loaded files.
std::vector<DeclaredPrefix> prefixes_of_server(const ServerAccess& server) {
  const std::string no_triples = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o } LIMIT 0";
  const std::string turtle = ask_server({server, "/sparql?format=turtle", "application/sparql-query", no_triples});
  return prefixes_of_turtle(turtle);
}

// Called before there is a file: checks that the selected graph exists.
DumpGraphs find_graphs(pgas::Team& team, const DumpOptions& options, const ServedState& state, const Snapshot& snapshot,
                       std::span<const ShardId> shards) {
  DumpGraphs graphs = graphs_of(options);
  if (may_lose_graphs(options) && snapshot.statistics().named_graphs.rows() > 0) refuse_named_graphs(options);
  if (graphs.kind != DumpGraphs::Kind::one) return graphs;
  const auto graph = find_graph(team, state.dictionary(), snapshot, shards, options.graph);
  if (!graph) fail(ErrorKind::user, "there is no graph <{}> in {}", options.graph, options.database);
  graphs.graph = *graph;
  return graphs;
}

}  // namespace

std::optional<int> dump_by_server(const DumpOptions& options) {
  const auto found = server_of(options.database, options.server, "", options.client);
  if (!found) return std::nullopt;
  const ServerAccess& server = found->server;
  const DumpGraphs graphs = graphs_of(options);
  if (may_lose_graphs(options) && has_named_graphs(server)) refuse_named_graphs(options);
  const bool as_document = comes_as_document(options, graphs);
  const DumpForm form = as_document ? DumpForm::trig : form_of(options, WrittenBy::output);
  LineDocumentSettings settings;
  settings.contexts = contexts_of(options);
  if (form == DumpForm::graph_first && !options.is_canonical) settings.prefixes = prefixes_of_server(server);
  std::unique_ptr<DumpOutput> output;  // from the first piece on: an error leaves no file
  std::unique_ptr<LinesOfServer> lines;
  const auto begin = [&] {
    if (output) return;
    output = std::make_unique<DumpOutput>(options, form, settings);
    lines = std::make_unique<LinesOfServer>(options, form, *output);
  };
  ask_server({server, path_of(options, graphs, as_document)}, [&](std::string_view piece) {
    begin();
    as_document ? output->add(piece) : lines->take(piece);
  });
  begin();
  output->finish([] {});
  return 0;
}

// In rounds: each image makes its next text, the first member writes the texts of all.
int run_dump(pgas::Job& job, const DumpOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  team.run([&] { lock = share_database(team, options.database, "dump"); });
  const Store store(job, job.team(), options.database, {});
  const ServedState state = store.states().newest();
  pgas::QueryArena arena(job.heap());  // outlives the run
  std::unique_ptr<DumpOutput> output;
  const Snapshot snapshot = state.snapshot().to_read(options.view);
  const auto work = [&] {
    const std::vector<ShardId> shards = shards_of_member(team.rank(), team.size(), snapshot.shards());
    const DumpGraphs graphs = find_graphs(team, options, state, snapshot, shards);
    const DumpForm form = form_of(options);
    const LineDocumentSettings settings{state.generation->prefixes(), arena.room_bytes(), arena.own(),
                                        [&stop] { return stop.raised(); }, contexts_of(options)};
    if (job.is_first()) output = std::make_unique<DumpOutput>(options, form, settings);
    const auto look_around = [&] {
      if (stop.raised()) fail(ErrorKind::cancelled, "the dump was stopped");
    };
    QuadDump dump(team, arena, state.dictionary(), snapshot, shards, form, graphs);
    query::ToFirst pieces(team, arena);
    for (std::string text; dump.next(text);) {
      look_around();
      pieces.gather(text, [&](std::string_view piece) { output->add(piece); });
    }
    if (output) output->finish(look_around);
  };
  try {
    team.run(work);
  } catch (const Error& error) {  // the same on all images
    if (error.kind() != ErrorKind::cancelled || !team.any(output && output->reader_left())) throw;
  }
  return 0;
}

}  // namespace quadrille::server
