// Rule sets written as SPARQL-RL and read again.

#include "parser/rule_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "parser/testing/rule_set_of.hpp"

namespace quadrille::parser {
namespace {

constexpr const char* kPrefix = "PREFIX : <http://e/>\n";

// The text of what was read, after the prefix.
std::string written(const std::string& text) {
  const std::string all = to_sparql_rl(parse_rule_set(kPrefix + text));
  return all.substr(std::min(all.find("\n\n") + 2, all.size()));
}

void expect_same(const RuleSet& rules, const std::string& from) {
  const std::string text = to_sparql_rl(rules);
  try {
    const RuleSet again = parse_rule_set(text);
    EXPECT_EQ(dump(again), dump(rules)) << from << "\nwas written as\n" << text;
    EXPECT_EQ(again.prefixes, rules.prefixes) << from;
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what() << "\n" << from << "\nwas written as\n" << text;
  }
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RuleText, HasEachPartOnItsLines) {
  EXPECT_EQ(
      written("DATA { :a :p 1 . GRAPH :g { :a :p \"x\"@en } }\n"
              "RULE :n { ?x a ?z . GRAPH ?g { ?x :q ?n } } WHERE { ?x :p/:r ?z . GRAPH ?g { ?x :p ?y . ?y :p [] } "
              "FILTER(?x != ?z && ?y < 5) NOT { ?x :no ?z . FILTER(?z = ?y) } NOT DATA { ?x :no ?y } "
              "SET(?n := 1 + STRLEN(STR(?y))) { SELECT ?z (COUNT(*) AS ?c) { ?z :p [] } GROUP BY ?z } }\n"
              "RULE {} WHERE DATA { ?x :p ?x }"),
      R"(DATA {
  :a :p 1 .
  GRAPH :g {
    :a :p "x"@en .
  }
}

RULE :n {
  ?x a ?z .
  GRAPH ?g {
    ?x :q ?n .
  }
}
WHERE {
  ?x :p _:b1 .
  _:b1 :r ?z .
  GRAPH ?g {
    ?x :p ?y .
    ?y :p [] .
  }
  FILTER(?x != ?z && ?y < 5)
  NOT {
    ?x :no ?z .
    FILTER(?z = ?y)
  }
  NOT DATA {
    ?x :no ?y .
  }
  SET(?n := 1 + STRLEN(STR(?y)))
  { SELECT ?z ( COUNT ( * ) AS ?c ) { ?z :p [] } GROUP BY ?z }
}

RULE {
}
WHERE DATA {
  ?x :p ?x .
}
)");
}

// An expression is written as it was, without parentheses that are not needed.
TEST(RuleText, HasTheParenthesesThatItNeeds) {
  for (const char* expression : {"?x || ?y && ?z",
                                 "(?x || ?y) && ?z",
                                 "?x || ?y || ?z",
                                 "?x || (?y || ?z)",
                                 "(?x || ?y) || (?y || ?z)",
                                 "?x - ?y - ?z",
                                 "?x - (?y - ?z)",
                                 "?x * (?y + ?z) / 2",
                                 "?x * ?y + ?z",
                                 "!(?x = ?y)",
                                 "!(!?x)",
                                 "-(-?x)",
                                 "-(5)",
                                 "-(-5)",
                                 "?x + -5",
                                 "?x - -5",
                                 "(?x = ?y) = ?z",
                                 "?x IN (1, ?y + 2, \"a\")",
                                 "?x NOT IN ()",
                                 "IF(?x < 1.5 || ?y, 1e3, true)",
                                 "CONCAT()",
                                 "COALESCE(?x, \"\\\"\\n\"@en-gb)",
                                 "REGEX(?x, \"^a\\\\.b\", \"i\")",
                                 "<http://www.w3.org/2001/XMLSchema#double>(?x) > 1",
                                 ":f(DISTINCT ?x, ?y)",
                                 ":g()",
                                 "?x = \"5.\"^^<http://www.w3.org/2001/XMLSchema#decimal>",
                                 "?x = \"a\"^^:t",
                                 "(?x IN (?y)) = true",
                                 "isIRI(IRI(?x)) && sameTerm(?x, ?y) && ENCODE_FOR_URI(?z) = \"\"",
                                 "-?x * +?y",
                                 "(?x < ?y) + 1"}) {
    const std::string rule = std::string("RULE {} WHERE { ?x ?y ?z . FILTER(") + expression + ") }";
    EXPECT_NE(written(rule).find(std::string("  FILTER(") + expression + ")\n"), std::string::npos) << written(rule);
    expect_same(parse_rule_set(kPrefix + rule), rule);
  }
}

TEST(RuleText, LongChainsStayTheSame) {
  for (const std::size_t length : {31u, 32u, 33u, 34u, 65u, 200u}) {
    std::string conditions = "?x = 0";
    for (std::size_t i = 1; i < length; ++i) conditions += " || ?x = " + std::to_string(i);
    const std::string rule = "RULE {} WHERE { ?x ?y ?z . FILTER(" + conditions + ") }";
    EXPECT_NE(written(rule).find("FILTER(" + conditions + ")"), std::string::npos);
    expect_same(parse_rule_set(rule), rule);
  }
}

TEST(RuleText, BlankNodesHaveLabelsOfTheirOwn) {
  expect_same(
      parse_rule_set("PREFIX : <http://e/> DATA { _:a :p _:a , [] , [ :q _:b1 ] . _:b1 :p ( 1 2 ) }"
                     "RULE { _:a :p _:a , [] , [ :p ?x ] } WHERE { ?x :p _:a , [ :p _:a , _:b1 ] . ?x :p/:q/^:r 2 "
                     "NOT { ?x :q _:a } { SELECT ?x { ?x :p _:c , [ :p _:c ] FILTER EXISTS { ?x :q _:d } } } }"
                     "RULE {} WHERE { [] :p _:x . _:x :p ?y { SELECT ?y { ?y :p/:q [] } } }"),
      "blank nodes");
}

TEST(RuleText, NamesPrefixesAndBases) {
  const std::string text =
      "BASE <http://b/c/> PREFIX : <x#> PREFIX a: <http://b/c/x#deep> RULE :x { ?x :deeper ?y . ?x a:~r <d> } "
      "WHERE { ?x :p\\~q ?y . ?x :a.b \"\\u0000\\t\" SET(?i := IRI(\"rel\")) } IMPORTS <more.srl>";
  const RuleSet rules = parse_rule_set(
      "BASE <http://b/c/> PREFIX : <x#> PREFIX a: <http://b/c/x#deep> RULE :x { ?x "
      ":deeper ?y } WHERE { ?x :p\\~q ?y . ?x :a.b \"\\t\" SET(?i := IRI(\"rel\")) } "
      "BASE <http://other/> RULE {} WHERE { ?x :p ?y { SELECT (IRI(\"rel\") AS ?i) {} } } "
      "IMPORTS <more.srl>");
  expect_same(rules, text);
  const std::string out = to_sparql_rl(rules);
  EXPECT_NE(out.find("?x a:er ?y ."), std::string::npos) << out;
  EXPECT_NE(out.find("BASE <http://b/c/>\nRULE :x"), std::string::npos) << out;
  EXPECT_NE(out.find("BASE <http://other/>\nRULE {"), std::string::npos) << out;
  EXPECT_NE(out.find("IMPORTS <http://other/more.srl>"), std::string::npos) << out;
}

TEST(RuleText, TheSetsOfTheProgramStayTheSame) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(QUADRILLE_SOURCE_DIR "/inferencer/rules")) {
    if (entry.path().extension() != ".srl") continue;
    ++files;
    expect_same(parse_rule_set(content_of(entry.path())), entry.path().string());
  }
  EXPECT_GE(files, 5u);
}

// Every text of tests/rules that can be read.
TEST(RuleText, TheCasesOfTheTestsStayTheSame) {
  std::size_t read = 0;
  for (const char* name : {"sparql_rl_cases.txt", "datalog_cases.txt"}) {
    std::istringstream lines(content_of(std::string(QUADRILLE_SOURCE_DIR "/tests/rules/") + name));
    std::string part;
    const auto finish = [&] {
      const std::string text =
          "PREFIX : <http://e/> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX rdfs: "
          "<http://www.w3.org/2000/01/rdf-schema#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n" +
          std::exchange(part, "");
      try {
        const RuleSet rules = parse_rule_set(text);
        read += !rules.rules.empty();
        expect_same(rules, text);
      } catch (const std::exception&) {  // is refused
      }
    };
    for (std::string line; std::getline(lines, line);) {
      const bool is_start = line.starts_with("case ") || line == "given" || line == "rules" || line == "gives";
      if (is_start) finish();
      if (!is_start && !line.starts_with("#") && !line.starts_with("needs ") && !line.starts_with("asks "))
        part += line + "\n";
    }
    finish();
  }
  EXPECT_GE(read, 50u);
}

// Random rules, of all elements.
class RandomRules {
 public:
  explicit RandomRules(unsigned seed) : random_(seed) {}

  std::string text() {
    std::string text = kPrefix;
    for (std::size_t i = 0; i <= below(3); ++i) text += rule() + "\n";
    if (below(2)) text += "DATA { " + triples(false) + "}\n";
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  std::string one_of(std::initializer_list<const char*> words) { return *(words.begin() + below(words.size())); }
  std::string term(bool variables) {
    if (variables && below(3)) return one_of({"?x", "?y", "?z"});
    return one_of(
        {":a", ":b", "<http://f/c>", "1", "-2.5", "\"x\"@en", "'y'^^:t", "[]", "[ :p :o ]", "( 1 :a )", "true"});
  }
  std::string triples(bool variables) {
    std::string text;
    for (std::size_t i = 0; i <= below(3); ++i)
      text += term(variables) + " " + (variables ? one_of({"?y", ":p", "a", ":p/:q", "^:p", "<http://f/q>"}) : ":p") +
              " " + term(variables) + " . ";
    return text;
  }
  std::string expression(std::size_t depth) {
    if (depth == 0) return one_of({"?x", "?y", "?z", "1", "-2", "\"s\"", ":a", "true"});
    const auto sub = [&] { return "(" + expression(depth - 1 - below(depth)) + ")"; };
    switch (below(6)) {
      case 0:
        return sub() + one_of({"||", "&&", "=", " < ", ">=", "+", "-", "*", "/"}) + sub();
      case 1:
        return one_of({"!", "-", "+"}) + sub();
      case 2:
        return sub() + one_of({" IN ", " NOT IN "}) + "(" + sub() + ", " + sub() + ")";
      case 3:
        return one_of({"STR", "isIRI", "IRI", "ABS"}) + sub();
      case 4:
        return "IF(" + sub() + "," + sub() + "," + sub() + ")";
      default:
        return sub() + one_of({"||", "&&", "+", "*"}) + sub() + one_of({"||", "&&", "-", "/"}) + sub();
    }
  }
  std::string element(std::size_t number) {
    switch (below(6)) {
      case 0:
        return "FILTER(" + expression(4) + ") ";
      case 1:
        return one_of({"NOT { ", "NOT DATA { "}) + triples(true) + "FILTER(" + expression(2) + ") } ";
      case 2:
        return "SET(?n" + std::to_string(number) + " := " + expression(3) + ") ";
      case 3:
        return "GRAPH " + one_of({"?g", ":g"}) + " { " + triples(true) + "} ";
      case 4:
        return "{ SELECT ?x (COUNT(*) AS ?c" + std::to_string(number) + ") { ?x :p _:s" + std::to_string(next_++) +
               " } GROUP BY ?x } ";
      default:
        return triples(true);
    }
  }
  std::string rule() {
    std::string text = "RULE " + one_of({"", ":name "}) + "{ ?x :made ?y . " +
                       one_of({"", "[] :q _:h . ", "GRAPH ?z { ?x a :C } "}) + "} WHERE " + one_of({"", "DATA "}) +
                       "{ ?x ?y ?z . ";
    for (std::size_t i = 0; i <= below(6); ++i) text += element(i);
    return text + "}";
  }

  std::mt19937 random_;
  std::size_t next_ = 0;
};

TEST(RuleText, RandomRulesStayTheSame) {
  std::size_t read = 0;
  for (unsigned seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    const std::string text = RandomRules(seed).text();
    try {
      const RuleSet rules = parse_rule_set(text);
      ++read;
      expect_same(rules, "seed " + std::to_string(seed) + ": " + text);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what() << "\nseed " << seed << ": " << text;
    }
  }
  EXPECT_GE(read, 1000u);
}

}  // namespace
}  // namespace quadrille::parser
