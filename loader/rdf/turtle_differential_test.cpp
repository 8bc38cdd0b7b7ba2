// Compares the scanner of plain statements with Serd: on documents that use the whole grammar, right and wrong, on the
// W3C documents, mutated, and on real ones.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "loader/rdf/testing/both_readings.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/tar.hpp"

namespace quadrille {

namespace {

// Generates documents from the grammar, with some unusual parts.
class Documents {
 public:
  explicit Documents(std::uint32_t seed) : random_(seed) {}

  std::string next(bool with_graphs) {
    std::string text = "@prefix p: <http://p/> .\n@prefix : <d#> .\nPREFIX a.b: <http://a.b/>\n";
    for (std::size_t i = 1 + below(8); i > 0; --i) {
      text += with_graphs && below(3) == 0 ? graph() : statement();
      text += pick({"\n", "\n", " ", "\r\n", " # c\n", "\n\n"});
    }
    return below(4) == 0 ? mutated(text) : text;
  }

  std::string mutated(std::string text) {
    static constexpr std::string_view kBytes("<>\"'\\.:;,@^_ \t\n\r#()[]{}a01xeE+-%&/=\xC3\xA4\xFF\0", 45);
    for (std::size_t i = 1 + below(3); i > 0 && !text.empty(); --i) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text.erase(at, 1 + below(4));
          break;
        case 1:
          text.insert(at, 1, kBytes[below(kBytes.size())]);
          break;
        case 2:
          text[at] = kBytes[below(kBytes.size())];
          break;
        case 3:
          text.resize(at);
          break;
        default:
          text.insert(at, text.substr(below(text.size()), below(30)));
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  std::string pick(std::initializer_list<const char*> from) { return *(from.begin() + below(from.size())); }
  std::string space() { return pick({" ", " ", " ", "", "\t", "\n  ", " # x .\n"}); }

  // Returns one of the first list, or sometimes of the second: unusual or wrong.
  std::string pick(std::initializer_list<const char*> usual, std::initializer_list<const char*> odd) {
    return below(25) == 0 ? pick(odd) : pick(usual);
  }

  std::string name() {
    return pick(
        {"p:a",
         "p:b",
         ":c",
         "p:",
         ":",
         "p:a.b",
         "p:1",
         "p:%20",
         "p:a:b",
         "p:x-y",
         "a.b:c",
         "p:_",
         "p:\\~x",
         "<http://x/y>",
         "<http://x/y>",
         "<z>",
         "<#f>",
         "<>",
         "<../q?r>",
         "p:\xC3\xA4",
         "p:a\\,b",
         "<http://\xC3\xA4/>"},
        {"<\\u0041:b>", "q:none", "p:-x", "p:.x", "p:a..b", "<a b>", "true:x", "p:a%2", "p:a\\,", "p:\xC2\xB7",
         "p:a\xC2\xB7", "p:\\-.\\.", "p:\xF0\x9F\x98\x80.", "p:\xC3\x97", "p:\\u0041", "p:a.\\.", "p:\xE2\x82\xAC"});
  }
  std::string label() {
    return pick({"_:a", "_:b.c", "_:genid1", "_:1", "_:_", "_:b1", "_:a-"}, {"_:\xC3\xA4", "_:-", "_:", "_:\xC2\xB7"});
  }
  std::string verb() { return below(3) == 0 ? "a" : below(60) == 0 ? label() : name(); }
  std::string text() {
    return pick({"", "x", "x y", "a\\n\\\"b", "\\u20AC", "\\U0001F600", "caf\xC3\xA9", "tab\tin", "#", "a.b . c"},
                {"\\q", "\\uD800", "\xFF", "\n", "'", "\xEF\xBF\xBD"});
  }
  std::string long_text(const char* quote) {
    const std::string other = *quote == '"' ? "'" : "\"";
    return pick({"", "x", "a\nb", "\\\"\\\"\\\"\\\"", "\r\n", ". \n", "\\u20AC"}, {"\\", "\xFF", "\\U1"}) +
           (below(3) == 0 ? other + other : "") + (below(3) == 0 ? std::string(quote) + pick({"x", "\\n"}) : "") +
           (below(3) == 0 ? std::string(quote) + quote + pick({" ", "\\t"}) : "");
  }
  std::string literal() {
    switch (below(7)) {
      case 0:
        return '"' + text() + '"';
      case 1:
        return "'" + text() + "'";
      case 2:
        return "\"\"\"" + long_text("\"") + "\"\"\"";
      case 3:
        return "'''" + long_text("'") + "'''";
      case 4:
        return '"' + text() + '"' + pick({"@en", "@EN-gb", "@x-1", " @fr"}, {"@de-", "@1", "@a--b"});
      case 5:
        return '"' + text() + '"' + pick({"^^", "^^", "^^", " ^^ "}) + name();
      default:
        return pick({"1", "-1", "+1", "1.5", "-.5", "+0.5", "1e5", "1.5E-3", ".5e+1", "1.e5", "true", "false"},
                    {"1.", "+", "1e", "True", "truex", "true.", "1a", "\"1\"^^_:a",
                     "\"1\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"});
    }
  }
  std::string object(int depth) {
    const std::size_t kind = below(10);
    if (kind == 0 && depth < 4) return "[" + space() + (below(3) == 0 ? "" : predicates(depth + 1)) + space() + "]";
    if (kind == 1 && depth < 4) return list(depth);
    if (kind < 4) return name();
    return kind == 4 ? label() : literal();
  }
  std::string list(int depth) {
    std::string out = "(" + space();
    for (std::size_t i = below(4); i > 0; --i) out += object(depth + 1) + pick({" ", " ", "\n"}, {""});
    return out + ")";
  }
  std::string predicates(int depth) {
    std::string out;
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      out += verb() + pick({" ", " ", "\n", "\t"}, {""}) + object(depth);
      while (below(3) == 0) out += space() + "," + space() + object(depth);
      if (i > 1 || below(5) == 0) out += space() + pick({";", ";", ";"}, {";;", "; ;"}) + space();
    }
    return out;
  }
  std::string triples() {
    switch (below(12)) {
      case 0:
        return "[" + space() + (below(3) == 0 ? "" : predicates(1)) + "]" + (below(3) == 0 ? "" : " " + predicates(0));
      case 1:
        return list(1) + " " + predicates(0);
      case 2:
        return label() + " " + predicates(0);
      case 3:
        return below(9) == 0 ? literal() + " " + predicates(0) : name() + predicates(0);
      default:
        return name() + " " + predicates(0);
    }
  }
  std::string statement() {
    switch (below(25)) {
      case 0:
        return "@prefix p: <http://other/" + std::to_string(below(9)) + "/> .";
      case 1:
        return "@base <http://base/" + std::to_string(below(9)) + "/x> .";
      case 2:
        return "prefix q: <q#>";
      case 3:
        return pick({".", "nonsense .", "@prefx p: <a:b> .", "<a> .", "[] .", "{", "}", "p:a p:b"});
      default:
        return triples() + space() + ".";
    }
  }
  std::string graph() {
    std::string out = pick({"", "GRAPH ", "graph ", "Graph\n", "GRAPH"});
    out += below(15) == 0 ? pick({"[]", "", "[ ]", "\"x\"", "()"}) : below(4) == 0 ? label() : name();
    out += space() + "{" + space();
    for (std::size_t i = below(4); i > 0; --i)
      out += triples() + space() + (i > 1 || below(2) == 0 ? "." : "") + space();
    return out + (below(30) == 0 ? "" : "}");
  }

  std::mt19937 random_;
};

std::size_t some_window(std::mt19937& random) {
  return random() % 3 == 0 ? kStatementWindowBytes : 1 + random() % 100;
}

struct Seed {
  Seed() : value(std::random_device()()) { std::printf("seed %u\n", value); }
  std::uint32_t value;
};

std::vector<std::string> w3c_documents(const std::filesystem::path& folder) {
  std::vector<std::string> all;
  for (const InputFile& file : list_input_files(std::vector{folder.string()})) {
    if (file.format.syntax != Syntax::turtle && file.format.syntax != Syntax::trig) continue;
    std::ifstream in(file.path, std::ios::binary);
    all.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return all;
}

}  // namespace

TEST(TurtleDifferential, GeneratedDocumentsHaveTheSameQuadsAndErrorsWithTheScanner) {
  const Seed seed;
  std::mt19937 random(seed.value);
  Documents documents(seed.value);
  for (const Syntax syntax : {Syntax::turtle, Syntax::trig}) {
    for (int i = 0; i < 6'000; ++i) {
      const std::string text = documents.next(syntax == Syntax::trig);
      ASSERT_EQ(testing::difference(text, syntax, some_window(random)), "") << "seed " << seed.value << ":\n" << text;
    }
  }
}

// A list makes Serd reserve a number, which it forgets when it restarts.
TEST(TurtleDifferential, NumbersAfterAMalformedStatementMayDiffer) {
  const std::string text = "prefix p:<>\np:a p:b (1 2), 3 .\np: p:\xC2\xB7_b1\"\".\n[p:a p:b] a p:c .";
  EXPECT_EQ(testing::difference(text, Syntax::turtle, kStatementWindowBytes), "");
}

TEST(TurtleDifferential, W3cDocumentsToo) {
  const Seed seed;
  std::mt19937 random(seed.value);
  Documents documents(seed.value);
  for (const auto& [name, syntax] : {std::pair("rdf-turtle", Syntax::turtle), std::pair("rdf-trig", Syntax::trig)}) {
    const auto folder = testing::shared_path("w3c/rdf/rdf11") / name;
    QUADRILLE_NEEDS_SHARED(folder);
    for (const std::string& text : w3c_documents(folder)) {
      if (text.size() > 20'000) continue;
      ASSERT_EQ(testing::difference(text, syntax, some_window(random)), "") << text;
      for (int i = 0; i < 4; ++i) {
        const std::string broken = documents.mutated(text);
        ASSERT_EQ(testing::difference(broken, syntax, some_window(random)), "") << "seed " << seed.value << ":\n"
                                                                                << broken;
      }
    }
  }
}

TEST(TurtleDifferential, RealDocumentsToo) {
  for (const auto& [path, syntax] : {std::pair("qudt/qudt-original-ttl.tar.zst", Syntax::turtle),
                                     std::pair("nanopub/nanopub-original-trig.tar.zst", Syntax::trig)}) {
    const auto archive = testing::shared_path("bench/real") / path;
    QUADRILLE_NEEDS_SHARED(archive);
    testing::for_each_rdf_file(archive, [&, syntax = syntax](const std::string& name, std::string_view text) {
      EXPECT_EQ(testing::difference(text, syntax, kStatementWindowBytes), "") << name;
    });
  }
}

}  // namespace quadrille
