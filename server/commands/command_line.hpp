#pragma once

// The command line parser of `quadrille` turns words into plain options. Nothing here touches a database; commands.hpp
// has the commands.
//
//   quadrille build --db DIR INPUT...      make a database from RDF files
//   quadrille serve --db DIR               answer SPARQL over HTTP
//   quadrille config check|show [FILE]     check or show the settings of serve
//   quadrille query --db DIR TEXT          answer one query
//   quadrille update --db DIR TEXT         change a database
//   quadrille analyze --db DIR ALGORITHM   run an algorithm on a graph of the database
//   quadrille load --db DIR INPUT...       add RDF files to a database
//   quadrille dump  --db DIR               write all quads
//   quadrille info  --db DIR               show the contents of a database
//   quadrille compact --db DIR             merge updates into new files
//   quadrille check --db DIR               check it for damage
//   quadrille backup --db DIR TARGET       make a copy of its present state
//   quadrille restore BACKUP --db DIR      make a database from such a copy
//   quadrille rules list|check|convert     show rule sets, check files of rules, translate them
//   quadrille rules add|remove             change the rules of a database
//   quadrille access user|role|token ...   change the accounts of a server
//   quadrille demo [DIR]                   make a database of generated data, and serve it
//   quadrille shell --db DIR               type queries and updates
//   quadrille ping [URL]                   ask a server whether it answers queries
//   quadrille --manual [PAGE]              list or print the manual pages (manual_pages.hpp)
//   quadrille --completion SHELL           print the completion of commands and options for a shell (completions.hpp)
//   quadrille --reference                  print the lists of commands, addresses, functions ... (reference.hpp)
//   quadrille --failpoints                 list the failpoints (base/failpoint.hpp), one a line

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/syntax_names.hpp"
#include "base/view.hpp"
#include "parser/rule_format.hpp"
#include "pgas/placement.hpp"
#include "query/results/explain.hpp"
#include "query/results/layout.hpp"
#include "query/results/result_format.hpp"
#include "server/access/accounts.hpp"
#include "server/client/context_places.hpp"
#include "server/commands/access_options.hpp"
#include "server/commands/admin.hpp"
#include "server/commands/config_options.hpp"
#include "server/commands/database_changes.hpp"
#include "server/commands/demo.hpp"
#include "server/commands/ping.hpp"
#include "server/commands/rules_input.hpp"
#include "server/commands/run_shell.hpp"
#include "server/commands/serve_words.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/backup_schedule.hpp"
#include "server/http/job_options.hpp"
#include "server/http/listener.hpp"
#include "server/http/map_tiles.hpp"
#include "server/http/rules_change.hpp"
#include "server/http/tls_context.hpp"
#include "server/operations/log_entry.hpp"
#include "server/operations/operations.hpp"

namespace quadrille::server {

enum class OnError : std::uint8_t { stop, skip };

// Hosts to start the images on (host_list.hpp); at most one of the two is not empty.
struct HostOptions {
  std::string list;
  std::string file;

  bool empty() const { return list.empty() && file.empty(); }
};

// The inputs of a command and how they are read.
struct InputOptions {
  std::string graph;                   // IRI of the graph of triples; empty: the default graph
  std::vector<std::string> graphs_of;  // FILE=IRI (loader/build/file_graphs.hpp)
  std::string graph_by_file;           // prefix that makes file names into graphs; empty: none
  std::string base;                    // resolves relative IRIs; empty: the file's own URL
  std::string format;                  // nt, nq, ttl, trig, rdf, jsonld, for all inputs; empty: by the name of each
  ContextOptions contexts;             // that JSON-LD may name
  bool rdf_star = false;               // quoted triples of older systems are read
  OnError on_error = OnError::stop;
  std::string rejects;              // file for skipped lines; empty: none
  std::vector<std::string> inputs;  // files, directories, "-" for standard input; may be empty with `lists`
  std::vector<std::string> lists;   // files that have more inputs, one a line; "-": standard input
};

struct BuildOptions : InputOptions {  // no inputs are needed with `lubm`
  std::string database;
  std::optional<int> images;  // none: one a physical core
  HostOptions hosts;
  bool replace = false;                       // replaces an existing database when the new one is complete
  std::string temp;                           // folder for data that exceed memory; empty: that of the database
  std::optional<std::uint64_t> memory_bytes;  // of all images together; none: what the machine allows
  std::optional<std::uint32_t> lubm;          // a number of generated universities of the LUBM benchmark
  std::int32_t lubm_seed = 0;
  RuleOptions rules;
  std::string stats;  // file for the table of steps as JSON; "-": standard output; empty: none
};

struct LoadOptions : InputOptions {
  std::string database;       // or
  std::string server;         // a server elsewhere; one of the two is empty
  std::optional<int> images;  // none: the number that built it
  HostOptions hosts;
  std::optional<std::uint64_t> memory_bytes;
  ClientOptions client;
};

// The time at which an update is acknowledged.
enum class Sync : std::uint8_t {
  on,        // when it is on disk
  off,       // when the operating system has it; a power failure may lose the last updates
  interval,  // like off, but everything is synced to disk at least once a second
};

// Where a server has databases, and how it keeps changes.
struct StorageOptions {
  std::string databases;  // folder of those beside the default one, each in a subfolder; empty: there are none
  Sync sync = Sync::on;
  double compact_percent = 10;              // changes that start a compaction, in % of the quads in files; 0: never
  std::vector<BackupPlan> backups;          // scheduled ones
  std::vector<std::string> backup_targets;  // folders for backups over HTTP, beside those
};

// The services that SERVICE may use (service_places.hpp); by default none.
struct ServiceOptions {
  std::vector<std::string> allowed;  // prefixes of their IRIs
  std::vector<std::string> at;       // IRI=URL

  bool empty() const { return allowed.empty() && at.empty(); }
};

// --default-prefixes[=FILE]: prefixes that need no PREFIX (prefix_option.hpp).
struct PrefixOptions {
  bool are_wanted = false;
  std::string file = {};  // a file with prefixes beside the well-known ones; empty: none
};

// The rights of a server's clients, and the places from which LOAD, JSON-LD and the workbench may read.
struct AccessOptions {
  bool read_only = false;                  // refuses updates of everybody
  std::string file;                        // access.toml, the accounts; empty: there are none
  std::optional<Anonymous> anonymous;      // rights of callers without credentials; these three: none: as in that file
  std::optional<bool> allow_plain;         // credentials over plain HTTP from other machines
  std::vector<std::string> proxies;        // addresses and networks of trusted proxies; empty: as in that file
  std::vector<std::string> public_names;   // host names by which clients reach the server
  std::vector<std::string> allow_origins;  // origins whose pages may use the server, in lower case; "*": may read
  std::vector<std::string> allow_loads;    // prefixes of IRIs from which LOAD may read; none: LOAD is off
  ContextOptions contexts;                 // that JSON-LD may name
  MapTiles map_tiles;                      // that the workbench draws; empty: none
  std::string linked_data;                 // the prefix of IRIs that are addresses here; empty: none
};

// The logs of a server (docs/logs.md).
struct LoggingOptions {
  std::string queries;  // file of the query log; "-": standard error; empty: there is none, as with the next one
  std::string audit;    // file of the audit log
  LogFormat format = LogFormat::lines;
  std::optional<double> slow_seconds;  // queries that take as long have their plan
};

// The address of a server.
struct ListenOptions {
  std::string host = "127.0.0.1";
  int port = 3756;
  bool all = false;  // every group of images has a listener, not only the first
  TlsOptions tls;
  std::optional<ListenAddress> monitoring;  // of another listener, for /metrics, /health and /ready alone
  LoggingOptions logs;
};

// Long queries of one user at a time: of the four that run, one is left for others.
inline constexpr std::size_t kUsualLongQueries = 3;

// The limits of a server's queries.
struct LimitOptions {
  double timeout_seconds = 60;                 // of queries that set none
  std::size_t max_waiting = 64;                // limit of queries waiting for a lane (lane_pool.hpp)
  std::uint64_t graph_cache_bytes = 32 << 20;  // of graphs of algorithms (server/algorithms/graph_cache.hpp); 0: none
  JobOptions jobs = {};                        // without a folder: the database's
  double longest_timeout_seconds = 3600;       // that a request can ask for
  UserLimits of_user = {};
  std::optional<std::size_t> user_long_queries = {};  // none: kUsualLongQueries with accounts, else no limit
  std::uint64_t most_disk_bytes = 0;                  // of the database; 0: no limit
};

// The tiers of memory (docs/memory.md).
struct PlacementOptions {
  pgas::Placement placement;
};

struct ServeOptions : PlacementOptions {
  ServeWords words;  // these options as words, for reading them again
  std::string database;
  bool create = false;  // makes an empty database if there is none
  RuleOptions rules;    // of that
  AccessOptions access;
  ServiceOptions services;
  StorageOptions storage;
  std::optional<int> images;  // none: the number that built it
  HostOptions hosts;
  ListenOptions listen;
  LimitOptions limits;
  std::optional<std::uint64_t> memory_bytes;
  bool union_default_graph = false;
  PrefixOptions prefixes;
  bool restart = false;  // after an image or a host dies (supervisor.hpp)
};

// Files with the text of an operation each; "-" is standard input.
struct OperationFiles {
  std::vector<std::string> files;
  std::vector<std::string> lists;  // files that name more, one a line

  bool is_empty() const { return files.empty() && lists.empty(); }
  bool are_many() const { return files.size() > 1 || !lists.empty(); }
};

struct QueryFiles : OperationFiles {
  std::string output_folder;       // gets a file for each answer; empty: there is one query
  std::vector<std::string> words;  // of the command line, until they are the text or files
};

// The layout of an answer or a dump (query/results/layout.hpp).
struct LayoutOptions {
  bool is_pretty = false;           // of Turtle and TriG
  std::optional<std::string> form;  // of JSON-LD: compacted, expanded or flattened
  std::string context;              // of JSON-LD, an IRI; empty: none
  ContextOptions contexts;          // where it may be read from

  results::LayoutRequest request() const { return {.pretty = is_pretty, .profile = form, .context = context}; }
};

struct FormatOptions : LayoutOptions {
  std::optional<std::string> format;  // as in query/results/result_format.hpp
};

struct QueryOptions : PlacementOptions, FormatOptions {
  std::string database;  // or
  std::string server;    // a server elsewhere; one of the two is empty
  std::optional<int> images;
  HostOptions hosts;
  std::string text;                               // the query, or
  QueryFiles files;                               // files with queries, in their order
  double timeout_seconds = 0;                     // 0: none
  query::Explain explain = query::Explain::none;  // otherwise an explanation instead of the answer
  PrefixOptions prefixes;
  bool union_default_graph = false;
  View view = View::closure;
  ServiceOptions services;
  bool as_job = false;  // by a server: then its time limit does not count
  ClientOptions client;
};

struct UpdateOptions : PlacementOptions {
  std::string database;       // its server gets the update, or
  std::string server;         // this server: http://HOST:PORT; one of the two is empty
  std::string text;           // the update, or
  OperationFiles files;       // files with updates, in their order
  bool keep_going = false;    // after an update that failed
  std::optional<int> images;  // without a server; none: the number that built it
  HostOptions hosts;
  double timeout_seconds = 0;  // 0: none
  PrefixOptions prefixes;
  ClientOptions client;
};

// `analyze` is a QueryOptions or UpdateOptions with a text of its own (analysis.hpp), or this: the table of algorithms,
// or one row of it.
struct ListAlgorithmsOptions {
  std::string algorithm;
};

struct DumpOptions : LayoutOptions {
  std::string database;  // or
  std::string server;    // a server elsewhere; one of the two is empty
  std::optional<int> images;
  HostOptions hosts;
  results::ResultFormat format = results::ResultFormat::nquads;  // of graphs or datasets
  bool is_canonical = false;                                     // of N-Quads and N-Triples: RDFC-1.0
  std::optional<std::uint64_t> canonical_steps;                  // the most; none: canonical::default_steps()
  std::string graph;  // only this graph; "default": the default graph; empty: all graphs
  View view = View::stated;
  bool sorted = false;   // equal quads give equal bytes
  std::string output;    // empty: standard output; the name determines the compression
  bool replace = false;  // an existing file
  ClientOptions client;
};

struct InfoOptions {
  std::string database;
  bool json = false;
  ClientOptions client;
};

struct CompactOptions {
  std::string database;
  std::optional<int> images;
  HostOptions hosts;
  bool rebuild = false;      // also merges the terms of updates into the vocabulary
  std::uint32_t shards = 0;  // if not 0, a rebuild into so many
  ClientOptions client;
};

struct CheckOptions {
  std::string database;  // or
  std::string backup;    // one of the two is empty
  bool closure = false;  // also recomputes what follows by the rules
  std::optional<int> images;
  HostOptions hosts;
};

struct BackupOptions {
  std::string database;
  std::string target;
  bool copy = false;  // copies the database's files instead of linking them
  std::optional<int> images;
  HostOptions hosts;
  ClientOptions client;
};

struct RestoreOptions {
  std::string backup;
  std::string database;
  bool replace = false;  // replaces an existing database when the restored one is complete
  bool copy = false;     // copies the backup's files instead of linking them
};

struct ListRulesOptions {
  std::string set;       // or, with a database, one of its texts
  std::string database;  // empty: the sets of the program
  ClientOptions client;
};

struct CheckRulesOptions {
  std::vector<std::string> files;
  std::optional<parser::RuleFormat> format;  // nullopt: by the name of each
};

struct ConvertRulesOptions {
  std::string file;
  std::optional<parser::RuleFormat> format;  // nullopt: by its name
  std::string output;                        // empty: standard output
};

// Adds rules to a database, replaces some, or removes some.
struct ChangeRulesOptions {
  std::string database;                      // or
  std::string server;                        // a server elsewhere; one of the two is empty
  std::vector<std::string> add;              // rule sets, and files of rules
  std::optional<parser::RuleFormat> format;  // of these; nullopt: by the name of each
  std::vector<std::string> remove;           // names of texts
  RulesChange change;                        // the options and the time limit
  std::optional<int> images;
  HostOptions hosts;
  ClientOptions client;
};

// Of a database, or of files and sets.
struct ExplainRulesOptions {
  std::string database;
  std::vector<std::string> rules;
};

struct WhyOptions {
  std::string database;  // or
  std::string server;    // a server elsewhere; one of the two is empty
  std::optional<int> images;
  HostOptions hosts;
  std::string quad;
  std::uint64_t more = 0;  // so many more proofs than one
  std::string format = "text";
  double timeout_seconds = 0;  // 0: none
  ClientOptions client;
};

using Command = std::variant<BuildOptions, ServeOptions, QueryOptions, UpdateOptions, ListAlgorithmsOptions,
                             LoadOptions, DumpOptions, InfoOptions, CompactOptions, CheckOptions, BackupOptions,
                             RestoreOptions, ListRulesOptions, CheckRulesOptions, ConvertRulesOptions,
                             ChangeRulesOptions, ExplainRulesOptions, WhyOptions, AccessCommandOptions, PingOptions,
                             DemoOptions, AdminOptions, DatabaseChangeOptions, ConfigOptions, ShellOptions>;

// Nothing to run: the user asked for help or the version (status 0), or the words are no command (status 1).
struct NoCommand {
  int exit_status;
  std::string text;  // for standard output if the status is 0, otherwise for standard error
};

// Parses `words`, without the program's name.
std::variant<Command, NoCommand> parse_command_line(std::span<const std::string> words);

// Parses `serve` with the settings of the file and of the environment. A mistake names the origins of these.
std::variant<Command, NoCommand> parse_serve_words(const ServeWords& words);

// The number of images that the command sets, if it does.
std::optional<int> wanted_images(const Command& command);

// The hosts that the command sets, if it does.
HostOptions wanted_hosts(const Command& command);

}  // namespace quadrille::server
