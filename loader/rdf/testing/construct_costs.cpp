#include "loader/rdf/testing/construct_costs.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>

#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille::testing {

namespace {

constexpr int kReadings = 5;

// One or several statements with the construct; `number` makes each different. The first of a syntax is plain.
struct Construct {
  const char* extension;
  const char* name;
  std::function<std::string(std::size_t number)> text;
};

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string list_of(std::size_t number, std::string_view object) {
  std::string out = fmt::format("p:subject{} p:predicate p:object1 ", number);
  for (int i = 0; i < 8; ++i) out += fmt::format("; p:other{} {} ", i, object);
  return out + ".\n";
}

const std::vector<Construct>& constructs() {
  static const std::vector<Construct> all = {
      {"ttl", "plain statements",
       [](std::size_t n) {
         return fmt::format("p:subject{} a p:Class ; p:name \"Name {}\" ; p:knows p:subject{} .\n", n, n, n / 2);
       }},
      {"ttl", "`@prefix` lines",
       [](std::size_t n) { return fmt::format("@prefix p{}: <http://example.org/vocabulary{}#> .\n", n, n); }},
      {"ttl", "`PREFIX` lines",
       [](std::size_t n) { return fmt::format("PREFIX p{}: <http://example.org/vocabulary{}#>\n", n, n); }},
      {"ttl", "`@prefix` before each statement",
       [](std::size_t n) {
         return fmt::format("@prefix q: <http://example.org/{}#> .\nq:subject a p:Class ; p:name \"Name {}\" .\n",
                            n % 100, n);
       }},
      {"ttl", "`@base` lines",
       [](std::size_t n) { return fmt::format("@base <http://example.org/vocabulary{}/> .\n", n); }},
      {"ttl", "escapes in IRIs", [](std::size_t n) { return list_of(n, "<http://example.org/caf\\u00E9>"); }},
      {"ttl", "escapes in names", [](std::size_t n) { return list_of(n, "p:caf\\-x\\~y%20z"); }},
      {"ttl", "escapes in strings", [](std::size_t n) { return list_of(n, "\"a\\tb\\u00E9c\\\"d\\\"\""); }},
      {"ttl", "IRIs beyond ASCII", [](std::size_t n) { return list_of(n, "<http://example.org/caf\xC3\xA9>"); }},
      {"ttl", "names beyond ASCII", [](std::size_t n) { return list_of(n, "p:caf\xC3\xA9"); }},
      {"ttl", "prefixes beyond ASCII",
       [](std::size_t n) { return (n == 0 ? "@prefix \xC3\xA9: <http://e/> .\n" : "") + list_of(n, "\xC3\xA9:x"); }},
      {"ttl", "booleans", [](std::size_t n) { return list_of(n, "true"); }},
      {"ttl", "numbers", [](std::size_t n) { return list_of(n, "12.5e-3 , 17 , 3.25"); }},
      {"ttl", "space before tags and datatypes",
       [](std::size_t n) { return list_of(n, "\"chat\" @fr , \"1\" ^^ p:type"); }},
      {"ttl", "long strings", [](std::size_t n) { return list_of(n, "\"\"\"one\ntwo \"three\"\n\"\"\""); }},
      {"ttl", "strings of a kilobyte",
       [](std::size_t n) { return list_of(n, '"' + repeated("text and ", 110) + '"'); }},
      {"ttl", "nested 8 deep",
       [](std::size_t n) { return list_of(n, repeated("[ p:q ", 8) + "1" + repeated(" ]", 8)); }},
      {"ttl", "nested 100 deep",
       [](std::size_t n) { return list_of(n, repeated("[ p:q ", 100) + "1" + repeated(" ]", 100)); }},
      {"ttl", "lists", [](std::size_t n) { return list_of(n, "( 1 2 3 p:a p:b \"c\" )"); }},
      {"ttl", "comments between statements", [](std::size_t n) { return "# a comment of a line\n" + list_of(n, "1"); }},
      {"ttl", "comments within statements", [](std::size_t n) { return list_of(n, "# a comment\n 1"); }},
      {"ttl", "white space", [](std::size_t n) { return list_of(n, "\t\r\n          \n\n 1"); }},
      {"ttl", "statements of 100 kB",
       [](std::size_t n) {
         std::string out = fmt::format("p:subject{} p:predicate p:object0", n);
         for (int i = 0; out.size() < 100'000; ++i) out += fmt::format(" , p:object{}", i);
         return out + " .\n";
       }},
      {"ttl", "statements of 100 kB with an escape",
       [](std::size_t n) {
         std::string out = fmt::format("p:subject{} p:predicate <http://e/\\u00E9>", n);
         for (int i = 0; out.size() < 100'000; ++i) out += fmt::format(" , p:object{}", i);
         return out + " .\n";
       }},
      {"ttl", "triple terms", [](std::size_t n) { return list_of(n, "<<( p:subject p:predicate \"x\" )>>"); }},
      {"ttl", "triple terms nested 8 deep",
       [](std::size_t n) { return list_of(n, repeated("<<( p:a p:b ", 8) + "1" + repeated(" )>>", 8)); }},
      {"ttl", "reified triples", [](std::size_t n) { return list_of(n, "<< p:subject p:predicate \"x\" >>"); }},
      {"ttl", "annotations",
       [](std::size_t n) { return list_of(n, "p:object ~ p:name {| p:source p:a ; p:since 2019 |}"); }},
      {"ttl", "`VERSION` lines", [](std::size_t) { return std::string("VERSION \"1.2\"\n"); }},
      {"trig", "plain statements",
       [](std::size_t n) {
         return fmt::format("p:graph{} {{ p:subject{} a p:Class ; p:name \"Name {}\" ; p:knows p:subject{} }}\n", n, n,
                            n, n / 2);
       }},
      {"trig", "graphs called []",
       [](std::size_t n) { return fmt::format("[] {{ p:subject{} a p:Class ; p:name \"Name {}\" }}\n", n, n); }},
      {"trig", "`GRAPH`",
       [](std::size_t n) {
         return fmt::format("GRAPH p:g{} {{ p:subject{} a p:Class ; p:name \"Name {}\" }}\n", n, n, n);
       }},
      {"trig", "escapes in graphs' names",
       [](std::size_t n) {
         return fmt::format("<http://e/\\u00E9{}> {{ p:subject{} a p:Class ; p:name \"Name {}\" }}\n", n, n, n);
       }},
      {"nt", "plain statements",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"Name {}\" .\n", n, n);
       }},
      {"nt", "escapes in strings",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"N\\u00E9\\t{}\\n\" .\n", n, n);
       }},
      {"nt", "escapes in IRIs",
       [](std::size_t n) {
         return fmt::format("<http://example.org/\\u00E9{}> <http://example.org/name> \"Name {}\" .\n", n, n);
       }},
      {"nt", "IRIs beyond ASCII",
       [](std::size_t n) {
         return fmt::format("<http://example.org/\xC3\xA9{}> <http://example.org/name> \"Name {}\" .\n", n, n);
       }},
      {"nt", "labels beyond ASCII",
       [](std::size_t n) { return fmt::format("_:\xC3\xA9{} <http://example.org/name> \"Name {}\" .\n", n, n); }},
      {"nt", "odd white space",
       [](std::size_t n) {
         return fmt::format(" \t<http://example.org/subject{}>\t <http://example.org/name>\"Name {}\"   .  \n", n, n);
       }},
      {"nt", "comments behind the dot",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"Name {}\" . # comment\n", n, n);
       }},
      {"nt", "space before tags and datatypes",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"Name {}\" @en .\n", n, n);
       }},
      {"nt", "capitals in tags",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"Name {}\"@en-GB .\n", n, n);
       }},
      {"nt", "tags with directions",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"Name {}\"@ar--rtl .\n", n, n);
       }},
      {"nt", "triple terms",
       [](std::size_t n) {
         return fmt::format(
             "_:b{} <http://example.org/reifies> <<( <http://example.org/subject{}> <http://example.org/name> \"Name "
             "{}\" )>> .\n",
             n, n, n);
       }},
      {"nt", "triple terms in another form",
       [](std::size_t n) {
         return fmt::format(
             "_:b{} <http://example.org/reifies> <<(<http://example.org/subject{}> <http://example.org/name> \"Name "
             "{}\")>> .\n",
             n, n, n);
       }},
      {"nt", "triple terms nested 8 deep",
       [](std::size_t n) {
         return fmt::format("_:b{} <http://example.org/reifies> {}_:b{}{} .\n", n,
                            repeated("<<( <http://example.org/subject> <http://example.org/name> ", 8), n,
                            repeated(" )>>", 8));
       }},
      {"nt", "line ends of DOS",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"Name {}\" .\r\n", n, n);
       }},
      {"nt", "lines of a megabyte",
       [](std::size_t n) {
         return fmt::format("<http://example.org/subject{}> <http://example.org/name> \"{}\" .\n", n,
                            repeated("text and ", 110'000));
       }},
  };
  return all;
}

struct CountingSink : QuadSink {
  void quad(const QuadView&) override { ++quads; }
  std::size_t quads = 0;
};

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_to_read(const std::string& text, const std::string& extension) {
  ErrorPolicy errors = ErrorPolicy::stop();
  CountingSink sink;
  const double begin = cpu_seconds();
  const auto reader = open_quads({"document", parse_format(extension), 0, false}, std::make_unique<TextSource>(text),
                                 {.base = extension == "nt" ? "" : "http://b/", .default_graph = ""}, errors);
  while (reader->read_piece(sink)) {
  }
  return cpu_seconds() - begin;
}

}  // namespace

std::vector<ConstructCost> construct_costs(std::size_t bytes) {
  std::vector<ConstructCost> costs;
  double plain = 0;
  for (const Construct& construct : constructs()) {
    std::string text =
        construct.extension == std::string("nt") ? "" : "@prefix p: <http://example.org/vocabulary#> .\n";
    for (std::size_t n = 0; text.size() < bytes; ++n) text += construct.text(n);
    double seconds = std::numeric_limits<double>::max();
    for (int i = 0; i < kReadings; ++i) seconds = std::min(seconds, seconds_to_read(text, construct.extension));
    const double cost = seconds / static_cast<double>(text.size());
    if (construct.name == std::string("plain statements")) plain = cost;
    costs.push_back({construct.extension, construct.name, cost, cost / plain});
  }
  return costs;
}

}  // namespace quadrille::testing
