#pragma once

// The command line parser of `quadrille` turns words into plain options. Nothing here touches a database; commands.hpp
// has the commands.
//
//   quadrille build --db DIR INPUT...      make a database from RDF files
//   quadrille serve --db DIR               answer SPARQL over HTTP
//   quadrille query --db DIR TEXT          answer one query
//   quadrille update --db DIR TEXT         change a database that is being served
//   quadrille load --db DIR INPUT...       add RDF files to a database
//   quadrille dump  --db DIR               write all quads
//   quadrille info  --db DIR               show the contents of a database
//   quadrille compact --db DIR             merge updates into new files
//   quadrille check --db DIR               check it for damage
//   quadrille backup --db DIR TARGET       make a copy of its present state
//   quadrille restore BACKUP --db DIR      make a database from such a copy
//   quadrille --failpoints                 list the failpoints (base/failpoint.hpp), one a line

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/syntax_names.hpp"
#include "query/results/explain.hpp"

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
  std::string graph_by_file;           // IRI that names of files become graphs with; empty: they do not
  std::string base;                    // resolves relative IRIs; empty: the file's own URL
  std::string format;                  // nt, nq, ttl, trig, rdf, for all inputs; empty: by the name of each
  OnError on_error = OnError::stop;
  std::string rejects;              // file for the lines that are skipped; empty: none
  std::vector<std::string> inputs;  // files, directories, "-" for standard input; may be empty with `lists`
  std::vector<std::string> lists;   // files that have more inputs, one a line; "-": standard input
};

struct BuildOptions : InputOptions {  // no inputs are needed with `lubm`
  std::string database;
  std::optional<int> images;  // none: one a physical core
  HostOptions hosts;
  bool replace = false;  // a database that is there is given up when the new one is complete
  std::string temp;      // folder for what has no room in memory; empty: where the database is built
  std::optional<std::uint64_t> memory_bytes;  // of all images together; none: what the machine allows
  std::optional<std::uint32_t> lubm;          // so many universities of the LUBM benchmark, made on the way
  std::int32_t lubm_seed = 0;
  std::string stats;  // gets the table of steps as JSON; "-": standard output; empty: nothing does
};

struct LoadOptions : InputOptions {
  std::string database;       // or
  std::string server;         // a server elsewhere; one of the two is empty
  std::optional<int> images;  // none: as many as have built it
  HostOptions hosts;
  std::optional<std::uint64_t> memory_bytes;
};

// When an update is acknowledged.
enum class Sync : std::uint8_t {
  on,        // when it is on the disk
  off,       // when the operating system has it; a loss of power may lose what was acknowledged last
  interval,  // as off, but at least once a second everything is brought to the disk
};

// Which services SERVICE may ask (service_places.hpp); none: none.
struct ServiceOptions {
  std::vector<std::string> allowed;  // beginnings of their IRIs
  std::vector<std::string> at;       // IRI=URL

  bool empty() const { return allowed.empty() && at.empty(); }
};

// --default-prefixes[=FILE]: prefixes that need no PREFIX (prefix_option.hpp).
struct PrefixOptions {
  bool are_wanted = false;
  std::string file = {};  // that has more than those that everybody knows; empty: none
};

struct ServeOptions {
  std::string database;
  bool create = false;                     // an empty database, where there is none
  bool read_only = false;                  // no update is taken
  bool allow_updates = false;              // they are taken also where others than this machine can reach the server
  std::vector<std::string> allow_origins;  // whose pages may change data, in lower case
  std::vector<std::string> allow_loads;    // LOAD may read from IRIs that begin with one of these; none: from nowhere
  ServiceOptions services;
  Sync sync = Sync::on;
  double compact_percent = 10;  // changes, of the quads of the files, that a new generation is made at; 0: never
  std::optional<int> images;    // none: as many as have built it
  HostOptions hosts;
  std::string host = "127.0.0.1";
  int port = 3756;
  double timeout_seconds = 60;   // of queries that name none
  std::size_t max_waiting = 64;  // queries that wait for a lane (lane_pool.hpp)
  std::optional<std::uint64_t> memory_bytes;
  bool union_default_graph = false;
  PrefixOptions prefixes;
  bool restart = false;  // after a death of an image or a host (supervisor.hpp)
};

struct QueryOptions {
  std::string database;  // or
  std::string server;    // a server elsewhere; one of the two is empty
  std::optional<int> images;
  HostOptions hosts;
  std::string text;                               // the query, or
  std::string file;                               // a file that holds it ("-": standard input); one of the two is empty
  std::optional<std::string> format;              // as in query/results/result_format.hpp
  double timeout_seconds = 0;                     // 0: none
  query::Explain explain = query::Explain::none;  // else an explanation instead of the answer
  PrefixOptions prefixes;
  bool union_default_graph = false;
  ServiceOptions services;
};

struct UpdateOptions {
  std::string database;        // its server is asked, or
  std::string server;          // this one: http://HOST:PORT; one of the two is empty
  std::string text;            // the update, or
  std::string file;            // a file that holds it ("-": standard input); one of the two is empty
  double timeout_seconds = 0;  // 0: none
  PrefixOptions prefixes;
};

struct DumpOptions {
  std::string database;  // or
  std::string server;    // a server elsewhere; one of the two is empty
  std::optional<int> images;
  HostOptions hosts;
  Syntax syntax = Syntax::nquads;  // not RDF/XML
  std::string graph;               // this one alone; "default": the default graph; empty: all, or that without names
  bool sorted = false;             // the same quads, the same bytes
  std::string output;              // empty: standard output; its name says how it is compressed
};

struct InfoOptions {
  std::string database;
  bool json = false;
};

struct CompactOptions {
  std::string database;
  std::optional<int> images;
  HostOptions hosts;
  bool rebuild = false;  // also sorts the terms of updates into the vocabulary
};

struct CheckOptions {
  std::string database;  // or
  std::string backup;    // one of the two is empty
  std::optional<int> images;
  HostOptions hosts;
};

struct BackupOptions {
  std::string database;
  std::string target;
  bool copy = false;  // no links to the database's files
  std::optional<int> images;
  HostOptions hosts;
};

struct RestoreOptions {
  std::string backup;
  std::string database;
  bool replace = false;  // a database that is there is given up when the restored one is complete
  bool copy = false;     // no links to the backup's files
};

using Command = std::variant<BuildOptions, ServeOptions, QueryOptions, UpdateOptions, LoadOptions, DumpOptions,
                             InfoOptions, CompactOptions, CheckOptions, BackupOptions, RestoreOptions>;

// There is nothing to run: help or the version was asked for (status 0), or the words make no command (status 1).
struct NoCommand {
  int exit_status;
  std::string text;  // for standard output if the status is 0, else for standard error
};

// `words` without the program's name.
std::variant<Command, NoCommand> parse_command_line(std::span<const std::string> words);

// The number of images that the command was asked to run on, if it says so.
std::optional<int> wanted_images(const Command& command);

// The hosts that the command was asked to run on, if it says so.
HostOptions wanted_hosts(const Command& command);

}  // namespace quadrille::server
