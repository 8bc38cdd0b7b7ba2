#pragma once

// The table of paths, their methods, and the right that each method needs.
//
//   path               use (of all but the last group also /NAME/... for the database NAME; those without are of the
//                      default database)
//   /                  the workbench, a page for users; /assets/NAME: its files
//   /session           who the user is; a token instead of his password (session_protocol.hpp)
//   /sparql            queries and updates by the SPARQL 1.1 Protocol; GET without a query: the service description
//                      (service_description.hpp), or for browsers the page of /
//   /query, /update    queries alone, updates alone, for clients that have two addresses
//   /hints             likely mistakes in a query without solutions (hints_protocol.hpp)
//   /data, /data/...   the graphs, by the Graph Store Protocol
//   /rules             the rules of the database (rules_protocol.hpp); /rules/NAME: one text; /rules/check: checks one
//   /why               why a quad is there: the rules and quads from which it follows
//   /algorithms        the algorithms that queries can call
//   /schema            the classes and predicates of the data (schema_protocol.hpp); /.well-known/void: in RDF
//   /mcp               tools for language models (mcp_endpoint.hpp)
//   /jobs              queries and updates that no client waits for (jobs_protocol.hpp); /jobs/ID, /jobs/ID/result
//   /admin/compact     a new generation of files; /admin/backup: a backup (administration.hpp)
//   /health            the engine's state as JSON; answered even when all connections are taken, like the next two
//   /ready             for those who watch the server (monitoring.hpp)
//
//   /metrics           likewise
//   /admin/queries     running requests (queries_protocol.hpp); /admin/queries/ID
//   /admin/databases   the databases (databases_protocol.hpp); /admin/databases/NAME
//   /admin/...         messages, settings, the end (administration.hpp)
//
// E1  A path or method without a row of the table gets 404 or 405, and a row cannot be written without a right for each
//     of its methods. No other code decides which right a path needs; after the text of an operation has been read,
//     require() asks for the right of that operation.
// E2  OPTIONS works at every path and needs no right: browsers send it without credentials (CORS preflight).
// E3  Pages of other origins get answers only if --allow-origin names their origin, or is '*' (cors.hpp). A write
//     that a browser sends for a page of an origin that is not named gets 403, since browsers add stored passwords to
//     it.

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/live_value.hpp"
#include "server/access/access.hpp"
#include "server/http/cors.hpp"
#include "server/http/engine.hpp"
#include "server/http/http_exchange.hpp"
#include "server/http/map_tiles.hpp"
#include "server/http/relay.hpp"
#include "server/http/schema_cache.hpp"
#include "server/http/served_names.hpp"
#include "server/http/service_table.hpp"
#include "server/http/sparql_protocol.hpp"
#include "server/operations/operations.hpp"

namespace quadrille::server {

class DatabaseSet;
class JobTable;

// Of the connections of a listener (connection_pool.hpp).
struct ConnectionCounts {
  std::size_t open = 0, idle = 0;
  std::size_t most = 0;  // the limit
  std::uint64_t accepted = 0, over_limit = 0;
};

// Facts about the server for its metrics.
struct ServerFacts {
  std::string version;                            // of the program
  std::function<ConnectionCounts()> connections;  // of the main listener; empty: unknown
  const std::atomic<bool>* stopping = nullptr;    // null: unknown
};

// Reads the settings of the server again, and applies those that have changed, all or none. Returns a JSON object with
// "applied", "needs_restart" and "read_again", lists of their keys; throws Error(user) for a mistake.
using Reload = std::function<std::string()>;

// Functions for administrators that the Engine does not have.
struct Administration {
  std::vector<std::filesystem::path> backup_targets = {};  // folders into which they may back up
  std::function<void()> stop = {};                         // shuts the server down, soon; empty: 501
  Reload reload = {};                                      // reads the settings again; empty: 501
  // All settings of the server with their values and origins: as JSON, or as a file of settings. Empty: 501.
  std::function<std::string(bool as_toml)> settings = {};
  std::function<DatabaseSet&()> databases = {};  // of the server; empty: 501
  bool has_many_databases = false;               // and more than the default one
};

// The settings of requests, which a running server can change.
struct RequestSettings {
  ProtocolSettings protocol;
  AllowedOrigins origins;
  ServedNames names;
  MapTiles map_tiles = {};
  std::string linked_data = {};
};

// A database as a listener serves it.
struct Service {
  Engine& engine;
  Access& access;
  const LiveValue<RequestSettings>& settings;
  std::string database;              // its name in grants
  std::optional<RelayTarget> first;  // of a listener of another group than image 0's: image 0's
  Operations& operations;            // records of requests, shared by the listeners of this process
  TlsContext* tls = nullptr;         // for requests to image 0's listener; null: plain HTTP
  JobTable* jobs = nullptr;          // of image 0's listener
  Administration administration = {};
  ServerFacts facts = {};
  bool is_for_monitoring = false;  // has the addresses of monitoring alone, for whoever reaches it (monitoring.hpp)
  std::string prefix = {};         // of its paths: "/people"; empty: those of the default database
  const ServiceTable* databases = nullptr;  // of the listener, by name
  std::shared_ptr<SchemaCache> schemas = std::make_shared<SchemaCache>();

  const ProtocolSettings& protocol() const { return settings.get().protocol; }
  const AllowedOrigins& origins() const { return settings.get().origins; }
  const MapTiles& map_tiles() const { return settings.get().map_tiles; }
  const std::string& linked_data() const { return settings.get().linked_data; }
};

// The right that a method needs.
enum class Needs : std::uint8_t {
  nothing,
  metrics,
  read,          // of the whole database
  read_graphs,   // of some graphs of it, to which the answer is limited
  write,         // of the whole database
  write_graphs,  // of some graphs of it, to which the change is limited
  admin,
  read_or_write,  // read_graphs; and write_graphs if the request is an update
  server_admin,   // admin on all databases of the server
  named_admin,    // admin on the database that the last segment of the path names
  some,           // one on some database; the answer has what the caller may see
};

// The function that answers a method, and the right that it needs.
struct Rule {
  constexpr Rule(Needs its_needs, void (*its_run)(Service&, Exchange&)) : needs(its_needs), run(its_run) {}
  Needs needs;
  void (*run)(Service&, Exchange&);
};

// The methods of a path; HEAD is GET.
struct Methods {
  std::optional<Rule> get = {}, post = {}, put = {}, del = {}, patch = {};
};

struct Endpoint {
  std::string_view path;  // '*' stands for one segment; "/**" at the end for any rest
  RequestKind kind;       // under which its requests are counted, until set_operation() says more
  Methods methods;
  bool by_first = true;            // image 0's listener answers; others relay
  bool always = false;             // answered even when all connections are taken
  bool is_for_monitoring = false;  // also on the listener of --admin-listen
  bool while_starting = false;     // answered by its function also while the engine starts
  bool is_of_server = false;       // not also at /NAME/...
  std::string_view advice = {};    // for those who use another method
};

// Of the row for resources at their own addresses, which no path matches (linked_data.hpp).
inline constexpr std::string_view kLinkedDataPath = "(linked data)";

// All rows.
std::span<const Endpoint> endpoints();
const Endpoint* find_endpoint(const Service& service, std::string_view path);
// nullptr: the endpoint does not have this method.
const Rule* find_rule(const Endpoint& endpoint, std::string_view method);
// "GET, HEAD, POST, OPTIONS"
std::string allowed_methods(const Endpoint& endpoint);

// Answers requests that need no handler: unknown path 404, wrong method 405, OPTIONS 204. Returns false if the endpoint
// must answer.
bool answer_generally(const Endpoint* endpoint, const Service& service, Exchange& exchange);

// Returns false, after a refusal, if the caller does not have the right that the rule needs.
bool answer_unless_permitted(const Rule& rule, Service& service, Exchange& exchange);

// Runs the rule of a permitted request; an exception becomes the answer, except Elsewhere, which is passed on. While
// the engine is starting, answers 503.
void run_rule(const Endpoint& endpoint, const Rule& rule, Service& service, Exchange& exchange);

// The reason why an engine is not ready, as far as this caller may know it.
NotReady shown_to(const Caller& caller, const Service& service, NotReady reason);

// For the endpoints' functions.
// Throws StatusError(401 or 403) if the caller does not have the right on the database of the service.
void require(const Service& service, const Exchange& exchange, Right right);
// The same for another database. `database`: its name, which need not exist; empty: all.
void require_on(std::string_view database, const Service& service, const Exchange& exchange, Right right);
// The right to write, and 403 for a page of an origin that may not (E3).
void require_may_write(const Service& service, const Exchange& exchange);
// The same for some graphs. Returns the user's.
WriteRights require_may_write_graphs(const Service& service, const Exchange& exchange);
// The user for whom the request runs, with his limit of long queries.
LaneUser lane_user(const Service& service, const Exchange& exchange);
// A query, without its text, that the server makes for the request: the usual time limit, the rights of the caller.
QueryRequest own_query(const Service& service, Exchange& exchange);
// The parts of the request that read_operation() reads.
ProtocolMessage protocol_message(Exchange& exchange, std::string body);
// Runs `answer`, which writes to the sink, and sends its output.
void stream_answer(Exchange& exchange, const std::function<void(AnswerSink&)>& answer);
// For UpdateRequest::begins: the entry in the audit log before an update.
std::function<void(const TouchedGraphs&)> audited(AuditedRequest& audit);
// Keeps the result for the entry after it. Returns it.
const WriteResult& with_audit(AuditedRequest& audit, const WriteResult& result);
// {"version":7,"inserted":2,"deleted":0}; of a database with rules also "inferred":{"inserted":5,"deleted":1};
// with warnings of documents also "warnings":["NAME:1:1: ..."]
std::string write_result_json(const WriteResult& result);

}  // namespace quadrille::server
