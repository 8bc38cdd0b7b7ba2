#include "server/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "server/exit_status.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;

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
  EXPECT_FALSE(plain.read_only);
  EXPECT_TRUE(plain.allow_loads.empty());
  EXPECT_EQ(plain.sync, Sync::on);
  const auto options = parse<ServeOptions>({"serve", "--db", "d", "--create", "--sync", "interval", "--allow-load",
                                            "https://a.example/", "--allow-load", "file:///data/"});
  EXPECT_TRUE(options.create);
  EXPECT_EQ(options.sync, Sync::interval);
  EXPECT_EQ(options.allow_loads, (Words{"https://a.example/", "file:///data/"}));
  EXPECT_EQ(parse<ServeOptions>({"serve", "--db", "d", "--sync", "off"}).sync, Sync::off);
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d", "--read-only"}).read_only);
  EXPECT_FALSE(plain.allow_updates);
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d", "--allow-updates"}).allow_updates);
  EXPECT_EQ(refuse({"serve", "--db", "d", "--read-only", "--allow-updates"}).exit_status, 1);
  EXPECT_EQ(refuse({"serve", "--db", "d", "--sync", "maybe"}).exit_status, 1);
  EXPECT_EQ(refuse({"serve", "--db", "d", "--read-only", "--create"}).exit_status, 1);
  EXPECT_THAT(refuse({"serve", "--db", "d", "--allow-load", "http"}).text, HasSubstr("https://example.org/"));
}

TEST(CommandLine, OriginsAreAllowedOneByOne) {
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d"}).allow_origins.empty());
  const auto options = parse<ServeOptions>(
      {"serve", "--db", "d", "--allow-origin", "https://App.example.org", "--allow-origin", "http://localhost:8080"});
  EXPECT_EQ(options.allow_origins, (Words{"https://app.example.org", "http://localhost:8080"}));
  for (const char* wrong : {"*", "null", "app.example.org", "https://", "https://a/", "https://a/b", "file:///a"}) {
    EXPECT_THAT(refuse({"serve", "--db", "d", "--allow-origin", wrong}).text, HasSubstr("https://app.example.org"));
  }
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
  EXPECT_EQ(there.file, "-");
  EXPECT_EQ(there.timeout_seconds, 2.5);
  EXPECT_THAT(refuse({"update", "CLEAR ALL"}).text, HasSubstr("--db DIR or --server URL"));
  EXPECT_EQ(refuse({"update", "--db", "d", "--server", "http://n1:1", "CLEAR ALL"}).exit_status, 1);
  EXPECT_EQ(refuse({"update", "--db", "d"}).exit_status, 1);
  EXPECT_EQ(refuse({"update", "--db", "d", "CLEAR ALL", "-f", "x"}).exit_status, 1);
}

TEST(CommandLine, ServeTakesAllItsOptions) {
  const auto plain = parse<ServeOptions>({"serve", "--db", "d"});
  EXPECT_EQ(plain.host, "127.0.0.1");
  EXPECT_EQ(plain.port, 3756);
  const auto options =
      parse<ServeOptions>({"serve", "--db", "d", "--host", "::", "--port", "80", "--timeout", "2.5", "--memory", "512M",
                           "--images", "2", "--union-default-graph", "--max-waiting", "0"});
  EXPECT_EQ(options.host, "::");
  EXPECT_EQ(options.port, 80);
  EXPECT_EQ(options.timeout_seconds, 2.5);
  EXPECT_EQ(plain.max_waiting, 64u);
  EXPECT_EQ(options.max_waiting, 0u);
  EXPECT_EQ(options.memory_bytes, 512ull << 20);
  EXPECT_TRUE(options.union_default_graph);
}

TEST(CommandLine, QueryTakesATextOrAFile) {
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}"}).text, "ASK {}");
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "-f", "-", "--format", "csv"}).file, "-");
  EXPECT_EQ(refuse({"query", "--db", "d"}).exit_status, 1);
  EXPECT_EQ(refuse({"query", "--db", "d", "ASK {}", "-f", "x"}).exit_status, 1);
  EXPECT_THAT(refuse({"query", "--db", "d", "ASK {}", "--format", "xls"}).text, HasSubstr("turtle"));
}

TEST(CommandLine, QueryCanBeExplained) {
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}"}).explain, query::Explain::none);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--explain", "plan"}).explain, query::Explain::plan);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--profile"}).explain, query::Explain::profile);
  EXPECT_EQ(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--profile", "--format", "text"}).format, "text");
  EXPECT_EQ(refuse({"query", "--db", "d", "ASK {}", "--explain", "all"}).exit_status, 1);
}

TEST(CommandLine, WellKnownPrefixesAreOffUntilAskedFor) {
  EXPECT_FALSE(parse<ServeOptions>({"serve", "--db", "d"}).default_prefixes);
  EXPECT_TRUE(parse<ServeOptions>({"serve", "--db", "d", "--default-prefixes"}).default_prefixes);
  EXPECT_TRUE(parse<QueryOptions>({"query", "--db", "d", "ASK {}", "--default-prefixes"}).default_prefixes);
  EXPECT_TRUE(parse<UpdateOptions>({"update", "--db", "d", "CLEAR ALL", "--default-prefixes"}).default_prefixes);
}

TEST(CommandLine, DumpAndInfoTakeTheirOptions) {
  const auto dump = parse<DumpOptions>({"dump", "--db", "d", "--format", "nt", "--output", "o"});
  EXPECT_EQ(dump.format, "nt");
  EXPECT_EQ(dump.output, "o");
  EXPECT_TRUE(parse<InfoOptions>({"info", "--db", "d", "--json"}).json);
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
      {{"build", "--db", "d", "--memory", "much", "a.nt"}, "512M"},
      {{"build", "--db", "d", "--images", "0", "a.nt"}, "--images"},
      {{"build", "--db", "d", "--on-error", "cry", "a.nt"}, "--on-error"},
      {{"serve", "--db", "d", "--port", "65536"}, "--port"},
      {{"serve", "--db", "d", "--timeout", "0"}, "--timeout"},
      {{"serve", "--db", "d", "--max-waiting", "-1"}, "--max-waiting"},
      {{"serve", "--db", "d", "extra"}, "extra"},
      {{"dump", "--db", "d", "--format", "rdf"}, "--format"},
  };
  for (const auto& [words, told] : wrong) {
    const NoCommand refused = refuse(words);
    EXPECT_EQ(refused.exit_status, 1) << told;
    EXPECT_THAT(refused.text, testing::StartsWith("quadrille: "));
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
