#pragma once

// The interface between the HTTP endpoint and an engine. The endpoint uses nothing else of an engine.
//
//   operation                 reads             writes                     the client's request
//   answer                    the dataset                                  a query
//   update                    the dataset       the dataset                SPARQL Update; PATCH of a graph
//   get_graph, graph_exists   a graph                                      GET, HEAD of a graph
//   put_graph                                   a graph, in its place      PUT
//   post_graph                                  a graph, in addition       POST
//   delete_graph                                a graph                    DELETE
//   compact                                     nothing that a query sees  /admin/compact
//   rules_json, rules_text    the rules                                    /rules, /rules/NAME
//   rules_status_json                                                      /rules/status
//   change_rules              the dataset       the rules, what follows    PUT, DELETE of /rules/NAME; POST of /rules
//   why                       the dataset, the rules                       /why
//   algorithms_json           nothing                                      /algorithms
//   check_rules                                                            /rules/check
//
// All are called from many threads at once and return at the end of their work. A write that returns is committed and
// as durable as configured; a write that throws has changed nothing. An engine overrides the operations that it offers:
// the defaults of writes and graphs throw Error(unsupported), so 501.
//
// Errors become statuses by base/error.hpp; in addition, NotAcceptable 406 and NoSuchGraph 404. Messages about the
// text of a query or an update name line and column; those about a document its name, line and column.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/graph_rights.hpp"
#include "base/run_progress.hpp"
#include "base/view.hpp"
#include "base/write_rights.hpp"
#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/input_file.hpp"
#include "query/results/explain.hpp"
#include "query/results/layout.hpp"
#include "query/results/result_format.hpp"
#include "server/http/engine_metrics.hpp"
#include "server/http/rules_change.hpp"

namespace quadrille::jsonld {
class RemoteContexts;
}

namespace quadrille::server {

// The user for whom a query runs.
struct LaneUser {
  std::string name = {};
  std::size_t most_lanes = 0;  // for long queries, at a time; 0: no limit
};

// A query as the SPARQL Protocol gives it.
struct QueryRequest {
  std::string text;
  std::string base = {};  // resolves relative IRIs; empty: there is none
  // If these two are not both empty they replace the dataset of the query (SPARQL 1.1 Protocol, 2.1.4).
  std::vector<std::string> default_graphs = {}, named_graphs = {};
  double timeout_seconds = 0;              // from the call of answer() on; 0: none
  std::optional<std::string> format = {};  // `?format=`, names of forms separated by commas; for choose_format() of
                                           // query/results/negotiation.hpp
  results::LayoutRequest layout = {};      // with the Accept header, for the same and for choose_layout()
  query::Explain explain = query::Explain::none;  // otherwise the answer is an explanation
  std::optional<bool> default_prefixes = {};      // well-known prefixes need no PREFIX; none: the engine's default
  std::optional<bool> union_default_graph = {};   // the default graph is the union of all; none: likewise
  View view = View::closure;                      // of the data, unless FROM selects one
  GraphRights rights = GraphRights::none();       // of the user, to read
  RunProgress* progress = nullptr;                // written while answer() runs; may be null
  LaneUser user = {};
  std::string id = {};               // by which the client names it (query-id); empty: it has none
  std::uint64_t* version = nullptr;  // becomes that of the state that the answer shows; may be null
};

// The way to make a new generation: HURIs stay, or the terms of updates are sorted in.
enum class CompactionKind : std::uint8_t { merge, rebuild };

struct CompactionRequest {
  CompactionKind kind = CompactionKind::merge;
  std::uint32_t shards = 0;  // the number of shards after a rebuild; 0: as many as before
};

// Receives the answer piece by piece, in the thread that called Engine::answer().
class AnswerSink {
 public:
  virtual ~AnswerSink() = default;
  // Called once, before any piece, preferably when there are rows. After it an error can no longer change the status:
  // the client then gets a visibly incomplete answer.
  virtual void start(std::string_view media_type) = 0;
  // Blocks while the client reads more slowly than the engine writes. false: the rest is not wanted, and the engine
  // stops. Pieces of at least 64 KiB are most efficient.
  virtual bool write(std::string_view bytes) = 0;
  // For an answer that holds resources which others may need: `wanted` is called now and then while write() waits for a
  // client that has taken nothing for some seconds. If it returns true, the answer ends. `wanted` must outlive the
  // sink.
  virtual void give_up_when(std::function<bool()> wanted) = 0;
  // The client has disconnected or the server stops: the engine ends soon, with Error(cancelled). Cheap enough for a
  // call for each batch.
  virtual bool cancelled() = 0;
};

// The same for writes, which have no sink. Until a write begins to commit, the engine may end it with Error(cancelled);
// afterwards it continues to the end, even if the client has disconnected.
using Cancelled = std::function<bool()>;

// The graph of a request that has no query.
struct GraphTarget {
  enum class Kind : std::uint8_t { default_graph, named, dataset };
  Kind kind = Kind::default_graph;
  std::string iri = {};  // of a named graph; absolute

  bool operator==(const GraphTarget&) const = default;
};

// The graphs that an update names: their IRIs, "default", or, if it names no single one, "named graphs", "all graphs".
struct TouchedGraphs {
  std::vector<std::string> written, read;  // those of USING are read
};

// A request of SPARQL Update; all its operations are one transaction.
struct UpdateRequest {
  std::string text;
  std::string base = {};                       // resolves relative IRIs; empty: there is none
  std::vector<std::string> using_graphs = {};  // if these two are not both empty they act as a USING in every
  std::vector<std::string> using_named = {};   // operation (SPARQL 1.1 Protocol, 2.2.3)
  // PATCH: the default graph or a named one, to which the update is limited. parse_update_request() of update_text.hpp
  // makes operations from text, base, using and this.
  std::optional<GraphTarget> graph = {};
  double timeout_seconds = 0;                 // from the call of update() on; 0: none
  std::optional<bool> default_prefixes = {};  // as for a query
  RunProgress* progress = nullptr;            // likewise
  std::string id = {};
  WriteRights rights = WriteRights::none();  // of the user
  // Called once, when the update has been parsed and before it changes anything; an exception ends it. May be empty.
  std::function<void(const TouchedGraphs&)> begins = {};
};

// The result of a committed write.
// Of quads that follow by rules and are not stated.
struct InferredChanges {
  std::uint64_t inserted = 0, deleted = 0;
};

struct WriteResult {
  std::uint64_t version = 0;                     // the first state with the change
  std::uint64_t inserted = 0;                    // quads that were not there before
  std::uint64_t deleted = 0;                     // quads that were there before
  std::optional<InferredChanges> inferred = {};  // of a database with rules, whose other counts are of stated quads
  bool created = false;                    // put_graph, post_graph, PATCH: a named graph that was not there before;
                                           // change_rules: a text with a new name
  std::vector<std::string> warnings = {};  // of documents: what is doubtful, but has been read
};

// One RDF document of a payload.
struct Document {
  std::string name;  // for messages: "the request's body" or the file name of a part
  Syntax syntax = Syntax::ntriples;
  std::string base;                   // resolves relative IRIs
  std::string version = {};           // of RDF, that the Content-Type announces; empty: none
  std::unique_ptr<ByteSource> bytes;  // from the client; read() blocks, and throws if they end early
  std::string context_iri = {};       // of plain JSON that is read as JSON-LD; empty: none
  // That JSON-LD may name by IRI; nullptr: none. The engine sets it.
  std::shared_ptr<jsonld::RemoteContexts> contexts = nullptr;
};

// The data that a client sends to be stored: one document, or several (multipart). Blank node labels are local to a
// document.
class Payload {
 public:
  virtual ~Payload() = default;
  // The next document, nullopt after the last. The unread rest of the previous one is skipped; its bytes must not be
  // used any more. Throws Error (415 for an unsupported syntax), also in bytes->read().
  virtual std::optional<Document> next() = 0;
};

struct GraphRead {
  GraphTarget target;
  // For a graph, a format for graphs; for the dataset, one for datasets.
  results::ResultFormat format = results::ResultFormat::turtle;
  results::Layout layout = {};
  double timeout_seconds = 0;
  View view = View::stated;                  // a copy does not turn inferences into facts
  GraphRights rights = GraphRights::none();  // of the user
  RunProgress* progress = nullptr;           // as of a query
  LaneUser user = {};
};

// To a graph: triples go there, also those of N-Quads and TriG; a quad that names a graph is an Error(user).
// To the dataset: quads keep their graphs, triples go to the default graph; put_graph() replaces all graphs.
struct GraphWrite {
  GraphTarget target;
  double timeout_seconds = 0;
  RunProgress* progress = nullptr;           // as of a query
  WriteRights rights = WriteRights::none();  // of the user
};

// A named graph that does not exist, but is needed.
class NoSuchGraph : public Error {
 public:
  explicit NoSuchGraph(const std::string& iri)
      : Error(ErrorKind::user, fmt::format("there is no graph <{}> in this database", iri)) {}
};

// Thrown by an engine that leaves the request to another server, before anything of an answer: the connection relays it
// (relay.hpp). No Error, for nothing has failed.
struct Elsewhere {};

// A text of rules, and its media type.
struct RulesText {
  std::string media_type, text;
};

// A question why a quad is in the database.
struct WhyRequest {
  std::string quad;                        // its text (server/engine/quad_text.hpp)
  std::uint64_t more = 0;                  // so many more proofs than one
  double timeout_seconds = 0;              // 0: none
  std::optional<std::string> format = {};  // as of a QueryRequest: text, json or dot
  std::string accept = {};
};
struct WhyAnswer {
  std::string media_type, text;
};

// The features of the engine that clients can query.
struct EngineFeatures {
  bool updates = false;
  bool union_default_graph = false;          // of queries without a dataset
  bool services = false;                     // SERVICE is allowed
  std::vector<std::string> entailment = {};  // regimes whose answers the database has: names of the W3C's, "RDFS"
};

// Why an engine answers no requests.
struct NotReady {
  std::string status;   // "recovering, 40 %", of /health
  std::string message;  // "the server is starting: recovering, 40 %"
  // The same two for those who may not read the database or its figures.
  std::optional<std::string> status_for_others = {}, message_for_others = {};
};

class Engine {
 public:
  virtual ~Engine() = default;
  // Nobody else uses the engine from here on: ends compactions and backups that its requests wait for. May be called
  // several times.
  virtual void end_work() {}
  virtual EngineFeatures features() const { return {}; }
  // Of an engine that starts, or whose database is damaged. While this is not nullopt, nothing else of the engine is
  // called, and every request is answered with 503.
  virtual std::optional<NotReady> not_ready() const { return std::nullopt; }
  // Throw what answer() and update() would throw before they read data: for a malformed text, a format that the answer
  // cannot have, updates that are not accepted. By default they accept everything.
  virtual void check(const QueryRequest& request);
  virtual void check(const UpdateRequest& request);
  // Returns when the whole answer is written or no longer wanted.
  virtual void answer(const QueryRequest& request, AnswerSink& sink) = 0;
  // The state of the engine as a JSON object. Never waits for queries.
  virtual std::string health_json() = 0;
  // The figures of the server behind the engine and of all images. May wait some milliseconds for the images, and never
  // for queries.
  virtual EngineMetrics metrics() { return {}; }
  // Those of its database. Never waits.
  virtual DatabaseMetrics database_metrics() { return {}; }

  virtual WriteResult update(const UpdateRequest& request, const Cancelled& cancelled);
  // The default graph and the dataset always exist, a named graph may not. get_graph() throws NoSuchGraph.
  virtual bool graph_exists(const GraphTarget& target, const GraphRights& rights);
  virtual void get_graph(const GraphRead& read, AnswerSink& sink);
  virtual WriteResult put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled);
  virtual WriteResult post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled);
  // Of the default graph or a named one; throws NoSuchGraph.
  virtual WriteResult delete_graph(const GraphWrite& write, const Cancelled& cancelled);
  // Merges the changes of updates into a new generation of files. Returns when the server uses it, with a report as a
  // JSON object.
  virtual std::string compact(const CompactionRequest& request);
  // The rules of the database as a JSON object.
  virtual std::string rules_json();
  // The inference that runs and the last one, as a JSON object.
  virtual std::string rules_status_json();
  // One text of them, by its name; StatusError(404) if there is none.
  virtual RulesText rules_text(const std::string& name);
  // Adds, replaces and removes texts of the rules, and computes what follows by those that it has then. Throws
  // StatusError(404) for a text that is to be removed and does not exist; other errors as check_rules() and update().
  virtual WriteResult change_rules(const RulesChange& change, const Cancelled& cancelled);
  // Checks a text of rules, and changes nothing. Returns its numbers of rules and quads, and the strata, as a JSON
  // object; Error(user), Error(syntax) or Error(unsupported) with line and column.
  virtual std::string check_rules(const RulesChange::Put& text);
  // Why a quad is there: it is stated, or follows by the rules, with proofs. StatusError(404) if it is not there, or if
  // the database has no rules.
  virtual WhyAnswer why(const WhyRequest& request, const Cancelled& cancelled);
  // The algorithms that queries can call, as a JSON object.
  virtual std::string algorithms_json() const;
  // Backs up the newest state to a folder of the server's machine (loader/backup). Returns a report as a JSON object.
  virtual std::string backup(const std::string& target, bool copy);
};

}  // namespace quadrille::server
