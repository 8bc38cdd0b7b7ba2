// Compares the two implementations of the grammar of lines, the scanner and the check that explains faults, and the
// quads of lines with those of the same text as Turtle. Lines are generated, then mutated, so that many are slightly
// malformed.

#include <gtest/gtest.h>

#include <random>

#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/line_scanner.hpp"
#include "loader/rdf/testing/document_reading.hpp"

namespace quadrille {

namespace {

class Lines {
 public:
  explicit Lines(std::uint32_t seed) : random_(seed) {}

  std::string next() {
    std::string line = one_in(50) ? space() + one_of({"VERSION", "version"}) + space() + string() : quad();
    if (one_in(10)) line += "# comment " + text();
    while (one_in(3)) mutate(line);
    std::erase(line, '\n');
    return line;
  }

 private:
  std::string quad() {
    std::string line = space() + node() + space() + iri() + space() + object() + space();
    if (one_in(5)) line += node() + space();
    return line + "." + space();
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <std::size_t n>
  std::string one_of(const char* const (&choices)[n]) {
    return choices[below(n)];
  }

  std::string space() { return one_of({"", " ", " ", " ", "\t", "  "}); }
  std::string node() { return one_in(3) ? "_:" + label() : iri(); }
  std::string object() { return one_in(2) ? literal() : one_in(4) ? triple() : node(); }
  std::string triple() {
    std::string triple = one_in(40) ? "<<" : "<<(";
    triple += space() + (one_in(40) ? object() : node()) + space() + (one_in(40) ? node() : iri());
    return triple + space() + object() + space() + (one_in(40) ? ">>" : ")>>");
  }

  std::string iri() {
    std::string iri = one_in(20) ? one_of({"", "1:", "http", "a b:"}) : one_of({"http://", "urn:", "a+b-1.c:"});
    for (std::size_t i = below(4); i > 0; --i) {
      iri += one_in(20) ? one_of({"\\u00e4", "\\U0001F600"})
                        : one_of({"example.org/", "x", "#y", "%20", "\xC3\xA4", "~", "0", "[", ":"});
    }
    return "<" + iri + ">";
  }

  std::string label() {
    std::string label = one_in(20) ? one_of({"\xC3\xA4", "-", "."}) : one_of({"a", "B", "b1", "0", "_"});
    for (std::size_t i = below(4); i > 0; --i) {
      label += one_in(20) ? one_of({"\xC3\xA4", "\xC2\xB7", ":", "."}) : one_of({"a", "1", "-", "_", ".x"});
    }
    return label;
  }

  std::string text() {
    std::string text;
    for (std::size_t i = below(8); i > 0; --i) {
      text += one_in(30) ? one_of({"\\uD800", "\\q", "\\U00110000", "\xFF", "\xED\xA0\x80"})
                         : one_of({"a", "some longer text ", "\\n", "\\t", "\\\"", "\\\\", "'", "\xC3\xA4",
                                   "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\\u20AC", "\\U0001F600", "\x7F", "\x01"});
    }
    return text;
  }

  std::string string() { return "\"" + text() + "\""; }
  std::string literal() {
    std::string literal = string();
    if (one_in(20)) literal += one_of({"@x-", "@1", "@", "@en--up", "@en--LTR", " @en", "^<a:b>", "@cantbethislong"});
    if (one_in(3)) return literal + "@" + one_of({"en", "EN-gb", "de-1996", "ar--rtl", "EN--ltr"});
    if (one_in(3)) return literal + "^^" + iri();
    if (one_in(30)) literal += "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>";
    return literal;
  }

  void mutate(std::string& line) {
    if (line.empty()) return;
    static constexpr char kBytes[] = "<>()\"\\.:@^_ \t#a0\xC3\xA4\xFF\r{}|`'";
    const std::size_t at = below(line.size());
    switch (below(4)) {
      case 0:
        line.erase(at, 1);
        break;
      case 1:
        line.insert(at, 1, kBytes[below(sizeof kBytes - 1)]);
        break;
      case 2:
        line[at] = kBytes[below(sizeof kBytes - 1)];
        break;
      default:
        line.insert(at, line.substr(below(line.size()), below(10)));
    }
  }

  std::mt19937 random_;
};

// The line as Turtle must have the same quad.
void compare_with_turtle(const QuadView& quad, const std::string& line) {
  testing::DocumentReading expected;
  testing::DocumentSink(expected).quad(quad);
  const testing::DocumentReading turtle = testing::read_document(line, Syntax::turtle);
  ASSERT_EQ(turtle.errors, std::vector<std::string>{}) << line;
  ASSERT_EQ(turtle.quads, expected.quads) << line;
}

void compare(Syntax syntax, std::uint32_t seed, int count, std::size_t& taken) {
  Lines lines(seed);
  LineScanner scanner(syntax, std::nullopt);
  std::string previous;  // a pair of lines is one text, so the scanner can reuse the previous terms
  for (int i = 0; i < count; ++i) {
    const std::string line = lines.next();
    std::string text = previous + line + "\n";
    const std::size_t size = text.size();
    text.append(detail::kScanPadding, '\xFF');
    scanner.forget();
    QuadView quad;
    const char* at = text.data();
    const char* const end = text.data() + size;
    const char* const begin = text.data() + previous.size();
    while (at < begin) scanner.scan(at, end, quad);
    const ScannedLine result = scanner.scan(at, end, quad);
    previous = line + "\n";
    const std::string_view scanned(begin, static_cast<std::size_t>(at - begin));
    if (scanned.size() != line.size() + 1) continue;  // a CR ends a line too
    ASSERT_EQ(testing::is_well_formed_line(line, syntax), result != ScannedLine::malformed)
        << "seed " << seed << ": " << line;
    if (result != ScannedLine::quad) continue;
    ++taken;
    if (syntax == Syntax::ntriples && i % 10 == 0) compare_with_turtle(quad, line);
  }
}

}  // namespace

TEST(Differential, TheScannerTakesTheLinesThatTheCheckAcceptsAndTheirQuadsAreThoseOfTurtle) {
  const std::uint32_t seed = std::random_device()();
  std::printf("seed %u\n", seed);
  for (const Syntax syntax : {Syntax::ntriples, Syntax::nquads}) {
    std::size_t taken = 0;
    compare(syntax, seed, 60'000, taken);
    EXPECT_GT(taken, 5'000u) << "too few lines are well-formed, so the test says little";
    std::printf("%zu of 60000 lines were well-formed\n", taken);
  }
}

}  // namespace quadrille
