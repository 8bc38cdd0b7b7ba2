#include "server/commands/command_line.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "quadstore/manifest.hpp"
#include "server/launch/exit_status.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Words = std::vector<std::string>;

template <class Options>
Options parse(const Words& words) {
  auto result = parse_command_line(words);
  if (auto* none = std::get_if<NoCommand>(&result)) throw std::runtime_error(none->text);
  return std::get<Options>(std::get<Command>(result));
}

NoCommand refuse(const Words& words) {
  return std::get<NoCommand>(parse_command_line(words));
}

}  // namespace

TEST(CommandLine, BuildTakesAllItsOptions) {
  const auto options = parse<BuildOptions>({"build",      "--db",  "d",         "--images",  "4",        "--replace",
                                            "--graph",    "urn:g", "--base",    "http://b/", "--format", "ttl",
                                            "--on-error", "skip",  "--rejects", "bad",       "--temp",   "/t",
                                            "--memory",   "2G",    "a.ttl",     "dir",       "-"});
  EXPECT_EQ(options.database, "d");
  EXPECT_EQ(options.images, 4);
  EXPECT_TRUE(options.replace);
  EXPECT_EQ(options.graph, "urn:g");
  EXPECT_EQ(options.base, "http://b/");
  EXPECT_EQ(options.format, "ttl");
  EXPECT_EQ(options.on_error, OnError::skip);
  EXPECT_EQ(options.rejects, "bad");
  EXPECT_EQ(options.temp, "/t");
  EXPECT_EQ(options.memory_bytes, 2ull << 30);
  EXPECT_EQ(options.inputs, (Words{"a.ttl", "dir", "-"}));
}

TEST(CommandLine, BuildNeedsLittle) {
  const auto options = parse<BuildOptions>({"build", "--db=d", "a.nt"});
  EXPECT_EQ(options.images, std::nullopt);
  EXPECT_EQ(options.on_error, OnError::stop);
  EXPECT_EQ(options.memory_bytes, std::nullopt);
}

TEST(CommandLine, BuildMakesBenchmarkDataOnTheWay) {
  const auto options =
      parse<BuildOptions>({"build", "--db=d", "--lubm", "10", "--lubm-seed", "-3", "--stats", "s.json"});
  EXPECT_EQ(options.lubm, 10u);
  EXPECT_EQ(options.lubm_seed, -3);
  EXPECT_EQ(options.stats, "s.json");
  EXPECT_TRUE(options.inputs.empty());
  EXPECT_EQ(parse<BuildOptions>({"build", "--db=d", "--lubm", "1", "more.nt"}).inputs, Words{"more.nt"});
  EXPECT_EQ(parse<BuildOptions>({"build", "--db=d", "a.nt"}).lubm, std::nullopt);
}

TEST(CommandLine, ServeIsToldHowToTakeUpdates) {
  const auto plain = parse<ServeOptions>({"serve", "--db", "d"});
  EXPECT_FALSE(plain.create);
  EXPECT_FALSE(plain.access.read_only);
  EXPECT_TRUE(plain.access.allow_loads.empty());
  EXPECT_EQ(plain.storage.sync, Sync::on);
  const auto options = parse<ServeOptions>({"serve", "--db", "d", "--create", "--sync", "interval", "--allow-load",
                                            "https://a.example/", "--allow-load", "file:///data/"});
  EXPECT_TRUE(options.create);
  EXPECT_EQ(options.storage.sync, Sync::interval);
  EXPECT_EQ(options.access.allow_loads, (Words{"https://a.example/", "file:///data/"}));
  EXPECT_EQ(parse<ServeOptions>({"serve", "--db", "d", "--sync", "off"}).storage.sync, Sync::off);
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d", "--read-only"}).access.read_only);
  EXPECT_EQ(plain.access.anonymous, std::nullopt);
  EXPECT_EQ(parse<ServeOptions>({"serve", "--db", "d", "--anonymous", "read"}).access.anonymous, Anonymous::read);
  EXPECT_EQ(refuse({"serve", "--db", "d", "--read-only", "--allow-updates"}).exit_status, 1);
  EXPECT_EQ(refuse({"serve", "--db", "d", "--sync", "maybe"}).exit_status, 1);
  EXPECT_EQ(refuse({"serve", "--db", "d", "--read-only", "--create"}).exit_status, 1);
  EXPECT_THAT(refuse({"serve", "--db", "d", "--allow-load", "http"}).text, HasSubstr("https://example.org/"));
}

TEST(CommandLine, OriginsAreAllowedOneByOne) {
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d"}).access.allow_origins.empty());
  const auto options = parse<ServeOptions>(
      {"serve", "--db", "d", "--allow-origin", "https://App.example.org", "--allow-origin", "http://localhost:8080"});
  EXPECT_EQ(options.access.allow_origins, (Words{"https://app.example.org", "http://localhost:8080"}));
  EXPECT_EQ(parse<ServeOptions>({"serve", "--db", "d", "--allow-origin", "*"}).access.allow_origins, Words{"*"});
  for (const char* wrong : {"**", "null", "app.example.org", "https://", "https://a/", "https://a/b", "file:///a"}) {
    EXPECT_THAT(refuse({"serve", "--db", "d", "--allow-origin", wrong}).text, HasSubstr("https://app.example.org"));
  }
}

TEST(CommandLine, MapTilesHaveAnAddressWithNumbers) {
  const auto options =
      parse<ServeOptions>({"serve", "--db", "d", "--map-tiles", "https://tile.example.org/{z}/{x}/{y}.png",
                           "--map-attribution", "somebody"});
  EXPECT_EQ(options.access.map_tiles.origin(), "https://tile.example.org");
  EXPECT_EQ(options.access.map_tiles.attribution, "somebody");
  EXPECT_THAT(refuse({"serve", "--db", "d", "--map-tiles", "https://a/"}).text, HasSubstr("{z}/{x}/{y}"));
  EXPECT_EQ(refuse({"serve", "--db", "d", "--map-attribution", "somebody"}).exit_status, 1);
}

TEST(CommandLine, ServicesAreAllowedOneByOne) {
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d"}).services.empty());
  const auto served = parse<ServeOptions>({"serve", "--db", "d", "--allow-service", "https://a.example/",
                                           "--allow-service", "http://b.example/", "--service-at", "urn:a=http://c/"});
  EXPECT_EQ(served.services.allowed, (Words{"https://a.example/", "http://b.example/"}));
  EXPECT_EQ(served.services.at, (Words{"urn:a=http://c/"}));
  const auto asked = parse<QueryOptions>({"query", "--db", "d", "--service-at", "urn:a=http://c/", "ASK {}"});
  EXPECT_EQ(asked.services.at, (Words{"urn:a=http://c/"}));
  EXPECT_THAT(refuse({"serve", "--db", "d", "--allow-service", "file:///d/"}).text, HasSubstr("https://example.org/"));
  EXPECT_THAT(refuse({"serve", "--db", "d", "--service-at", "http://c/"}).text, HasSubstr("IRI=URL"));
}

TEST(CommandLine, UpdateNeedsADatabaseOrItsServer) {
  const auto here = parse<UpdateOptions>({"update", "--db", "d", "CLEAR ALL"});
  EXPECT_EQ(here.database, "d");
  EXPECT_EQ(here.text, "CLEAR ALL");
  const auto there = parse<UpdateOptions>({"update", "--server", "http://n1:1", "-f", "-", "--timeout", "2.5"});
  EXPECT_EQ(there.server, "http://n1:1");
  EXPECT_EQ(there.files.files, (Words{"-"}));
  EXPECT_EQ(there.timeout_seconds, 2.5);
  EXPECT_THAT(refuse({"update", "CLEAR ALL"}).text, HasSubstr("--db DIR or --server URL"));
  EXPECT_EQ(refuse({"update", "--db", "d", "--server", "http://n1:1", "CLEAR ALL"}).exit_status, 1);
  EXPECT_EQ(refuse({"update", "--db", "d"}).exit_status, 1);
  EXPECT_EQ(refuse({"update", "--db", "d", "CLEAR ALL", "-f", "x"}).exit_status, 1);
}

TEST(CommandLine, ServeTakesAllItsOptions) {
  const auto plain = parse<ServeOptions>({"serve", "--db", "d"});
  EXPECT_EQ(plain.listen.host, "127.0.0.1");
  EXPECT_EQ(plain.listen.port, 3756);
  const auto options =
      parse<ServeOptions>({"serve", "--db", "d", "--host", "::", "--port", "80", "--timeout", "2.5", "--memory", "512M",
                           "--images", "2", "--union-default-graph", "--max-waiting", "0", "--graph-cache", "1G"});
  EXPECT_EQ(options.listen.host, "::");
  EXPECT_EQ(options.listen.port, 80);
  EXPECT_EQ(options.limits.timeout_seconds, 2.5);
  EXPECT_EQ(plain.limits.max_waiting, 64u);
  EXPECT_EQ(options.limits.max_waiting, 0u);
  EXPECT_EQ(plain.limits.graph_cache_bytes, 32u << 20);
  EXPECT_EQ(options.limits.graph_cache_bytes, 1u << 30);
  EXPECT_EQ(options.memory_bytes, 512ull << 20);
  EXPECT_TRUE(options.union_default_graph);
}

TEST(CommandLine, QueryTakesATextOrAFile) {
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}"}).text, "ASK {}");
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "-f", "-", "--format", "csv"}).files.files, (Words{"-"}));
  const auto many = parse<QueryOptions>({"query", "--db", "d", "--output-dir", "out", "a.rq", "b.rq", "--list", "c"});
  EXPECT_EQ(many.files.files, (Words{"a.rq", "b.rq"}));
  EXPECT_EQ(many.files.lists, Words{"c"});
  EXPECT_THAT(refuse({"query", "--db", "d", "-f", "a.rq", "b.rq"}).text, HasSubstr("--output-dir"));
  EXPECT_THAT(refuse({"query", "--db", "d", "SELECT", "*", "{}"}).text, HasSubstr("quotes"));
  EXPECT_THAT(refuse({"query", "--db", "d", "--output-dir", "out"}).text, HasSubstr("FILE"));
  EXPECT_EQ(refuse({"query", "--db", "d"}).exit_status, 1);
  EXPECT_EQ(refuse({"query", "--db", "d", "ASK {}", "-f", "x"}).exit_status, 1);
  EXPECT_THAT(refuse({"query", "--db", "d", "ASK {}", "--format", "xls"}).text, HasSubstr("turtle"));
}

TEST(CommandLine, QueryCanBeExplained) {
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}"}).explain, query::Explain::none);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--explain", "plan"}).explain, query::Explain::plan);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--explain", "rules"}).explain, query::Explain::rules);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--profile"}).explain, query::Explain::profile);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--profile", "--format", "text"}).format, "text");
  EXPECT_EQ(refuse({"query", "--db", "d", "ASK {}", "--explain", "all"}).exit_status, 1);
}

TEST(CommandLine, WellKnownPrefixesAreOffUntilAskedFor) {
  EXPECT_FALSE(parse<ServeOptions>({"serve", "--db", "d"}).prefixes.are_wanted);
  for (const PrefixOptions& prefixes :
       {parse<ServeOptions>({"serve", "--db", "d", "--default-prefixes"}).prefixes,
        parse<ServeOptions>({"serve", "--default-prefixes", "--db", "d"}).prefixes,
        parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--default-prefixes"}).prefixes,
        parse<QueryOptions>({"query", "--db", "d", "--default-prefixes", "ASK {}"}).prefixes,
        parse<QueryOptions>({"query", "--db", "d", "--default-prefixes", "ASK{}"}).prefixes,
        parse<UpdateOptions>({"update", "--db", "d", "CLEAR ALL", "--default-prefixes"}).prefixes}) {
    EXPECT_TRUE(prefixes.are_wanted);
    EXPECT_EQ(prefixes.file, "");
  }
}

TEST(CommandLine, AnAnalysisIsAQueryOrAnUpdate) {
  const auto query =
      parse<QueryOptions>({"analyze", "--db", "d", "--edges", "PREFIX ex: <http://e/> ?source ex:p ?target", "bfs",
                           "--start", "http://e/a", "--start", "ex:b", "--depth", "2"});
  EXPECT_TRUE(query.prefixes.are_wanted);
  EXPECT_EQ(
      query.text,
      "PREFIX algo: <quadrille:algorithm/>\nPREFIX ex: <http://e/>\n"
      "SELECT ?vertex ?depth ?parent { SERVICE algo:bfs {\n"
      "  [] algo:source ?source ; algo:target ?target ; algo:start <http://e/a> ; algo:start ex:b ; algo:depth 2 ; "
      "algo:vertex ?vertex ; algo:depth ?depth ; algo:parent ?parent\n"
      "  { ?source ex:p ?target }\n} }\n");
  const auto update = parse<UpdateOptions>({"analyze", "--db", "d", "--images", "3", "--predicate", "http://e/p", "wcc",
                                            "--into", "urn:g", "--property", "http://e/c"});
  EXPECT_EQ(update.images, 3);
  EXPECT_EQ(update.text,
            "PREFIX algo: <quadrille:algorithm/>\n"
            "INSERT { GRAPH <urn:g> { ?vertex <http://e/c> ?component } } WHERE { SERVICE algo:wcc {\n"
            "  [] algo:predicate <http://e/p> ; algo:vertex ?vertex ; algo:component ?component\n  \n} }\n");
}

TEST(CommandLine, OwnPrefixesComeFromAFile) {
  for (const PrefixOptions& prefixes :
       {parse<ServeOptions>({"serve", "--db", "d", "--default-prefixes", "own.ttl"}).prefixes,
        parse<ServeOptions>({"serve", "--db", "d", "--default-prefixes=own.ttl"}).prefixes,
        parse<QueryOptions>({"query", "--db", "d", "--default-prefixes", "own.ttl", "ASK {}"}).prefixes,
        parse<QueryOptions>({"query", "--db", "d", "--default-prefixes=own.ttl", "ASK {}"}).prefixes,
        parse<UpdateOptions>({"update", "--db", "d", "CLEAR ALL", "--default-prefixes", "own.ttl"}).prefixes}) {
    EXPECT_TRUE(prefixes.are_wanted);
    EXPECT_EQ(prefixes.file, "own.ttl");
  }
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "--default-prefixes", "own.ttl", "ASK {}"}).text, "ASK {}");
}

TEST(CommandLine, WhatWasMeantIsSuggested) {
  const std::vector<std::pair<Words, std::string>> meant{
      {{"bild"}, "unknown command 'bild'; did you mean 'build'? See quadrille --help"},
      {{"help"}, "unknown command 'help'; see quadrille --help"},
      {{"--verson"}, "quadrille has no option '--verson'; did you mean '--version'? See quadrille --help"},
      {{"updat", "--db", "d"}, "did you mean 'update'?"},
      {{"dump", "--db", "d", "--ouput", "x"},
       "dump has no option '--ouput'; did you mean '--output'? See quadrille dump --help"},
      {{"dump", "--db", "d", "--formt=nt"}, "'--formt'; did you mean '--format'?"},
      {{"build", "--output", "d", "a.nt"}, "build has no option '--output'; did you mean '--db'?"},
      {{"query", "--loc=d", "ASK {}"}, "'--loc'; did you mean '--db'?"},
      {{"serve", "--db", "d", "--threads", "4"}, "'--threads'; did you mean '--images'?"},
      {{"build", "-db", "d", "a.nt"}, "'-db'; did you mean '--db'?"},
      {{"serve", "--bd", "d"}, "did you mean '--db'?"},
      {{"serve", "--db", "d", "--union"}, "did you mean '--union-default-graph'?"},
      {{"dump", "--db", "d", "--timeout", "5"}, "dump has no option '--timeout'; 'serve' has one"},
      {{"info", "--db", "d", "--frobnicate"}, "info has no option '--frobnicate'; see quadrille info --help"},
  };
  for (const auto& [words, told] : meant) {
    EXPECT_EQ(refuse(words).exit_status, 1);
    EXPECT_THAT(refuse(words).text, HasSubstr(told));
  }
}

TEST(CommandLine, DumpAndInfoTakeTheirOptions) {
  const auto dump = parse<DumpOptions>({"dump", "--db", "d", "--format", "nt", "--output", "o"});
  EXPECT_EQ(dump.format, results::ResultFormat::ntriples);
  EXPECT_EQ(dump.output, "o");
  EXPECT_TRUE(parse<InfoOptions>({"info", "--db", "d", "--json"}).json);
}

using results::ResultFormat;

TEST(CommandLine, SyntaxesHaveTheSameNamesEverywhere) {
  const std::vector<std::pair<std::string, ResultFormat>> names{
      {"turtle", ResultFormat::turtle},      {"ttl", ResultFormat::turtle},
      {"text/turtle", ResultFormat::turtle}, {"nt", ResultFormat::ntriples},
      {"ntriples", ResultFormat::ntriples},  {"application/n-triples", ResultFormat::ntriples},
      {"nq", ResultFormat::nquads},          {"N-Quads", ResultFormat::nquads},
      {"trig", ResultFormat::trig}};
  for (const auto& [name, format] : names) {
    EXPECT_EQ(parse<DumpOptions>({"dump", "--db", "d", "--format", name}).format, format) << name;
    EXPECT_EQ(parse<BuildOptions>({"build", "--db", "d", "--format", name, "-"}).format, name);
    EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--format", name}).format, name);
  }
  EXPECT_EQ(parse<BuildOptions>({"build", "--db", "d", "--format", "nt.gz", "-"}).format, "nt.gz");
  EXPECT_EQ(parse<BuildOptions>({"build", "--db", "d", "--format", "jsonl", "-"}).format, "jsonl");
  EXPECT_THAT(refuse({"build", "--db", "d", "--format", "hdt", "-"}).text, HasSubstr("turtle"));
}

TEST(CommandLine, ContextsAreAllowedByPrefixAndPlacedByIri) {
  const auto build = parse<BuildOptions>({"build", "--db", "d", "--allow-context", "https://a/", "--allow-context",
                                          "file:///b/", "--context-at", "https://c/=f.json", "x.jsonld"});
  EXPECT_EQ(build.contexts.allowed, (Words{"https://a/", "file:///b/"}));
  EXPECT_EQ(build.contexts.at, Words{"https://c/=f.json"});
  EXPECT_EQ(parse<ServeOptions>({"serve", "--db", "d", "--allow-context", "https://a/"}).access.contexts.allowed,
            Words{"https://a/"});
  EXPECT_THAT(refuse({"build", "--db", "d", "--allow-context", "http", "x.jsonld"}).text,
              HasSubstr("beginning of an IRI"));
}

TEST(CommandLine, ADumpHasOneLayoutOfItsFormat) {
  const auto dump = [](const Words& more) {
    Words words{"dump", "--db", "d"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_TRUE(parse<DumpOptions>(dump({"--format", "trig", "--pretty"})).is_pretty);
  EXPECT_EQ(parse<DumpOptions>(dump({"--canonical", "--canonical-steps", "7"})).canonical_steps, 7u);
  EXPECT_THAT(refuse(dump({"--pretty"})).text, HasSubstr("--format trig"));
  EXPECT_EQ(parse<DumpOptions>(dump({"--format", "jsonld", "--form", "expanded"})).form, "expanded");
  EXPECT_EQ(parse<DumpOptions>(dump({"--output", "x.jsonld", "--context", "http://e/c"})).context, "http://e/c");
  EXPECT_THAT(refuse(dump({"--format", "trig", "--form", "expanded"})).text, HasSubstr("--format jsonld"));
  EXPECT_THAT(refuse(dump({"--context", "http://e/c"})).text, HasSubstr("--format jsonld"));
  EXPECT_THAT(refuse(dump({"--format", "jsonld", "--canonical"})).text, HasSubstr("--format nq"));
  EXPECT_THAT(refuse(dump({"--canonical-steps", "7"})).text, HasSubstr("--canonical"));
}

TEST(CommandLine, TheNameOfADumpSaysItsFormatUnlessAnOptionDoes) {
  const auto format = [](const Words& more) {
    Words words{"dump", "--db", "d"};
    words.insert(words.end(), more.begin(), more.end());
    return parse<DumpOptions>(words).format;
  };
  EXPECT_EQ(format({}), ResultFormat::nquads);
  EXPECT_EQ(format({"--output", "x.ttl.gz"}), ResultFormat::turtle);
  EXPECT_EQ(format({"--output", "x.trig"}), ResultFormat::trig);
  EXPECT_EQ(format({"--output", "x.gz"}), ResultFormat::nquads);
  EXPECT_EQ(format({"--output", "x.jsonld.zst"}), ResultFormat::jsonld);
  EXPECT_EQ(format({"--output", "x.rdf"}), ResultFormat::rdfxml);
  EXPECT_EQ(format({"--output", "x.trig", "--format", "nt"}), ResultFormat::ntriples);
  EXPECT_EQ(format({"--output", "/dev/stdout"}), ResultFormat::nquads);
  EXPECT_EQ(format({"--output", "x.2026-11-30", "--format", "trig"}), ResultFormat::trig);
  for (const char* const name : {"x.foo", "x.foo.gz", "x.html", "x.2026-11-30"}) {
    EXPECT_THAT(refuse({"dump", "--db", "d", "--output", name}).text,
                HasSubstr(".nq, .trig, .nt, .ttl, .rdf or .jsonld"))
        << name;
  }
}

TEST(CommandLine, ACommandWithoutADatabaseShowsTheWholeCommand) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("words-{}", getpid());
  const std::string database = folder / "people", data = folder / "data.ttl";
  std::filesystem::create_directories(database);
  std::ofstream(manifest_path(database)) << "{}";
  std::ofstream{data};
  const std::vector<std::pair<Words, std::string>> meant{
      {{"build"}, "build --db DIR INPUT"},
      {{"build", data}, "build --db DIR " + data},
      {{"build", database, data}, fmt::format("build --db {} {}", database, data)},
      {{"build", "new", data}, "build --db new " + data},
      {{"load", "--graph", "urn:a b", data}, "load --db DIR --graph 'urn:a b' " + data},
      {{"serve"}, "serve --db DIR"},
      {{"serve", "--port", "80", database}, fmt::format("serve --db {} --port 80", database)},
      {{"dump", "missing"}, "dump --db missing"},
      {{"dump", database, "x.nq"}, fmt::format("dump --db {} x.nq", database)},
      {{"info", database}, "info --db " + database},
      {{"check", database}, "check --db " + database},
      {{"shell", database}, "shell --db " + database},
      {{"query", "ASK {}"}, "query --db DIR 'ASK {}'"},
      {{"query", "-f", "q.rq"}, "query --db DIR -f q.rq"},
      {{"query", "people", "ASK { ?s ?p 'a' }"}, "query --db people 'ASK { ?s ?p '\\''a'\\'' }'"},
      {{"query", database}, fmt::format("query --db {} TEXT", database)},
      {{"update", "CLEAR ALL"}, "update --db DIR 'CLEAR ALL'"},
      {{"why"}, "why --db DIR QUAD"},
      {{"backup", database}, fmt::format("backup --db {} TARGET", database)},
      {{"backup", database, "/backups"}, fmt::format("backup --db {} /backups", database)},
      {{"restore", "/backups", "people"}, "restore --db people /backups"},
      {{"rules", "add", database, "rdfs"}, fmt::format("rules add --db {} rdfs", database)},
  };
  for (const auto& [words, whole] : meant) {
    EXPECT_EQ(refuse(words).exit_status, 1);
    EXPECT_THAT(refuse(words).text, HasSubstr("\nDid you mean: quadrille " + whole + "\n"));
  }
  EXPECT_THAT(refuse({"build", data}).text, StartsWith("quadrille: build: a database is missing; give --db DIR\n"));
  EXPECT_THAT(refuse({"build", "--images", "none", data}).text, Not(HasSubstr("Did you mean")));
  EXPECT_THAT(refuse({"dump", "--server", "http://h:1", "x.nq"}).text, Not(HasSubstr("Did you mean")));
  std::filesystem::remove_all(folder);
}

TEST(CommandLine, QueryUpdateAndDumpAskAServerElsewhere) {
  EXPECT_EQ(parse<QueryOptions>({"query", "--server", "http://h:1", "ASK {}"}).server, "http://h:1");
  EXPECT_EQ(parse<DumpOptions>({"dump", "--server", "http://h:1", "--graph", "urn:g"}).server, "http://h:1");
  EXPECT_TRUE(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--union-default-graph"}).union_default_graph);
  for (const Words& words : {Words{"query", "ASK {}"}, Words{"dump"}, Words{"update", "CLEAR ALL"},
                             Words{"query", "--db", "d", "--server", "http://h:1", "ASK {}"}}) {
    EXPECT_THAT(refuse(words).text, HasSubstr("--server")) << words.front();
  }
}

TEST(CommandLine, HelpAndVersionAreNoErrors) {
  EXPECT_THAT(refuse({"--version"}).text, HasSubstr("quadrille 0."));
  EXPECT_EQ(refuse({"--version"}).exit_status, 0);
  EXPECT_THAT(refuse({"--help"}).text, HasSubstr("quadrille build --db people people.ttl"));
  for (const char* command : {"build", "serve", "query", "dump", "info"}) {
    const NoCommand help = refuse({command, "--help"});
    EXPECT_EQ(help.exit_status, 0);
    EXPECT_THAT(help.text, HasSubstr("Examples:")) << command;
  }
}

TEST(CommandLine, WrongWordsAreToldAndEndWithOne) {
  const std::vector<std::pair<Words, std::string>> wrong{
      {{}, "subcommand"},
      {{"fly"}, "fly"},
      {{"build", "--db", "d"}, "INPUT"},
      {{"build", "--db", "d", "--lubm", "0"}, "--lubm"},
      {{"build", "--db", "d", "--lubm-seed", "1", "a.nt"}, "--lubm"},
      {{"build", "a.nt"}, "--db"},
      {{"serve", "--db", "d", "--place", "heap=dram"}, "analytics-csr"},
      {{"query", "--db", "d", "ASK {}", "--place", "base=dram", "--place", "base=huge"}, "placed twice"},
      {{"update", "--db", "d", "CLEAR ALL", "--placement", "/no/such/file"}, "/no/such/file"},
      {{"build", "--db", "d", "--memory", "much", "a.nt"}, "512M"},
      {{"build", "--db", "d", "--images", "0", "a.nt"}, "--images"},
      {{"build", "--db", "d", "--on-error", "cry", "a.nt"}, "--on-error"},
      {{"serve", "--db", "d", "--port", "65536"}, "--port"},
      {{"serve", "--db", "d", "--timeout", "0"}, "--timeout"},
      {{"serve", "--db", "d", "--max-waiting", "-1"}, "--max-waiting"},
      {{"serve", "--db", "d", "--graph-cache", "much"}, "64M or 2G"},
      {{"serve", "--db", "d", "extra"}, "extra"},
      {{"dump", "--db", "d", "--format", "html"}, "--format"},
  };
  for (const auto& [words, told] : wrong) {
    const NoCommand refused = refuse(words);
    EXPECT_EQ(refused.exit_status, 1) << told;
    EXPECT_THAT(refused.text, StartsWith("quadrille: "));
    EXPECT_THAT(refused.text, HasSubstr(told));
  }
}

TEST(CommandLine, TheNumberOfImagesIsKnownForEveryCommand) {
  BuildOptions build;
  build.images = 3;
  EXPECT_EQ(wanted_images(build), 3);
  EXPECT_EQ(wanted_images(InfoOptions{}), std::nullopt);
}

TEST(ExitStatus, TellsWhoseErrorItWas) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_and_report([] { return 0; }), 0);
  EXPECT_EQ(run_and_report([]() -> int { fail(ErrorKind::user, "no database at {}", "d"); }), 1);
  EXPECT_EQ(run_and_report([]() -> int { fail(ErrorKind::internal, "a bug"); }), 2);
  EXPECT_EQ(run_and_report([]() -> int { throw std::runtime_error("x"); }), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "quadrille: no database at d\nquadrille: a bug\nquadrille: internal error: x\n");
}

}  // namespace quadrille::server
