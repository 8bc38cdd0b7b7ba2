#include "server/commands/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "base/text.hpp"
#include "inferencer/rule_sets.hpp"
#include "loader/rdf/input_file.hpp"
#include "query/results/result_format.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/commands/analysis.hpp"
#include "server/commands/byte_size.hpp"
#include "server/commands/client_options.hpp"
#include "server/commands/completions.hpp"
#include "server/commands/manual_pages.hpp"
#include "server/commands/missing_database.hpp"
#include "server/commands/program_version.hpp"
#include "server/commands/reference.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/commands/word_suggestions.hpp"
#include "server/http/linked_data_prefix.hpp"

namespace quadrille::server {

namespace {

constexpr int kMostImages = 1 << 16;

constexpr const char* kProgramHelp = R"(Quadrille is an RDF database with SPARQL, for one machine or many.

Something to try things on:
  quadrille demo

A first database, from nothing to an answer:
  quadrille build --db people people.ttl
  quadrille query --db people 'SELECT * { ?s ?p ?o } LIMIT 10'
  quadrille serve --db people

A new database, filled through its server:
  quadrille serve --db notes --create
  quadrille update --db notes 'INSERT DATA { <urn:a> <urn:knows> <urn:b> }'
)";

constexpr const char* kProgramFooter = R"(
'quadrille COMMAND --help' describes a command, with examples.
Exit status: 0 success; 1 wrong input, or a limit was reached; 2 a bug in Quadrille, or check found damage; 3 a build or
load with --on-error skip succeeded but skipped something.)";

constexpr const char* kBuildFooter = R"(
The end of a file name determines its syntax; .gz .bgz .zst .bz2 .xz may follow:
  .nt .ntriples     N-Triples        .ttl .turtle .n3   Turtle (N3 only as far as it is Turtle)
  .nq .nquads       N-Quads          .trig              TriG
  .rdf .owl .xml    RDF/XML          .jsonld            JSON-LD
  .jsonl .ndjson    lines that are JSON-LD
A folder stands for all such files in and below it; other files are ignored and listed. Compressed data is also
recognised by its first bytes.

JSON-LD may name its context by an address, such as "@context": "https://schema.org/". Nothing is fetched unless
--allow-context names the address; --context-at gives a file instead. A large JSON-LD document is read piece by piece if
@context comes first, and the nodes are in an array, or in an array @graph.

Dumps of older systems with RDF-star, << s p o >> in lines, need --rdf-star: a quoted triple becomes a blank node that
reifies the triple, the same one wherever the triple occurs.

With --on-error skip the build skips malformed statements, and files that cannot be read completely. It counts both,
--rejects FILE keeps their text, and the exit status is 3.

Examples:
  quadrille build --db lubm University*.nt.gz
  quadrille build --db wiki --images 16 --memory 200G /data/wikidata/
  zcat dump.nt.gz | quadrille build --db dump --format nt -
  quadrille build --db lubm --replace --on-error skip --rejects bad.nt data/
  find data -name '*.ttl' | quadrille build --db all --list -
  quadrille build --db graphs --graph-of staff.ttl=http://example.org/staff --graph-by-file http://example.org/ *.ttl
  quadrille build --db shop --context-at https://schema.org/=schema.jsonld products.jsonld
  quadrille build --db old --rdf-star dump.nq.gz
  quadrille build --db lubm-100 --lubm 100 --stats lubm-100.json
  quadrille build --db zoo --rules owl-rl zoo.ttl ontology.ttl)";

constexpr const char* kLoadFooter = R"(
All files are one change: afterwards the database has all of them or, after an error, none. Quads that exist already are
counted and left unchanged. If a server has the database open, the server stores the files; otherwise the command does.
For syntaxes, folders and malformed data see "quadrille build --help".

To make a new database, "quadrille build" is faster. After many files, run "quadrille compact".

Examples:
  quadrille load --db people more.ttl
  quadrille load --db people --graph-by-file http://example.org/ data/
  zcat dump.nt.gz | quadrille load --db people --format nt -
  quadrille load --server http://127.0.0.1:3756 more.ttl)";

constexpr const char* kServeFooter = R"(
Queries and updates: http://HOST:PORT/sparql. Graphs (Graph Store Protocol): http://HOST:PORT/data. State of the
server: http://HOST:PORT/health. Control-C ends the server.
Queries and updates of hours: POST them to http://HOST:PORT/jobs, which answers at once; fetch the result later.

Examples:
  quadrille serve --db lubm
  quadrille serve --db lubm --host 0.0.0.0 --port 80 --timeout 10 --memory 32G   # other machines may read
  curl --data-urlencode 'query=SELECT (COUNT(*) AS ?n) { ?s ?p ?o }' http://localhost:3756/sparql
  curl --data-urlencode 'query=SELECT (COUNT(*) AS ?n) { ?s ?p ?o }' http://localhost:3756/jobs
  curl http://localhost:3756/jobs

All settings can be in a file, with the names of the options ("quadrille config --help"):
  quadrille serve --config quadrille.toml

A new database, filled over HTTP:
  quadrille serve --db notes --create
  curl -X POST -H 'Content-Type: text/turtle' -T notes.ttl 'http://localhost:3756/data?default'
  curl --data-urlencode 'update=DELETE WHERE { ?s <urn:draft> ?o }' http://localhost:3756/sparql
  quadrille serve --db notes --allow-load https://example.org/ --allow-load file:///data/
  quadrille serve --db notes --allow-origin https://app.example.org

Queries that use other endpoints too (SERVICE):
  quadrille serve --db notes --allow-service https://query.wikidata.org/
  quadrille serve --db notes --service-at urn:people=http://n2:3756/sparql

On a cluster, on a file system that all hosts see:
  quadrille serve --db /shared/lubm --hosts n1:16,n2:16 --restart --host 0.0.0.0
If a batch system starts the images:
  srun -n 64 quadrille serve --db /shared/lubm --host 0.0.0.0)";

constexpr const char* kQueryFooter = R"(
Formats: json xml csv tsv for SELECT and ASK (default tsv), turtle nt rdf jsonld for CONSTRUCT and DESCRIBE (default
turtle), trig nq jsonld for CONSTRUCT with GRAPH in its template (default trig), text json for --explain (default text).

With --output-dir, an answer is written for each file, named after it: answers/q9.tsv for queries/q9.rq. The command prints
a line for each query, separated by tabs: ok or failed, rows, bytes, seconds, query, answer, error; - stands for a missing
one. The exit status is 0 if all succeeded.

Examples:
  quadrille query --db lubm 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'
  quadrille query --db lubm -f q9.rq --format csv > q9.csv
  quadrille query --db lubm -f q9.rq --explain profile
  quadrille query --db lubm --output-dir answers queries/*.rq
  quadrille query --server http://n1:3756 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'
  echo 'ASK { ?s ?p 1 }' | quadrille query --db lubm -f -
  quadrille query --db lubm --allow-service http://n2:3756/ 'SELECT * { SERVICE <http://n2:3756/sparql> { ?s ?p ?o } }')";

constexpr const char* kUpdateFooter = R"(
All operations are one change: afterwards the database has all of them or, after an error, none. If a server has the
database open, the server runs the update; otherwise the command does. The result is a line of JSON with the version of
the database and the numbers of inserted and deleted quads.

Several files are run in their order, each as a change of its own. The command prints a line for each, separated by tabs: ok
or failed, inserted, deleted, seconds, file, error. It stops at the first that fails, unless there is --keep-going.

Examples:
  quadrille update --db notes 'INSERT DATA { <urn:a> <urn:knows> <urn:b> }'
  quadrille update --db notes -f cleanup.ru
  quadrille update --db notes -f first.ru second.ru
  quadrille update --server http://n1:3756 'DELETE WHERE { ?s <urn:draft> ?o }'
  echo 'LOAD <https://example.org/people.ttl>' | quadrille update --db notes -f -)";

constexpr const char* kAnalyzeFooter = R"(
The edges of the graph are the rows of a graph pattern with the variables ?source and ?target, and ?weight if they have
weights; or the triples of predicates. Parameters of the algorithm are options of the same name: --list shows them all.
A vertex is an IRI or another term; repeat an option such as --start for several. The well-known prefixes and those that
the database was built with need no declaration; others stand before the pattern: 'PREFIX ex: <http://e/> ?source ...'.

The result is a table, a row for each vertex, by default as TSV. With --into it is stored: vertex, property, value. If a
server has the database open, the server runs the algorithm, as a job without a time limit (unless --timeout sets one);
otherwise the command does, with --images processes.

Examples:
  quadrille analyze --list
  quadrille analyze --db people --predicate foaf:knows pagerank --damping 0.9 > ranks.tsv
  quadrille analyze --db people --edges '?source foaf:knows ?target' wcc --columns vertex,component
  quadrille analyze --db roads --edges '[] ex:from ?source ; ex:to ?target ; ex:km ?weight' sssp --start ex:berlin
  quadrille analyze --db people --predicate foaf:knows --estimate betweenness
  quadrille analyze --db people --predicate foaf:knows pagerank --into http://e/ranks --property http://e/rank)";

constexpr const char* kDumpFooter = R"(
N-Triples, Turtle and RDF/XML have no graphs: use them for a database that has only the default graph, or for one graph
with --graph. Turtle and TriG are written without prefixes, unless --pretty is given; JSON-LD and RDF/XML are written with
the prefixes of the loaded files. JSON-LD is compacted with these; --form chooses another form, --context another context.

The canonical form (--canonical) gives blank nodes labels that depend on the data alone, so two databases with the same
data have the same file, byte for byte: it can be compared, signed and kept under version control. Triple terms have no
canonical form.

Sorted lines are in ascending order of their bytes, like the output of 'LC_ALL=C sort'. TriG is sorted by graph,
subject, predicate and object, the default graph first. Sorting needs temporary disk space for the uncompressed dump:
beside the file of --output if that exists, otherwise in the folder of TMPDIR.

Examples:
  quadrille dump --db lubm --output lubm.nq
  quadrille dump --db lubm --format trig --sorted > lubm.trig
  quadrille dump --db lubm --output lubm.ttl.zst
  quadrille dump --db people --graph http://example.org/staff --format turtle --pretty
  quadrille dump --db people --output people.jsonld.gz
  quadrille dump --db shop --output shop.jsonld --context https://schema.org/ --context-at https://schema.org/=schema.jsonld
  quadrille dump --db people --canonical | sha256sum
  quadrille dump --server http://n1:3756 --output people.nq.gz)";

constexpr const char* kInfoFooter = R"(
Examples:
  quadrille info --db lubm
  quadrille info --db lubm --json | jq .quads)";

constexpr const char* kCompactFooter = R"(
Updates are kept in a log, beside the files of the database. A server compacts automatically after enough changes
(serve --compact-at). This command compacts now. If the database is being served, its server does it while queries and
updates continue. Afterwards queries are faster, and a start need not read the log.

  without --rebuild   rewrites the files that have changed
  with --rebuild      rewrites everything: best after many updates
  with --shards N     rewrites everything, in N parts. An image works on whole parts, so images beyond the number of
                      parts are idle. A build makes at least 8; "quadrille info" shows the number. A server with more
                      images than parts divides its database by itself

Examples:
  quadrille compact --db lubm
  quadrille compact --db lubm --rebuild
  quadrille compact --db lubm --shards 64 --images 16)";
constexpr const char* kCheckFooter = R"(
Reads everything, changes nothing, and prints a line for each step. It checks the files against their checksums, the
sort orders of the index against each other, the statistics, the vocabulary, and the log, whose changes it replays. The
log of a database that is being served is not checked.
With --closure, it also computes anew what follows from the stated quads by the rules, and names each quad of the files
that is missing or that does not follow. What follows from the changes in the log is computed at each start anyway.
Exit status: 0 no damage; 2 damage, reported with file, place and remedy; 1 the check could not run.

Examples:
  quadrille check --db lubm
  quadrille check --db lubm --images 8
  quadrille check --db zoo --closure
  quadrille check --backup /backups/lubm)";

constexpr const char* kRulesFooter = R"(
Examples:
  quadrille rules list
  quadrille rules list rdfs > rdfs.srl
  quadrille rules list --db zoo
  quadrille rules list --db zoo mine.srl
  quadrille rules add --db zoo mine.srl
  quadrille rules remove --db zoo mine.srl
  quadrille rules check mine.srl
  quadrille rules convert family.rules)";

constexpr const char* kAddRulesFooter = R"(
Adds rule sets and files of rules, with the files that these import, and computes what follows by all rules of the
database. Rules of a name that is there already are replaced. The database remembers the texts, so a change of the file
counts once the file is added again. All is one change: after an error, or Control-C, nothing has changed. If a server has
the database open, the server does it, and answers queries meanwhile; otherwise the command does.

Examples:
  quadrille rules add --db zoo owl-rl
  quadrille rules add --db zoo --max-inferred 100000 mine.srl
  quadrille rules add --server http://127.0.0.1:3756 mine.srl)";

constexpr const char* kRemoveRulesFooter = R"(
Removes rules by their names, and the quads that follow by these alone. Without rules, a database has stated quads alone.
A set that another one imports, as rdfs-plus does with rdfs, is removed together with it or stays.

Examples:
  quadrille rules remove --db zoo mine.srl
  quadrille rules remove --db zoo rdfs-plus rdfs)";

constexpr const char* kCheckRulesFooter = R"(
Reads files of rules and the files that they import, and prints how many rules they have. An error is printed with its
file, line and column; so is a part of the language that a build would refuse. Nothing is built. The name of a file tells its language:
.srl SPARQL-RL, .rules Jena, .txt rules of the Cray Graph Engine, .n3 Notation3, .rq and .sparql CONSTRUCT queries.
Exit status: 0 a build takes the files; 1 an error.

Examples:
  quadrille rules check mine.srl
  quadrille rules check --format cge family.rules)";

constexpr const char* kExplainRulesFooter = R"(
Of files and sets, lists the strata of the rules as they are written, and what each rule waits for. Of a database, lists
the rules that the ontology and the data make of them, with the number of rows that each pattern reads at most, and the
order of the joins.

Examples:
  quadrille rules explain mine.srl
  quadrille rules explain --db zoo)";

constexpr const char* kConvertRulesFooter = R"(
Prints rules as SPARQL-RL, with those of the files that the file imports. The name of the file tells its language: .srl
SPARQL-RL, .rules Jena, .txt rules of the Cray Graph Engine, .n3 Notation3, .rq and .sparql CONSTRUCT queries. What
SPARQL-RL does not have is an error with file, line, column and what to write instead.

Examples:
  quadrille rules convert family.rules
  quadrille rules convert --format cge family.rules --output family.srl)";

constexpr const char* kWhyFooter = R"(
Prints a proof: the stated quads and, step by step, the rules by which the quad follows from them. The quad is written as
in Turtle, TriG or N-Quads; prefixes of the database's files and of its rules need no declaration.

  ex:tom a ex:Animal .
  It follows in 1 step from 2 stated quads.

    1  ex:Cat rdfs:subClassOf ex:Animal .    stated
    2  ex:tom a ex:Cat .    stated
    3  ex:tom a ex:Animal .
       by cax-sco (owl-rl, line 118) from 1 and 2
       with ?c = ex:Cat, ?d = ex:Animal, ?x = ex:tom

Formats: text, json, and dot, a drawing for Graphviz. A quad that is not in the database is an error, and so is a quad of
a database without rules.

Examples:
  quadrille why --db zoo 'ex:tom a ex:Animal'
  quadrille why --db zoo --all 3 '<http://example.org/tom> a <http://example.org/Animal> .'
  quadrille why --db zoo --format dot 'ex:tom a ex:Animal' > tom.dot)";

constexpr const char* kBackupFooter = R"(
The backup has the state of the database at the start of the command; queries and updates continue meanwhile. If target
and database are on one file system, its files are hard links; otherwise new files are copied, and files that the
target's last backup has are kept. The target holds one backup: the old one until the new one is complete. The result is
a line of JSON.

Examples:
  quadrille backup --db notes /backups/notes
  quadrille backup --db notes --copy /backups/notes-$(date +%A)
  quadrille check --backup /backups/notes
  quadrille restore /backups/notes --db notes-of-yesterday)";

constexpr const char* kRestoreFooter = R"(
Every file is compared with its checksum before the database appears. It can be served with any number of images.

Examples:
  quadrille restore /backups/notes --db notes
  quadrille restore /backups/notes --db notes --replace)";

// Validators that do not add their rule to the help, because the type's name shows it.
CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::Validator(
      [words](const std::string& word) {
        if (std::find(words.begin(), words.end(), word) != words.end()) return std::string();
        return "must be one of: " + CLI::detail::join(words, ", ") + "; found '" + word + "'";
      },
      "");
}
CLI::Validator in_range(int first, int last) {
  return CLI::Validator(
      [first, last](const std::string& word) {
        int number = 0;
        if (CLI::detail::lexical_cast(word, number) && number >= first && number <= last) return std::string();
        return fmt::format("must be a whole number from {} to {}; found '{}'", first, last, word);
      },
      "");
}
CLI::Validator positive() {
  return CLI::Validator(
      [](const std::string& word) {
        double number = 0;
        if (CLI::detail::lexical_cast(word, number) && number > 0) return std::string();
        return "must be a number greater than 0; found '" + word + "'";
      },
      "");
}

CLI::Validator input_format() {
  return CLI::Validator(
      [](const std::string& word) {
        try {
          parse_format(word);
          return std::string();
        } catch (const Error& error) {
          return std::string(error.what());
        }
      },
      "");
}

constexpr std::string_view kDefaultPrefixes = "--default-prefixes";

}  // namespace

std::vector<std::string> with_value_of_prefixes(std::span<const std::string> words) {
  const auto is_file = [](const std::string& word) {
    std::error_code error;
    return !word.starts_with('-') &&
           (word.find_first_of(" \t\n{") == word.npos || std::filesystem::is_regular_file(word, error));
  };
  std::vector<std::string> out;
  for (std::size_t at = 0; at < words.size(); ++at) {
    out.push_back(words[at]);
    if (words[at] != kDefaultPrefixes) continue;
    const bool has_file = at + 1 < words.size() && is_file(words[at + 1]);
    out.back() += "=" + (has_file ? words[++at] : std::string(kWellKnownPrefixes));
  }
  return out;
}

namespace {

CLI::Validator file_graph() {
  return CLI::Validator(
      [](const std::string& word) {
        const std::size_t place = word.find('=');
        const bool is_good = place != std::string::npos && place > 0 && word.find(':', place) != std::string::npos;
        return is_good ? std::string()
                       : "'" + word + "' must have the form FILE=IRI, such as people.ttl=http://example.org/people";
      },
      "");
}

// Rejects a prefix such as "http", which would allow everything.
bool is_iri_prefix(const std::string& word) {
  const std::size_t slashes = word.find("://");
  return slashes != std::string::npos && slashes > 0 && word.size() > slashes + 3;
}

CLI::Validator load_prefix() {
  return CLI::Validator(
      [](const std::string& word) {
        if (is_iri_prefix(word)) return std::string();
        return "'" + word +
               "' must be the beginning of an IRI that LOAD can read, such as https://example.org/ or file:///data/";
      },
      "");
}

CLI::Validator context_prefix() {
  return CLI::Validator(
      [](const std::string& word) {
        if (is_iri_prefix(word)) return std::string();
        return "'" + word + "' must be the beginning of an IRI, such as https://schema.org/ or file:///contexts/";
      },
      "");
}

// An origin as browsers send it, in lower case. "*" and "null" would mean every page.
CLI::Validator web_origin() {
  return CLI::Validator(
      [](std::string& word) {
        const std::size_t host = word.find("://") + 3;
        if (word == "*") return std::string();
        const bool is_web = word.starts_with("http://") || word.starts_with("https://");
        if (!is_web || host == word.size() || word.find_first_of("/?#@ ", host) != std::string::npos) {
          return "'" + word + "' must be an origin, such as https://app.example.org or http://localhost:8080";
        }
        word = CLI::detail::to_lower(word);
        return std::string();
      },
      "");
}

CLI::Validator tile_address() {
  return CLI::Validator(
      [](const std::string& word) {
        if (word.empty() || is_tile_address(word)) return std::string();
        return "'" + word + "' must be the address of tiles, such as https://tile.example.org/{z}/{x}/{y}.png";
      },
      "");
}

CLI::Validator service_prefix() {
  return CLI::Validator(
      [](const std::string& word) {
        if (is_iri_prefix(word) && word.starts_with("http")) return std::string();
        return "'" + word + "' must be the beginning of the IRI of an endpoint, such as https://example.org/";
      },
      "");
}

CLI::Validator service_name() {
  return CLI::Validator(
      [](const std::string& word) {
        for (const char* const scheme : {"=http://", "=https://"}) {
          const std::size_t place = word.rfind(scheme);
          if (place != std::string::npos && word.substr(0, place).find(':') != std::string::npos) return std::string();
        }
        return "'" + word + "' must have the form IRI=URL, such as urn:people=http://localhost:3757/sparql";
      },
      "");
}

void add_services(CLI::App& app, ServiceOptions& options) {
  app.add_option("--allow-service", options.allowed,
                 "Allow SERVICE for endpoints whose IRIs begin with this; can be repeated (default: none)")
      ->type_name("PREFIX")
      ->allow_extra_args(false)
      ->check(service_prefix());
  app.add_option("--service-at", options.at, "Send SERVICE <IRI> to the endpoint at URL; can be repeated")
      ->type_name("IRI=URL")
      ->allow_extra_args(false)
      ->check(service_name());
}

void add_database(CLI::App& app, std::string& database) {
  app.add_option("--db", database, "Directory of the database")->type_name("DIR")->required();
}

// Adds the options for a database, or for a server that has it.
void add_database_or_server(CLI::App& app, std::string& database, std::string& server, ClientOptions& client) {
  auto* const local = app.add_option("--db", database, "Directory of the database")->type_name("DIR");
  app.add_option("--server", server, "Address of a server, for a database on another machine")
      ->type_name("URL")
      ->excludes(local);
  add_client(app, client);
}

// After parsing: checks that one of the two is given.
void check_database_or_server(const char* command, const std::string& database, const std::string& server) {
  if (!database.empty() || !server.empty()) return;
  throw MissingDatabase(command, "--db DIR or --server URL");
}

void add_images(CLI::App& app, std::optional<int>& images, const std::string& unless) {
  app.add_option("--images", images, "Number of processes (default: " + unless + ")")
      ->type_name("N")
      ->check(in_range(1, kMostImages));
}

void add_hosts(CLI::App& app, HostOptions& hosts) {
  auto* const list =
      app.add_option("--hosts", hosts.list, "Start the images on these hosts, this one first: a,b or a:4,b:4")
          ->type_name("HOST,...");
  app.add_option("--hostfile", hosts.file, "Read the list of hosts from a file, one a line")
      ->type_name("FILE")
      ->excludes(list);
}

void add_default_prefixes(CLI::App& app, PrefixOptions& prefixes) {
  app.add_option_function<std::string>(
         "--default-prefixes",
         [&prefixes](const std::string& file) {
           prefixes = {true, file == kWellKnownPrefixes ? "" : file};
         },
         "Predeclare the prefixes rdf, rdfs, owl, xsd, skos, foaf, dcterms, schema, dcat, prov, sh and void, and those "
         "of "
         "FILE, one PREFIX a line")
      ->type_name("[FILE]");
}

void add_memory(CLI::App& app, std::optional<std::uint64_t>& bytes) {
  app.add_option_function<std::string>(
         "--memory",
         [&bytes](const std::string& text) {
           bytes = parse_byte_size(text);
           if (!bytes || *bytes == 0)
             throw CLI::ValidationError("--memory", "must be a size such as 512M or 2G; found '" + text + "'");
         },
         "Memory for all processes together, such as 512M or 2G (default: half of what the machine allows)")
      ->type_name("SIZE");
}

// Runs `add`; its error is one of the option.
template <class Add>
void place_by_option(const char* option, Add&& add) {
  try {
    add();
  } catch (const Error& error) {
    throw CLI::ValidationError(option, error.what());
  }
}

void add_placement(CLI::App& app, pgas::Placement& placement) {
  app.add_option_function<std::vector<std::string>>(
         "--place",
         [&placement](const std::vector<std::string>& lines) {
           for (const std::string& line : lines) place_by_option("--place", [&] { placement.add(line); });
         },
         "Keep a structure in a tier of memory; can be repeated. Structures: base, dictionary, levels, arena, "
         "analytics, analytics-csr, analytics-sets; tiers: dram, huge, numa:NODE, numa:interleave, file:DIR")
      ->type_name("STRUCTURE=TIER")
      ->allow_extra_args(false);
  app.add_option_function<std::string>(
         "--placement",
         [&placement](const std::string& path) { place_by_option("--placement", [&] { placement.add_file(path); }); },
         "Read such lines from this file")
      ->type_name("FILE");
}

void add_graph_cache(CLI::App& app, std::uint64_t& cache_bytes) {
  app.add_option_function<std::string>(
         "--graph-cache",
         [&cache_bytes](const std::string& text) {
           const auto bytes = parse_byte_size(text);
           if (!bytes) {
             throw CLI::ValidationError("--graph-cache",
                                        "must be a size such as 64M or 2G, or 0; found '" + text + "'");
           }
           cache_bytes = *bytes;
         },
         "Memory for graphs of algorithms that are kept for later queries, of the memory of all caches (0: none are "
         "kept; default: 32M)")
      ->type_name("SIZE");
}

void add_contexts(CLI::App& app, ContextOptions& options) {
  app.add_option("--allow-context", options.allowed,
                 "Fetch contexts of JSON-LD whose IRIs begin with this; can be repeated (default: none)")
      ->type_name("PREFIX")
      ->allow_extra_args(false)
      ->check(context_prefix());
  app.add_option("--context-at", options.at, "Read the context of JSON-LD with this IRI from the file; can be repeated")
      ->type_name("IRI=FILE")
      ->allow_extra_args(false);
}

void add_layout(CLI::App& app, LayoutOptions& options) {
  app.add_flag(
      "--pretty", options.is_pretty,
      "Lay out Turtle and TriG for people: sorted, with prefixes, [ ], lists and annotations; in memory as a whole");
  app.add_option("--form", options.form, "Form of JSON-LD (default: compacted with the known prefixes)")
      ->type_name("compacted|expanded|flattened")
      ->check(one_of({"compacted", "expanded", "flattened"}));
  app.add_option("--context", options.context,
                 "Compact JSON-LD with the context of this IRI, which --context-at or --allow-context must allow; in "
                 "memory as a whole")
      ->type_name("IRI");
  add_contexts(app, options.contexts);
}

// The options of JSON-LD need its format.
void check_json_ld(const LayoutOptions& options, bool is_json_ld) {
  if (is_json_ld) return;
  if (options.form) throw CLI::ValidationError("--form", "is for JSON-LD; add --format jsonld");
  if (!options.context.empty()) throw CLI::ValidationError("--context", "is for JSON-LD; add --format jsonld");
}

void add_inputs(CLI::App& app, InputOptions& options) {
  auto* const graph =
      app.add_option("--graph", options.graph, "Put triples into this graph (default: the default graph)")
          ->type_name("IRI");
  app.add_option("--graph-of", options.graphs_of,
                 "Put the triples of this file or directory into this graph; can be repeated")
      ->type_name("FILE=IRI")
      ->allow_extra_args(false)
      ->check(file_graph());
  app.add_option("--graph-by-file", options.graph_by_file,
                 "Put the triples of each file into a graph named by this IRI and the file's name without .nt.gz")
      ->type_name("IRI")
      ->excludes(graph);
  app.add_option("--base", options.base, "Resolve relative IRIs against this (default: the file's own URL)")
      ->type_name("IRI");
  app.add_option("--format", options.format,
                 "Syntax of all inputs, optionally with compression: nt.gz (default: by the name of each)")
      ->type_name("nt|nq|turtle|trig|rdf|jsonld")
      ->check(input_format());
  add_contexts(app, options.contexts);
  app.add_flag("--rdf-star", options.rdf_star,
               "Read quoted triples << s p o >>, as older systems wrote them: equal ones become one reifier");
  app.add_option_function<std::string>(
         "--on-error",
         [&options](const std::string& word) { options.on_error = word == "skip" ? OnError::skip : OnError::stop; },
         "At malformed data, stop, or skip the statement or the unreadable part of the file (default: stop)")
      ->type_name("stop|skip")
      ->check(one_of({"stop", "skip"}));
  app.add_option("--rejects", options.rejects, "Write skipped text to this file")->type_name("FILE");
  app.add_option("--list", options.lists,
                 "Read the files and directories that this file lists, one a line; - is standard input")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("INPUT", options.inputs, "Files and directories; - is standard input");
}

// The name of a rule set, or of a file.
CLI::Validator rule_source() {
  return CLI::Validator(
      [](const std::string& word) -> std::string {
        const std::vector<std::string> sets = inferencer::rule_set_names();
        if (parser::rule_format_of_file(word) || std::find(sets.begin(), sets.end(), word) != sets.end()) return {};
        return "must be one of: " + CLI::detail::join(sets, ", ") +
               ", or a file of rules, FILE.srl, .rules, .txt, .n3, .rq; found '" + word + "'";
      },
      "");
}

void add_rules(CLI::App& app, RuleOptions& options) {
  auto* const rules = app.add_option("--rules", options.sets,
                                     "Also store what follows by this rule set (rdfs, rdfs-plus, owl-rl) or by the "
                                     "rules in this file (.srl, .rules, .txt, .n3, .rq); can be repeated")
                          ->type_name("SET|FILE")
                          ->allow_extra_args(false)
                          ->check(rule_source());
  app.add_flag("--trivial", options.trivial,
               "Derive trivial conclusions, too: x sameAs x, the axioms of the vocabulary")
      ->needs(rules);
  app.add_option_function<std::string>(
         "--inconsistent", [&options](const std::string& word) { options.stops_at_contradictions = word == "stop"; },
         "If the data contradict the rules, report it, or build nothing (default: report)")
      ->type_name("report|stop")
      ->check(one_of({"report", "stop"}))
      ->needs(rules);
  app.add_option_function<std::string>(
         "--same-as", [&options](const std::string& word) { options.representatives = word == "representatives"; },
         "Store what follows once for all terms that are owl:sameAs each other, if the rules allow it; or apply the "
         "rules of equality as they are written (default: representatives)")
      ->type_name("representatives|rules")
      ->check(one_of({"representatives", "rules"}))
      ->needs(rules);
  auto* const graphs =
      app.add_option_function<std::string>(
             "--rule-graphs",
             [&options](const std::string& word) {
               options.graphs = word == "each"    ? inferencer::RuleGraphs::each
                                : word == "union" ? inferencer::RuleGraphs::all
                                                  : inferencer::RuleGraphs::default_graph;
             },
             "The rules see the default graph; or each graph, with the ontology of the default graph; or all graphs as "
             "one (default: default)")
          ->type_name("default|each|union")
          ->check(one_of({"default", "each", "union"}))
          ->needs(rules);
  app.add_option("--infer-into", options.into, "With --rule-graphs union: put what follows into this graph")
      ->type_name("IRI")
      ->needs(graphs);
  app.add_option("--max-inferred", options.most,
                 "Fail if more quads follow by the rules (default: 20 for each stated one, and 10 million)")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->needs(rules);
}

void add_build(CLI::App& program, BuildOptions& options) {
  CLI::App& app = *program.add_subcommand("build", "Make a database from RDF files");
  add_database(app, options.database);
  add_images(app, options.images, "one for each physical core");
  add_hosts(app, options.hosts);
  app.add_flag("--replace", options.replace, "Replace an existing database");
  add_inputs(app, options);
  add_memory(app, options.memory_bytes);
  app.add_option("--temp", options.temp,
                 "Folder for temporary files if the memory is too small (default: beside the database)")
      ->type_name("DIR");
  auto* const lubm =
      app.add_option("--lubm", options.lubm, "Generate data during the build: N universities of the LUBM benchmark")
          ->type_name("N")
          ->check(in_range(1, std::numeric_limits<int>::max()));
  app.add_option("--lubm-seed", options.lubm_seed, "The seed of that data (default: 0, the benchmark's)")
      ->type_name("N")
      ->needs(lubm);
  add_rules(app, options.rules);
  app.add_option("--stats", options.stats, "Write the table of steps to this file as JSON; - is standard output")
      ->type_name("FILE");
  app.callback([&options] {
    if (options.inputs.empty() && options.lists.empty() && !options.lubm) {
      throw CLI::ValidationError(
          "build",
          "an input is missing; give INPUT (files, directories, or - for standard input), --list FILE or --lubm N");
    }
  });
  app.footer(kBuildFooter);
}

void add_load(CLI::App& program, LoadOptions& options) {
  CLI::App& app = *program.add_subcommand("load", "Add RDF files to a database");
  add_database_or_server(app, options.database, options.server, options.client);
  add_images(app, options.images, "as many as built the database");
  add_hosts(app, options.hosts);
  add_inputs(app, options);
  add_memory(app, options.memory_bytes);
  app.callback([&options] {
    check_database_or_server("load", options.database, options.server);
    if (options.inputs.empty() && options.lists.empty()) {
      throw CLI::ValidationError(
          "load", "an input is missing; give INPUT (files, directories, or - for standard input) or --list FILE");
    }
  });
  app.footer(kLoadFooter);
}

void add_size(CLI::App& app, const std::string& name, std::uint64_t& bytes, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [&bytes, name](const std::string& text) {
           const auto size = parse_byte_size(text);
           if (!size) throw CLI::ValidationError(name, "must be a size such as 1G; found '" + text + "'");
           bytes = *size;
         },
         help)
      ->type_name("SIZE");
}

void add_user_limits(CLI::App& app, LimitOptions& limits) {
  app.add_option("--max-timeout", limits.longest_timeout_seconds,
                 "Longest time limit that a request can ask for (default: 3600)")
      ->type_name("SECONDS")
      ->check(positive());
  app.add_option("--user-rate", limits.of_user.rate,
                 "Requests a second of one user, beyond a burst of two seconds; anonymous users count by address "
                 "(default: no limit)")
      ->type_name("N")
      ->check(positive());
  app.add_option("--address-rate", limits.of_user.address_rate,
                 "The same of one address, whoever its users are (default: no limit)")
      ->type_name("N")
      ->check(positive());
  app.add_option("--user-long-queries", limits.user_long_queries,
                 "Long queries of one user at a time, of the 4 that run; 0: no limit (default: 3 with --access, "
                 "otherwise no limit)")
      ->type_name("N")
      ->check(in_range(0, 4));
  add_size(app, "--user-memory", limits.of_user.memory_bytes,
           "Memory of all running queries of one user, on each process (default: no limit)");
  add_size(app, "--max-disk", limits.most_disk_bytes,
           "Refuse changes when the database has this size on disk (default: no limit)");
}

void add_limits(CLI::App& app, LimitOptions& limits) {
  app.add_option("--timeout", limits.timeout_seconds, "Default time limit of a query (default: 60)")
      ->type_name("SECONDS")
      ->check(positive());
  app.add_option("--max-waiting", limits.max_waiting,
                 "Maximum number of queued long queries, beside the 4 that run; more are refused (default: 64)")
      ->type_name("N")
      ->check(in_range(0, 1'000'000));
  add_graph_cache(app, limits.graph_cache_bytes);
  add_user_limits(app, limits);
}

void add_jobs(CLI::App& app, JobOptions& jobs) {
  app.add_option("--max-jobs", jobs.most,
                 "Maximum number of jobs that wait, run, or have ended and are kept (default: 100)")
      ->type_name("N")
      ->check(in_range(0, 1'000'000));
  app.add_option("--running-jobs", jobs.running,
                 "Maximum number of jobs that run at once; of 4 long queries at once, the others are free for clients "
                 "that wait (default: 2)")
      ->type_name("N")
      ->check(in_range(1, 64));
  app.add_option("--keep-jobs", jobs.keep_seconds, "Forget a job this long after its end (default: 3600)")
      ->type_name("SECONDS")
      ->check(positive());
  app.add_option_function<std::string>(
         "--job-space",
         [&jobs](const std::string& text) {
           const auto bytes = parse_byte_size(text);
           if (!bytes) throw CLI::ValidationError("--job-space", "must be a size such as 1G; found '" + text + "'");
           jobs.space_bytes = *bytes;
         },
         "Disk space for the results of all jobs (default: 1G)")
      ->type_name("SIZE");
  app.add_option("--job-folder", jobs.folder,
                 "Folder for these results (default: that of the database, or TMPDIR if it cannot be written)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
}

void add_access(CLI::App& app, AccessOptions& access) {
  app.add_option("--access", access.file, "File with users, roles and tokens (quadrille access; default: no accounts)")
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--anonymous", [&access](const std::string& word) { access.anonymous = anonymous_of(word); },
         "Rights of clients without credentials (default: with accounts none; otherwise write on loopback, read from "
         "other machines)")
      ->type_name("none|read|write")
      ->check(one_of({"none", "read", "write"}));
  app.add_flag_function(
      "--allow-plain", [&access](std::int64_t count) { access.allow_plain = count > 0; },
      "Accept passwords and tokens from other machines without TLS (default: as the accounts say, otherwise not)");
  app.add_option("--trusted-proxy", access.proxies,
                 "Take X-Remote-User and X-Forwarded-For from this address or network; can be repeated")
      ->type_name("ADDRESS")
      ->allow_extra_args(false);
  app.add_option("--public-name", access.public_names,
                 "Host name by which clients reach the server, beside localhost and --host; can be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option(
         "--allow-origin", access.allow_origins,
         "Let web pages of this origin use the server, or all pages read answers (*); can be repeated (default: "
         "none)")
      ->type_name("ORIGIN")
      ->allow_extra_args(false)
      ->transform(web_origin());
}

void add_map_tiles(CLI::App& app, MapTiles& tiles) {
  auto* const address =
      app.add_option("--map-tiles", tiles.address,
                     "Draw the map tiles of this address in the workbench, such as "
                     "https://tile.example.org/{z}/{x}/{y}.png; browsers ask that server for them (default: none, only "
                     "outlines of the land)")
          ->type_name("URL")
          ->check(tile_address());
  app.add_option("--map-attribution", tiles.attribution, "Text that the map shows about the source of its tiles")
      ->type_name("TEXT")
      ->needs(address);
}

void add_linked_data(CLI::App& app, std::string& prefix) {
  app.add_option("--linked-data", prefix,
                 "Let IRIs that begin with this one answer at their own address: in a browser with a page, otherwise "
                 "with RDF, such as https://data.example.org/id/ (default: none)")
      ->type_name("PREFIX")
      ->check([](const std::string& text) {
        if (is_linked_data_prefix(text)) return std::string();
        return fmt::format("'{}' must begin with http:// or https:// and a host, and end with '/'", text);
      });
}

void add_tls(CLI::App& app, TlsOptions& tls) {
  auto* const certificate = app.add_option("--tls-cert", tls.certificate,
                                           "Certificate of the server in PEM, with those up to its authority: use TLS")
                                ->type_name("FILE");
  auto* const key =
      app.add_option("--tls-key", tls.key, "Private key of the certificate; only its owner may read the file")
          ->type_name("FILE")
          ->needs(certificate);
  certificate->needs(key);
  app.add_option("--tls-client-ca", tls.client_authority, "Require certificates of this authority from clients")
      ->type_name("FILE")
      ->needs(certificate);
}

void add_admin_listen(CLI::App& app, std::optional<ListenAddress>& monitoring) {
  app.add_option_function<std::string>(
         "--admin-listen",
         [&monitoring](const std::string& text) {
           monitoring = listen_address_of(text);
           if (!monitoring) {
             throw CLI::ValidationError(
                 "--admin-listen",
                 "must be a port, or an address and a port such as 10.0.0.5:9756 or [::1]:9756; found '" + text + "'");
           }
         },
         "Also listen at this address and port, such as 10.0.0.5:9756 (a port alone: on 127.0.0.1), for /metrics, "
         "/health and /ready alone: whoever reaches it may read these three without credentials, and no data "
         "(default: no such listener)")
      ->type_name("ADDRESS");
}

void add_logs(CLI::App& app, LoggingOptions& logs) {
  auto* const queries =
      app.add_option("--query-log", logs.queries,
                     "Write a line for each query and update to this file; - is standard error (default: none)")
          ->type_name("FILE");
  app.add_option("--audit-log", logs.audit,
                 "Write logins, refusals, changes and administration to this file, before they are answered (default: "
                 "none)")
      ->type_name("FILE")
      ->check([](const std::string& word) {
        return word == "-" ? std::string("must be a file; found '-'") : std::string();
      });
  app.add_option_function<std::string>(
         "--log-format", [&logs](const std::string& word) { logs.format = *log_format_of(word); },
         "Format of the logs, and of messages on standard error (default: lines)")
      ->type_name("lines|json")
      ->check(one_of({"lines", "json"}));
  app.add_option("--slow", logs.slow_seconds, "Add the plans of queries that take this long to the query log")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->needs(queries);
}

void add_backups(CLI::App& app, StorageOptions& options) {
  app.add_option_function<std::vector<std::string>>(
         "--backup",
         [&options](const std::vector<std::string>& plans) {
           for (const std::string& plan : plans) options.backups.push_back(read_backup_plan(plan));
         },
         "Back up regularly, as in every=1d,to=/backups/notes,keep=7: each backup is checked, and the newest good ones "
         "stay; can be repeated (default: no backups)")
      ->type_name("PLAN")
      ->allow_extra_args(false)
      ->check(CLI::Validator(
          [](const std::string& text) {
            try {
              read_backup_plan(text);
              return std::string();
            } catch (const Error& error) {
              return std::string(error.what());
            }
          },
          ""));
  app.add_option("--backup-target", options.backup_targets,
                 "Let administrators back up into this folder over HTTP, beside those of --backup; can be repeated "
                 "(default: only commands on this machine choose a folder)")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void add_storage(CLI::App& app, StorageOptions& options) {
  app.add_option_function<std::string>(
         "--sync",
         [&options](const std::string& word) {
           options.sync = word == "off" ? Sync::off : word == "interval" ? Sync::interval : Sync::on;
         },
         "Acknowledge updates once they are on disk (on), at most a second before (interval), or when the operating "
         "system has them (off); with interval and off a power failure can lose the last updates (default: on)")
      ->type_name("on|off|interval")
      ->check(one_of({"on", "off", "interval"}));
  app.add_option("--compact-at", options.compact_percent,
                 "Compact when updates have changed this percentage of the quads (0: only on request; default: 10)")
      ->type_name("PERCENT")
      ->check(in_range(0, 1000));
  add_backups(app, options);
}

void add_listen(CLI::App& app, ListenOptions& listen) {
  app.add_option("--host", listen.host,
                 "Listen on this address; 127.0.0.1 is for this machine only (default: 127.0.0.1)")
      ->type_name("HOST");
  app.add_option("--port", listen.port, "Listen on this port (0: any; default: 3756)")
      ->type_name("PORT")
      ->check(in_range(0, 65535));
  app.add_option_function<std::string>(
         "--listen", [&listen](const std::string& word) { listen.all = word == "all"; },
         "Listen on the first host, or on all hosts: each answers short queries, and relays the rest to the first "
         "(default: first)")
      ->type_name("first|all")
      ->check(one_of({"first", "all"}));
}

}  // namespace

void add_serve_options(CLI::App& app, ServeOptions& options) {
  app.add_option("--db", options.database,
                 "Directory of the database; with --databases of the default one, which may be missing")
      ->type_name("DIR");
  app.add_option("--databases", options.storage.databases,
                 "Serve the databases in the subdirectories too, at /NAME/sparql; more can be created")
      ->type_name("DIR");
  app.add_flag("--create", options.create, "Create an empty database if it does not exist");
  app.add_flag("--read-only", options.access.read_only, "Refuse updates");
  add_access(app, options.access);
  app.add_option("--allow-load", options.access.allow_loads,
                 "Allow LOAD for IRIs that begin with this; can be repeated (default: none)")
      ->type_name("PREFIX")
      ->allow_extra_args(false)
      ->check(load_prefix());
  add_services(app, options.services);
  add_contexts(app, options.access.contexts);
  add_rules(app, options.rules);
  add_storage(app, options.storage);
  add_images(app, options.images, "as many as built the database");
  add_hosts(app, options.hosts);
  add_listen(app, options.listen);
  add_tls(app, options.listen.tls);
  add_admin_listen(app, options.listen.monitoring);
  add_limits(app, options.limits);
  add_logs(app, options.listen.logs);
  add_jobs(app, options.limits.jobs);
  add_memory(app, options.memory_bytes);
  add_placement(app, options.placement);
  app.add_flag("--restart", options.restart, "Restart when an image or a host dies");
  app.add_flag("--union-default-graph", options.union_default_graph, "Make the default graph the union of all graphs");
  add_default_prefixes(app, options.prefixes);
  add_map_tiles(app, options.access.map_tiles);
  add_linked_data(app, options.access.linked_data);
}

void check_serve_options(ServeOptions& options) {
  if (options.database.empty() && !options.storage.databases.empty()) {
    options.database = options.storage.databases + "/default";
    options.create = !options.access.read_only;
  }
  if (options.database.empty()) {
    throw MissingDatabase("serve", "--db DIR or --databases DIR, or 'database' in the file of --config FILE");
  }
  if (options.create && options.access.read_only) {
    throw CLI::ValidationError("--create", "excludes --read-only");
  }
  if (!options.storage.backups.empty() && options.access.read_only) {
    throw CLI::ValidationError("--backup", "excludes --read-only");
  }
  if (!options.rules.sets.empty() && !options.create) throw CLI::ValidationError("--rules", "requires --create");
}

namespace {

void add_serve(CLI::App& program, ServeOptions& options) {
  CLI::App& app = *program.add_subcommand("serve", "Answer SPARQL over HTTP");
  app.add_option("--config", options.words.config, "Read settings from this file (default: QUADRILLE_CONFIG)")
      ->type_name("FILE");
  add_serve_options(app, options);
  app.callback([&options] { check_serve_options(options); });
  app.footer(kServeFooter);
}

void add_infer(CLI::App& app, View& view, const std::string& fallback) {
  app.add_option_function<std::string>(
         "--infer", [&view](const std::string& word) { view = *view_of_infer(word); },
         "With inferred quads (true), without them (false), or these alone (only) (default: " + fallback + ")")
      ->type_name("true|false|only")
      ->check(one_of({"true", "false", "only"}));
}

// `one` and `many`: "query" and "queries".
void add_operation_files(CLI::App& app, OperationFiles& files, const char* one, const char* many) {
  app.add_option("-f,--file", files.files,
                 fmt::format("Read the {} from this file, or {} from several; - is standard input", one, many))
      ->type_name("FILE");
  app.add_option("--list", files.lists, fmt::format("Read {} from the files that this file lists, one a line", many))
      ->type_name("FILE")
      ->allow_extra_args(false);
}

// After parsing: checks that there is a text, or there are files.
void check_operation(const char* one, const std::string& text, const OperationFiles& files) {
  if (text.empty() != files.is_empty()) return;
  throw CLI::ValidationError(one, fmt::format("give either the {} as TEXT or a file with it (-f FILE)", one));
}

// The words are the text of a query or, with a folder for answers, files.
void sort_query_words(QueryOptions& options) {
  const bool has_folder = !options.files.output_folder.empty();
  std::vector<std::string> words = std::exchange(options.files.words, {});
  if (has_folder) options.files.files.insert(options.files.files.end(), words.begin(), words.end());
  if (!has_folder && words.size() > 1) {
    throw CLI::ValidationError("query",
                               "TEXT is one word; put the query in quotes. Several files need --output-dir DIR");
  }
  if (!has_folder && !words.empty()) options.text = words.front();
  if (!has_folder && options.files.are_many()) {
    throw CLI::ValidationError("query", "several files need a directory for their answers; give --output-dir DIR");
  }
  if (has_folder && options.files.is_empty()) {
    throw CLI::ValidationError("--output-dir", "is for queries in files; give FILE... or --list FILE");
  }
}

void add_query(CLI::App& program, QueryOptions& options) {
  CLI::App& app = *program.add_subcommand("query", "Answer one query");
  add_database_or_server(app, options.database, options.server, options.client);
  add_images(app, options.images, "1");
  add_hosts(app, options.hosts);
  app.add_option("TEXT", options.files.words, "Text of the query; with --output-dir: files with queries");
  add_operation_files(app, options.files, "query", "queries");
  app.add_option("--output-dir", options.files.output_folder,
                 "Answer each file; write an answer for each into this directory, and print a line for each")
      ->type_name("DIR");
  app.add_option_function<std::string>(
         "--format",
         [&options](const std::string& name) {
           if (!results::find_format(name)) {
             throw CLI::ValidationError(
                 "--format",
                 "must be one of: json, xml, csv, tsv, turtle, nt, rdf, jsonld, trig, nq, text; found '" + name + "'");
           }
           options.format = name;
         },
         "Format of the answer")
      ->type_name("json|xml|csv|tsv|turtle|nt|rdf|jsonld|trig|nq|text");
  add_layout(app, options);
  app.add_option("--timeout", options.timeout_seconds, "Time limit (default: none)")
      ->type_name("SECONDS")
      ->check(positive());
  app.add_option_function<std::string>(
         "--explain", [&options](const std::string& word) { options.explain = *query::find_explain(word); },
         "Show how the query would run (plan), how that plan was made (rules), or run it and show the cost of each "
         "step "
         "(profile), not the answer")
      ->type_name("plan|rules|profile")
      ->check(one_of({"plan", "rules", "profile"}));
  app.add_flag_callback(
      "--profile", [&options] { options.explain = query::Explain::profile; }, "The same as --explain profile");
  add_default_prefixes(app, options.prefixes);
  app.add_flag("--union-default-graph", options.union_default_graph, "Make the default graph the union of all graphs");
  add_infer(app, options.view, "true");
  app.add_flag_callback(
      "--no-infer", [&options] { options.view = View::stated; }, "The same as --infer false");
  add_services(app, options.services);
  add_placement(app, options.placement);
  app.callback([&options] {
    check_database_or_server("query", options.database, options.server);
    check_json_ld(options, options.format && results::find_format(*options.format) == results::ResultFormat::jsonld);
    sort_query_words(options);
    check_operation("query", options.text, options.files);
  });
  app.footer(kQueryFooter);
}

void add_why(CLI::App& program, WhyOptions& options) {
  constexpr std::uint64_t kMostProofs = 1000;
  CLI::App& app =
      *program.add_subcommand("why", "Show why a quad is there: from which quads it follows, by which rules");
  add_database_or_server(app, options.database, options.server, options.client);
  add_images(app, options.images, "1");
  add_hosts(app, options.hosts);
  app.add_option("QUAD", options.quad, "The quad: 's p o .', or 's p o g .' in a named graph")->required();
  app.add_option("--all", options.more, "Show up to N more proofs (default: 0)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostProofs).description(""));
  app.add_option("--format", options.format, "Format of the answer (default: text)")
      ->type_name("text|json|dot")
      ->check(one_of({"text", "json", "dot"}));
  app.add_option("--timeout", options.timeout_seconds, "Time limit (default: none)")
      ->type_name("SECONDS")
      ->check(positive());
  app.callback([&options] { check_database_or_server("why", options.database, options.server); });
  app.footer(kWhyFooter);
}

void add_update(CLI::App& program, UpdateOptions& options) {
  CLI::App& app = *program.add_subcommand("update", "Change a database");
  add_database_or_server(app, options.database, options.server, options.client);
  add_images(app, options.images, "as many as built the database");
  add_hosts(app, options.hosts);
  app.add_option("TEXT", options.text, "Text of the update");
  add_operation_files(app, options.files, "update", "updates");
  app.add_flag("--keep-going", options.keep_going, "With several files: go on after an update that failed");
  app.add_option("--timeout", options.timeout_seconds, "Time limit (default: none)")
      ->type_name("SECONDS")
      ->check(positive());
  add_default_prefixes(app, options.prefixes);
  add_placement(app, options.placement);
  app.callback([&options] {
    check_database_or_server("update", options.database, options.server);
    check_operation("update", options.text, options.files);
  });
  app.footer(kUpdateFooter);
}

struct AnalyzeOptions {
  Analysis analysis;
  QueryOptions query;  // database, images, format, limits
  bool list = false, estimate = false;
};

// An option for each name that a parameter of some algorithm has.
void add_parameters(CLI::App& app, Analysis& analysis) {
  const auto add = [&](std::string_view name) {
    if (name.empty() || app.get_option_no_throw(fmt::format("--{}", name)) != nullptr) return;
    app.add_option_function<std::vector<std::string>>(
           fmt::format("--{}", name),
           [&analysis, name = std::string(name)](const std::vector<std::string>& values) {
             for (const std::string& value : values) analysis.parameters.emplace_back(name, value);
           })
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group("");  // --list has them
  };
  for (const query::Procedure& procedure : algorithms()) {
    for (const query::Parameter& parameter : procedure.parameters) add(parameter.name), add(parameter.together);
  }
}

void add_stored(CLI::App& app, Analysis& analysis) {
  auto* const into =
      app.add_option("--into", analysis.into, "Store the results in this graph; 'default' is the default graph")
          ->type_name("IRI");
  auto* const property =
      app.add_option("--property", analysis.property, "With --into: the predicate of the stored triples")
          ->type_name("IRI")
          ->needs(into);
  into->needs(property);
  app.add_option("--value", analysis.value, "With --into: the result to store (default: the first after the vertex)")
      ->type_name("RESULT")
      ->needs(into);
}

void add_analyze(CLI::App& program, AnalyzeOptions& options) {
  CLI::App& app = *program.add_subcommand("analyze", "Run an algorithm, such as PageRank, on a graph of the database");
  Analysis& analysis = options.analysis;
  add_database_or_server(app, options.query.database, options.query.server, options.query.client);
  add_images(app, options.query.images, "1");
  add_hosts(app, options.query.hosts);
  app.add_option("ALGORITHM", analysis.algorithm, "Name of the algorithm; its parameters are options, see --list");
  auto* const edges = app.add_option("--edges", analysis.edges, "Graph pattern of the edges: ?source, ?target, ?weight")
                          ->type_name("PATTERN");
  app.add_option("--predicate", analysis.predicates, "The edges are the triples of this predicate; can be repeated")
      ->type_name("IRI")
      ->allow_extra_args(false)
      ->excludes(edges);
  app.add_option("--nodes", analysis.nodes, "Graph pattern of more vertices: ?node")->type_name("PATTERN");
  app.add_option("--columns", analysis.columns, "Results to print (default: all that each row has)")
      ->type_name("RESULT,...")
      ->delimiter(',');
  app.add_option("--format", options.query.format, "Format of the table (default: tsv)")
      ->type_name("tsv|csv|json|xml|text")
      ->check(one_of({"tsv", "csv", "json", "xml", "text"}));
  add_stored(app, analysis);
  app.add_flag("--list", options.list, "List the algorithms with their parameters and results, or those of ALGORITHM");
  app.add_flag("--estimate", options.estimate, "Show the plan, with the sizes that it expects; run nothing");
  app.add_option("--timeout", options.query.timeout_seconds, "Time limit (default: none)")
      ->type_name("SECONDS")
      ->check(positive());
  add_default_prefixes(app, options.query.prefixes);
  app.add_flag("--union-default-graph", options.query.union_default_graph,
               "Make the default graph the union of all graphs");
  add_infer(app, options.query.view, "true");
  add_parameters(app, analysis);
  add_placement(app, options.query.placement);
  app.callback([&options] {
    if (options.list) return;
    if (options.analysis.algorithm.empty())
      throw CLI::ValidationError("analyze", "an algorithm is missing; 'quadrille analyze --list' lists them");
    check_database_or_server("analyze", options.query.database, options.query.server);
  });
  app.footer(kAnalyzeFooter);
}

// The query or update that the options describe.
Command analysis_command(AnalyzeOptions options) {
  if (options.list) return ListAlgorithmsOptions{options.analysis.algorithm};
  QueryOptions& query = options.query;
  query.prefixes.are_wanted = true;
  query.as_job = true;
  if (options.estimate) query.explain = query::Explain::plan, query.format = "text";
  if (options.analysis.into.empty() || options.estimate) {
    query.text = analysis_query(options.analysis, algorithms());
    return std::move(query);
  }
  UpdateOptions update;
  update.database = query.database, update.server = query.server, update.client = query.client;
  update.images = query.images, update.hosts = query.hosts;
  update.timeout_seconds = query.timeout_seconds;
  update.prefixes = query.prefixes;
  update.placement = query.placement;
  update.text = analysis_update(options.analysis, algorithms());
  return update;
}

// The formats of a dump, by their names.
std::optional<results::ResultFormat> find_dump_format(std::string_view name) {
  const auto format = results::find_format(name, results::AnswerKind::dataset);
  if (format) return format;
  const auto of_graph = results::find_format(name, results::AnswerKind::graph);
  return of_graph == results::ResultFormat::html ? std::nullopt : of_graph;
}

// The format that the name of an output shows; without an ending N-Quads.
results::ResultFormat format_of_output(const std::string& output) {
  std::filesystem::path name(output);
  if (compression_of_name(output) != Compression::none) name.replace_extension();
  if (!name.has_extension()) return results::ResultFormat::nquads;
  if (const auto format = find_dump_format(name.extension().string().substr(1))) return *format;
  throw CLI::ValidationError(
      "--output",
      fmt::format("the ending of '{}' is not known; it must be .nq, .trig, .nt, .ttl, .rdf or .jsonld, which "
                  ".gz, .zst, .bz2 or .xz may follow, or --format names the format",
                  output));
}

// `format` may be empty.
results::ResultFormat dump_format(const std::string& format, const std::string& output) {
  if (format.empty()) return format_of_output(output);
  if (const auto known = find_dump_format(format)) return *known;
  throw CLI::ValidationError("--format", "must be one of: nq, trig, nt, turtle, rdf, jsonld; found '" + format + "'");
}

void check_dump_layout(const DumpOptions& options) {
  using results::ResultFormat;
  const bool is_turtle = options.format == ResultFormat::turtle || options.format == ResultFormat::trig;
  const bool has_lines = options.format == ResultFormat::nquads || options.format == ResultFormat::ntriples;
  if (options.is_pretty && !is_turtle)
    throw CLI::ValidationError("--pretty", "is for Turtle and TriG; add --format trig or --format turtle");
  check_json_ld(options, options.format == ResultFormat::jsonld);
  if (options.is_canonical && !has_lines)
    throw CLI::ValidationError("--canonical", "is for N-Quads and N-Triples; use --format nq or --format nt");
  if (options.canonical_steps && !options.is_canonical)
    throw CLI::ValidationError("--canonical-steps", "is for --canonical");
}

void add_dump(CLI::App& program, DumpOptions& options) {
  CLI::App& app = *program.add_subcommand("dump", "Export all quads, or those of one graph");
  add_database_or_server(app, options.database, options.server, options.client);
  add_images(app, options.images, "1");
  add_hosts(app, options.hosts);
  auto* const format =
      app.add_option(
             "--format",
             "nq, trig, jsonld: all graphs; nt, turtle, rdf: one graph (default: by the name of the output, or nq)")
          ->type_name("nq|trig|jsonld|nt|turtle|rdf");
  add_layout(app, options);
  app.add_flag("--canonical", options.is_canonical,
               "Write the canonical form (RDFC-1.0): equal for equal data, whatever their blank nodes are called; in "
               "memory as a whole");
  app.add_option(
         "--canonical-steps", options.canonical_steps,
         "Most steps of --canonical for blank nodes that look alike (default: 10000000, and 100 for each blank node)")
      ->type_name("N");
  app.add_option("--graph", options.graph, "Export only this graph; 'default' is the default graph")->type_name("IRI");
  app.add_flag("--sorted", options.sorted, "Sort, so equal databases have equal dumps");
  add_infer(app, options.view, "false");
  app.add_option("--output", options.output,
                 "File to write (default: standard output); a name that ends in .gz .zst .bz2 .xz compresses it")
      ->type_name("FILE");
  app.add_flag("--replace", options.replace, "Overwrite an existing file");
  app.callback([&options, format] {
    check_database_or_server("dump", options.database, options.server);
    options.format = dump_format(format->count() ? format->as<std::string>() : "", options.output);
    check_dump_layout(options);
  });
  app.footer(kDumpFooter);
}

void add_info(CLI::App& program, InfoOptions& options) {
  CLI::App& app = *program.add_subcommand("info", "Show the contents and size of a database");
  add_database(app, options.database);
  app.add_flag("--json", options.json, "Print JSON");
  add_client(app, options.client);
  app.footer(kInfoFooter);
}

void add_compact(CLI::App& program, CompactOptions& options) {
  CLI::App& app = *program.add_subcommand("compact", "Merge updates into the files of the database");
  add_database(app, options.database);
  add_client(app, options.client);
  app.add_flag("--rebuild", options.rebuild,
               "Rewrite everything, with the terms of updates sorted into the vocabulary");
  app.add_option("--shards", options.shards, "Rewrite everything, divided into N parts: for more images than now")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  add_images(app, options.images, "1");
  add_hosts(app, options.hosts);
  app.footer(kCompactFooter);
}

void add_check(CLI::App& program, CheckOptions& options) {
  CLI::App& app = *program.add_subcommand("check", "Check a database or a backup for damage");
  auto* const database = app.add_option("--db", options.database, "Directory of the database")->type_name("DIR");
  auto* const backup =
      app.add_option("--backup", options.backup, "Directory of a backup")->type_name("BACKUP")->excludes(database);
  app.add_flag("--closure", options.closure, "Also recompute what follows by the rules, and compare")->excludes(backup);
  app.callback([&options] {
    if (options.database.empty() && options.backup.empty())
      throw MissingDatabase("check", "--db DIR or --backup BACKUP");
  });
  add_images(app, options.images, "1");
  add_hosts(app, options.hosts);
  app.footer(kCheckFooter);
}

// For crash tests, so the help does not mention it: the places where QUADRILLE_FAILPOINT can end the program.
std::string failpoint_lines() {
  return fmt::format("{}\n", fmt::join(failpoint_names(), "\n"));
}

void add_backup(CLI::App& program, BackupOptions& options) {
  CLI::App& app = *program.add_subcommand("backup", "Back up a database, also while it is being served");
  add_database(app, options.database);
  add_client(app, options.client);
  app.add_option("TARGET", options.target, "Directory of the backup: a new one, or the one of the last backup")
      ->required();
  app.add_flag("--copy", options.copy, "Copy files instead of making hard links to the database's files");
  add_images(app, options.images, "1");
  add_hosts(app, options.hosts);
  app.footer(kBackupFooter);
}

void add_restore(CLI::App& program, RestoreOptions& options) {
  CLI::App& app = *program.add_subcommand("restore", "Make a database from a backup");
  app.add_option("BACKUP", options.backup, "Directory of the backup")->required();
  add_database(app, options.database);
  app.add_flag("--replace", options.replace, "Replace an existing database");
  app.add_flag("--copy", options.copy, "Copy files instead of making hard links to the backup's files");
  app.footer(kRestoreFooter);
}

struct RulesCommand {
  ListRulesOptions list;
  CheckRulesOptions check;
  ConvertRulesOptions convert;
  ChangeRulesOptions change;
  ExplainRulesOptions explain;
};

void add_rule_format(CLI::App& app, std::optional<parser::RuleFormat>& format) {
  app.add_option_function<std::string>(
         "--format", [&format](const std::string& name) { format = parser::find_rule_format(name); },
         "Language of the rules: SPARQL-RL, Jena, Cray Graph Engine, Notation3, CONSTRUCT queries (default: by the "
         "name "
         "of the file)")
      ->type_name("srl|jena|cge|n3|construct")
      ->check(one_of(parser::rule_format_names()));
}

void add_change_options(CLI::App& app, ChangeRulesOptions& options) {
  add_database_or_server(app, options.database, options.server, options.client);
  add_images(app, options.images, "as many as built the database");
  add_hosts(app, options.hosts);
  app.add_option("--timeout", options.change.timeout_seconds, "Time limit (default: none)")
      ->type_name("SECONDS")
      ->check(positive());
}

void add_rules_add(CLI::App& rules, ChangeRulesOptions& options) {
  CLI::App& app = *rules.add_subcommand("add", "Add rules to a database, or replace some, and store what follows");
  app.add_option("RULES", options.add, "Rule sets (rdfs, rdfs-plus, owl-rl), and files of rules")->required();
  add_change_options(app, options);
  add_rule_format(app, options.format);
  app.add_flag_callback(
      "--trivial", [&options] { options.change.trivial = true; },
      "Derive trivial conclusions, too: x sameAs x, the axioms of the vocabulary");
  app.add_option(
         "--inconsistent", options.change.inconsistent,
         "If the data contradict the rules, accept that, or change nothing (default: as before; at first report)")
      ->type_name("report|stop")
      ->check(one_of({"report", "stop"}));
  app.add_option("--same-as", options.change.same_as,
                 "Store what follows once for all terms that are owl:sameAs each other, if the rules allow it; or "
                 "apply the rules of equality as they are written (default: as before; at first representatives)")
      ->type_name("representatives|rules")
      ->check(one_of({"representatives", "rules"}));
  app.add_option(
         "--rule-graphs", options.change.graphs,
         "The rules see the default graph; or each graph, with the ontology of the default graph; or all graphs "
         "as one (default: as before; at first default)")
      ->type_name("default|each|union")
      ->check(one_of({"default", "each", "union"}));
  app.add_option("--infer-into", options.change.infer_into,
                 "With --rule-graphs union: put what follows into this graph")
      ->type_name("IRI");
  app.add_option("--max-inferred", options.change.max_inferred,
                 "Fail if more quads follow by the rules (default: as before; at first 20 for each stated one, and 10 "
                 "million)")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  app.callback([&options] {
    check_database_or_server("add", options.database, options.server);
    for (const std::string& source : options.add) {
      if (options.format) continue;
      if (const std::string error = rule_source()(source); !error.empty()) throw CLI::ValidationError("RULES", error);
    }
  });
  app.footer(kAddRulesFooter);
}

void add_rules_remove(CLI::App& rules, ChangeRulesOptions& options) {
  CLI::App& app = *rules.add_subcommand("remove", "Remove rules from a database, and what follows by these alone");
  app.add_option("NAME", options.remove, "Names of rules, as \"quadrille rules list --db DIR\" lists them")->required();
  add_change_options(app, options);
  app.callback([&options] { check_database_or_server("remove", options.database, options.server); });
  app.footer(kRemoveRulesFooter);
}

void add_rules_command(CLI::App& program, RulesCommand& options) {
  CLI::App& app =
      *program.add_subcommand("rules", "Show rule sets, check and translate rules, change those of a database");
  app.require_subcommand(0, 1);
  app.callback([&app] {
    if (app.get_subcommands().empty())
      throw CLI::ValidationError("rules", "the command is missing: list, add, remove, check, convert or explain");
  });
  app.footer(kRulesFooter);
  CLI::App& list = *app.add_subcommand("list", "List the rule sets, show the text of one, or the rules of a database");
  list.add_option("SET", options.list.set, "Print the rules of this set, or with --db of this text of the database");
  list.add_option("--db", options.list.database, "List the rules of the database in this directory")->type_name("DIR");
  add_client(list, options.list.client);
  list.callback([&its = options.list] {
    if (!its.database.empty() || its.set.empty()) return;
    if (const std::string error = one_of(inferencer::rule_set_names())(its.set); !error.empty())
      throw CLI::ValidationError("SET", error);
  });
  list.footer(kRulesFooter);
  add_rules_add(app, options.change);
  add_rules_remove(app, options.change);
  CLI::App& check = *app.add_subcommand("check", "Check files of rules");
  check.add_option("FILE", options.check.files, "Files of rules")->required();
  add_rule_format(check, options.check.format);
  check.footer(kCheckRulesFooter);
  CLI::App& convert = *app.add_subcommand("convert", "Print rules of other systems as SPARQL-RL");
  convert.add_option("FILE", options.convert.file, "File of rules")->required();
  add_rule_format(convert, options.convert.format);
  convert.add_option("--output", options.convert.output, "File to write (default: standard output)")->type_name("FILE");
  convert.footer(kConvertRulesFooter);
  CLI::App& explain = *app.add_subcommand("explain", "Show the strata of rules, and for a database their plans");
  auto* const rules =
      explain.add_option("RULES", options.explain.rules, "Rule sets, and files of rules")->check(rule_source());
  explain.add_option("--db", options.explain.database, "Explain the rules of the database in this directory")
      ->type_name("DIR")
      ->excludes(rules);
  explain.callback([&its = options.explain] {
    if (its.database.empty() && its.rules.empty())
      throw CLI::ValidationError("explain", "name files of rules or rule sets, or a database with --db");
  });
  explain.footer(kExplainRulesFooter);
}

// The commands that look after a server, and its files.
struct ServerCommands {
  AccessCommandOptions access;
  PingOptions ping;
  DemoOptions demo;
  AdminOptions admin;
  DatabaseChangeOptions database;
  ConfigOptions config;
  ShellOptions shell;
};

// The options of all commands.
struct AllOptions {
  BuildOptions build;
  ServeOptions serve;
  QueryOptions query;
  UpdateOptions update;
  AnalyzeOptions analyze;
  LoadOptions load;
  DumpOptions dump;
  InfoOptions info;
  CompactOptions compact;
  CheckOptions check;
  BackupOptions backup;
  RestoreOptions restore;
  RulesCommand rules;
  WhyOptions why;
  ServerCommands server;
};

void add_commands(CLI::App& program, AllOptions& options) {
  add_build(program, options.build);
  add_serve(program, options.serve);
  add_query(program, options.query);
  add_update(program, options.update);
  add_analyze(program, options.analyze);
  add_load(program, options.load);
  add_dump(program, options.dump);
  add_info(program, options.info);
  add_compact(program, options.compact);
  add_check(program, options.check);
  add_backup(program, options.backup);
  add_restore(program, options.restore);
  add_rules_command(program, options.rules);
  add_why(program, options.why);
  add_access_command(program, options.server.access);
  add_ping(program, options.server.ping);
  add_demo(program, options.server.demo);
  add_shell(program, options.server.shell);
  add_admin(program, options.server.admin);
  add_create(program, options.server.database);
  add_drop(program, options.server.database);
  add_config_command(program, options.server.config);
}

// For packages: texts about the program that are made from its parser. nullopt: the words ask for none.
std::optional<NoCommand> text_about(const CLI::App& program, std::span<const std::string> words) {
  if (words.empty() || words.size() > 2) return std::nullopt;
  const std::string name = words.size() == 2 ? words[1] : "";
  if (words[0] == "--manual") {
    const auto names = manual_page_names(program);
    if (name.empty()) return NoCommand{0, fmt::format("{}\n", fmt::join(names, "\n"))};
    if (const auto page = manual_page(program, name)) return NoCommand{0, *page};
    return NoCommand{
        1, fmt::format("quadrille: --manual: there is no page '{}'; the pages are {}\n", name, fmt::join(names, ", "))};
  }
  if (words[0] != "--completion") return std::nullopt;
  if (const auto script = shell_completion(program, name)) return NoCommand{0, *script};
  return NoCommand{1, fmt::format("quadrille: --completion: must be one of: bash, zsh, fish; found '{}'\n", name)};
}

// The options of the command that was given.
Command given_command(const CLI::App& program, AllOptions options) {
  if (program.got_subcommand("build")) return std::move(options.build);
  if (program.got_subcommand("serve")) return std::move(options.serve);
  if (program.got_subcommand("query")) return std::move(options.query);
  if (program.got_subcommand("update")) return std::move(options.update);
  if (program.got_subcommand("analyze")) return analysis_command(std::move(options.analyze));
  if (program.got_subcommand("load")) return std::move(options.load);
  if (program.got_subcommand("dump")) return std::move(options.dump);
  if (program.got_subcommand("compact")) return std::move(options.compact);
  if (program.got_subcommand("check")) return std::move(options.check);
  if (program.got_subcommand("backup")) return std::move(options.backup);
  if (program.got_subcommand("restore")) return std::move(options.restore);
  if (program.got_subcommand("why")) return std::move(options.why);
  if (program.got_subcommand("access")) return std::move(options.server.access);
  if (program.got_subcommand("ping")) return std::move(options.server.ping);
  if (program.got_subcommand("demo")) return std::move(options.server.demo);
  if (program.got_subcommand("shell")) return std::move(options.server.shell);
  if (program.got_subcommand("admin")) return std::move(options.server.admin);
  if (program.got_subcommand("create") || program.got_subcommand("drop")) return std::move(options.server.database);
  if (program.got_subcommand("config")) return std::move(options.server.config);
  if (!program.got_subcommand("rules")) return std::move(options.info);
  const CLI::App& rules = *program.get_subcommand("rules");
  if (rules.got_subcommand("list")) return std::move(options.rules.list);
  if (rules.got_subcommand("add") || rules.got_subcommand("remove")) return std::move(options.rules.change);
  if (rules.got_subcommand("convert")) return std::move(options.rules.convert);
  if (rules.got_subcommand("explain")) return std::move(options.rules.explain);
  return std::move(options.rules.check);
}

}  // namespace

std::variant<Command, NoCommand> parse_command_line(std::span<const std::string> words) {
  AllOptions options;
  CLI::App program(kProgramHelp, "quadrille");
  program.set_version_flag("--version", std::string("quadrille ") + kProgramVersion);
  program.require_subcommand(1);
  program.footer(kProgramFooter);
  add_commands(program, options);
  const auto has_name = [&](const CLI::App* app) { return app->get_name() == words[0]; };
  const auto commands = program.get_subcommands(nullptr);
  if (!words.empty() && !words[0].starts_with('-') && std::none_of(commands.begin(), commands.end(), has_name)) {
    return NoCommand{1, unknown_command(program, words[0])};
  }
  if (auto text = text_about(program, words)) return *std::move(text);
  if (words.size() == 1 && words[0] == "--reference") return NoCommand{0, reference_json(program)};
  if (words.size() == 1 && words[0] == "--failpoints") return NoCommand{0, failpoint_lines()};
  try {
    std::vector<std::string> all = with_value_of_prefixes(words);
    std::reverse(all.begin(), all.end());  // CLI11 takes the words from the back
    program.parse(std::move(all));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    const int status = program.exit(error, out, err) == 0 ? 0 : 1;
    if (status != 0 && !words.empty()) {
      const auto command = std::find_if(commands.begin(), commands.end(), has_name);
      const auto unknown = command == commands.end() ? unknown_option(program, program, words)
                                                     : unknown_option(program, **command, words.subspan(1));
      if (unknown) return NoCommand{1, *unknown};
      if (auto missing = missing_database(program, words, error)) return NoCommand{1, *std::move(missing)};
    }
    return NoCommand{status, status == 0 ? out.str() : "quadrille: " + err.str()};
  }
  return given_command(program, std::move(options));
}

std::variant<Command, NoCommand> parse_serve_words(const ServeWords& words) {
  std::vector<std::string> all = words.all();
  all.insert(all.begin(), "serve");
  auto parsed = parse_command_line(all);
  auto* const nothing = std::get_if<NoCommand>(&parsed);
  if (nothing && nothing->exit_status != 0) nothing->text += origins_of(nothing->text, words);
  if (!nothing) std::get<ServeOptions>(std::get<Command>(parsed)).words = words;
  return parsed;
}

std::optional<int> wanted_images(const Command& command) {
  return std::visit(
      [](const auto& options) -> std::optional<int> {
        if constexpr (requires { options.images; }) return options.images;
        return std::nullopt;
      },
      command);
}

HostOptions wanted_hosts(const Command& command) {
  return std::visit(
      [](const auto& options) {
        if constexpr (requires { options.hosts; }) return options.hosts;
        return HostOptions{};
      },
      command);
}

}  // namespace quadrille::server
