// Rules of other systems, read as SPARQL-RL.

#include "parser/rule_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "parser/rule_text.hpp"
#include "parser/testing/rule_set_of.hpp"

namespace quadrille::parser {
namespace {

constexpr const char* kTurtlePrefix = "@prefix : <http://e/> .\n";
constexpr const char* kSparqlPrefix = "PREFIX : <http://e/>\n";

std::string in_file(RuleFormat format, const std::string& text) {
  return (format == RuleFormat::construct ? kSparqlPrefix : kTurtlePrefix) + text;
}

std::string fault_of(RuleFormat format, const std::string& text) {
  try {
    return "was read as\n" + to_sparql_rl(parse_rules(format, in_file(format, text)));
  } catch (const Error& error) {
    return error.what();
  }
}

// The text means the same as the one of SPARQL-RL, and is written as such.
void expect_means(RuleFormat format, const std::string& text, const std::string& sparql_rl) {
  try {
    const RuleSet read = parse_rules(format, in_file(format, text));
    EXPECT_EQ(dump(read), dump(parse_rule_set(kSparqlPrefix + sparql_rl))) << text;
    EXPECT_EQ(dump(parse_rule_set(to_sparql_rl(read))), dump(read)) << to_sparql_rl(read);
  } catch (const Error& error) {
    ADD_FAILURE() << error.what() << "\n" << text;
  }
}

struct Fault {
  const char* text;
  const char* message;  // a part of it
};
void expect_faults(RuleFormat format, std::initializer_list<Fault> faults) {
  for (const Fault& fault : faults) {
    const std::string message = fault_of(format, fault.text);
    EXPECT_NE(message.find(fault.message), std::string::npos) << fault.text << "\n" << message;
  }
}

TEST(RuleFormat, IsKnownByNameAndEnding) {
  EXPECT_EQ(rule_format_names(), (std::vector<std::string>{"srl", "jena", "cge", "n3", "construct"}));
  for (const std::string& name : rule_format_names()) EXPECT_TRUE(find_rule_format(name));
  EXPECT_FALSE(find_rule_format("owl"));
  EXPECT_EQ(rule_format_of_file("/a/rules.txt"), RuleFormat::cge);
  EXPECT_EQ(rule_format_of_file("x.RULES"), RuleFormat::jena);
  EXPECT_EQ(rule_format_of_file("x.rq"), RuleFormat::construct);
  EXPECT_EQ(rule_format_of_file("x.sparql"), RuleFormat::construct);
  EXPECT_FALSE(rule_format_of_file("x.ttl"));
}

// --- Jena ---

TEST(JenaRules, AreRulesInBracketsOrWithADot) {
  const char* rule = "RULE { ?x :uncle ?z } WHERE { ?x :parent ?y . ?y :brother ?z }";
  for (const char* text : {"[(?x :parent ?y), (?y :brother ?z) -> (?x :uncle ?z)]",
                           "[(?x,:parent,?y)(?y :brother ?z)->(?x :uncle ?z)] # comment",
                           "(?x :parent ?y) (?y :brother ?z) -> (?x :uncle ?z) .",
                           "// (a) -> \"\n[(?x :uncle ?z) <- (?x :parent ?y) (?y <http://e/brother> ?z)] // it's so\n",
                           "(?x :parent ?y) (?y :brother ?z)\n -> (?x :uncle ?z)"}) {
    expect_means(RuleFormat::jena, text, rule);
  }
  expect_means(RuleFormat::jena, "[uncles: (?x :parent ?y) -> (?x :child_of ?y) (?y :parent_of ?x)]",
               "RULE <urn:quadrille:rule:uncles> { ?x :child_of ?y . ?y :parent_of ?x } WHERE { ?x :parent ?y }");
  expect_means(RuleFormat::jena, "my-rule: (?x :p ?y) -> (?y :p ?x) .",
               "RULE <urn:quadrille:rule:my-rule> { ?y :p ?x } WHERE { ?x :p ?y }");
}

TEST(JenaRules, EndWithTheirLineInRulesOfCge) {
  const char* rules =
      "RULE { ?y :p ?x . ?x a :A } WHERE { ?x :p ?y } RULE { ?z :q ?x } WHERE { ?x :q ?y . ?y :q ?z } "
      "RULE { ?x :r ?y } WHERE { ?x :s ?y }";
  for (const char* text : {"(?x :p ?y) -> (?y :p ?x) (?x rdf:type :A)\n(?x :q ?y) (?y :q ?z) -> (?z :q ?x)\n"
                           "(?x :s ?y) -> (?x :r ?y)\n",
                           "(?x :p ?y) -> (?y :p ?x)\n  (?x rdf:type :A) .\n(?x :q ?y)\n(?y :q ?z)\n-> (?z :q ?x)\n"
                           "# more\n[(?x :s ?y) -> (?x :r ?y)]"}) {
    expect_means(RuleFormat::cge, text, rules);
  }
}

TEST(JenaRules, HaveQuadsDataAndAnyTerms) {
  expect_means(RuleFormat::jena, "(?x :p ?y ?g) -> (?x :q ?y ?g) (?x :r 'a'^^xsd:string :h) .",
               "RULE { GRAPH ?g { ?x :q ?y } GRAPH :h { ?x :r \"a\" } } WHERE { GRAPH ?g { ?x :p ?y } }");
  expect_means(RuleFormat::jena, "-> (:a :p -2.5), (:a :q \"x\"@en) .", "DATA { :a :p -2.5 ; :q \"x\"@en }");
  expect_means(RuleFormat::jena, "(?x :r _) (* :p ?x) -> (?x :q 1) .",
               "RULE { ?x :q 1 } WHERE { ?x :r [] . [] :p ?x }");
  expect_means(RuleFormat::jena, "(?any2 _ ?y) (?y _ :a) -> (?y :q 1) .",
               "RULE { ?y :q 1 } WHERE { ?any2 ?any3 ?y . ?y ?any5 :a }");
}

TEST(JenaRules, HaveTheConditionsOfSparql) {
  const auto expect_body = [](const std::string& builtins, const std::string& elements) {
    expect_means(RuleFormat::jena, "[" + builtins + " (?x :p ?y) (?x :q ?z) -> (?x :r ?y)]",
                 "RULE { ?x :r ?y } WHERE { ?x :p ?y . ?x :q ?z . " + elements + " }");
  };
  expect_body("equal(?x ?y) notEqual(?x, :a)", "FILTER(?x = ?y) FILTER(?x != :a)");
  expect_body("lessThan(?y 5) greaterThan(?y 1.5) le(?y ?z) ge(?y ?z)",
              "FILTER(?y < 5) FILTER(?y > 1.5) FILTER(?y <= ?z) FILTER(?y >= ?z)");
  expect_body("isLiteral(?y) notLiteral(?x) isBNode(?x) notBNode(?x) notFunctor(?x)",
              "FILTER(isLITERAL(?y)) FILTER(!isLITERAL(?x)) FILTER(isBLANK(?x)) FILTER(!isBLANK(?x))");
  expect_body("isDType(?y xsd:int) notDType(?y xsd:int)",
              "FILTER(DATATYPE(?y) = <http://www.w3.org/2001/XMLSchema#int>) "
              "FILTER(!isLITERAL(?y) || DATATYPE(?y) != <http://www.w3.org/2001/XMLSchema#int>)");
  expect_body("regex(?y 'a.*') regex(?y ?z)",
              "FILTER(REGEX(STR(?y), \"^(a.*)$\")) FILTER(REGEX(STR(?y), CONCAT(\"^(\", STR(?z), \")$\")))");
  expect_body("noValue(?x :gone) noValue(?x :is ?y) noValue(?new :is ?x)",
              "NOT { ?x :gone [] } NOT { ?x :is ?y } NOT { [] :is ?x }");
}

TEST(JenaRules, HaveTheValuesOfSparql) {
  const auto expect_value = [](const std::string& builtins, const std::string& elements) {
    expect_means(RuleFormat::jena, "[(?x :p ?a) (?x :q ?b) " + builtins + " -> (?x :r ?v)]",
                 "RULE { ?x :r ?v } WHERE { ?x :p ?a . ?x :q ?b . " + elements + " }");
  };
  expect_value("sum(?a ?b ?v)", "SET(?v := ?a + ?b)");
  expect_value("addOne(?a ?v) difference(?v 1 ?w) product(?w ?w 4)",
               "SET(?v := ?a + 1) SET(?w := ?v - 1) FILTER(4 = ?w * ?w)");
  expect_value("quotient(?a ?b ?v) sum(?a ?b ?a)", "SET(?v := ?a / ?b) FILTER(?a = ?a + ?b)");
  expect_value("min(?a ?b ?v) max(?a ?b ?w)", "SET(?v := IF(?a <= ?b, ?a, ?b)) SET(?w := IF(?a >= ?b, ?a, ?b))");
  expect_value("strConcat(?a '-' ?b ?v)", "SET(?v := CONCAT(STR(?a), \"-\", STR(?b)))");
  expect_value("uriConcat('urn:' ?b ?v)", "SET(?v := IRI(CONCAT(\"urn:\", STR(?b))))");
  const std::string skolem = to_sparql_rl(
      parse_rules(RuleFormat::jena, in_file(RuleFormat::jena, "(?x :p ?a) makeSkolem(?v ?x ?a) -> (?x :r ?v) .")));
  EXPECT_NE(skolem.find("SET(?v := IRI(CONCAT(\"urn:quadrille:skolem:\", SHA256(CONCAT(IF(isLITERAL(?x), "),
            std::string::npos)
      << skolem;
}

TEST(JenaRules, LeaveOutWhatIsAdviceForJena) {
  expect_means(RuleFormat::jena, "-> tableAll(). [-> table(:p)] (?x :p ?y) -> (?y :p ?x) table(:p) .",
               "RULE { ?y :p ?x } WHERE { ?x :p ?y }");
}

TEST(JenaRules, ImportFiles) {
  const RuleSet rules =
      parse_rules(RuleFormat::jena, "@include <more.rules> .\n@include <http://h/x>", "file:///a/b.rules");
  EXPECT_EQ(rules.imports, (std::vector<std::string>{"file:///a/more.rules", "http://h/x"}));
}

TEST(JenaRules, DeclareThePrefixesThatTheyUse) {
  const RuleSet rules = parse_rules(RuleFormat::jena, "(?x rdf:type ?y) -> (?x rdf:type rdfs:Resource) .");
  ASSERT_EQ(rules.prefixes.size(), 2u);
  EXPECT_EQ(rules.prefixes[1].iri, "http://www.w3.org/2000/01/rdf-schema#");
  EXPECT_EQ(parse_rules(RuleFormat::jena, "@prefix rdf: <urn:x:> @prefix : <urn:y:> -> (:a rdf:b 1) .").prefixes.size(),
            2u);
}

TEST(JenaRules, AreRefusedByNameAndPlace) {
  expect_faults(
      RuleFormat::jena,
      {{"(?x :p ?y) -> (?x :q ?z) .", "line 2, column 22: the head of the rule has ?z"},
       {"(?x :p ?y) now(?z) -> (?x :q ?z) .",
        "line 2, column 12: the built-in now is not supported: it has another value"},
       {"(?x :p ?y) makeTemp(?z) -> (?x :q ?z) .", "makeTemp is not supported: it makes a new node each time"},
       {"(?x :p ?y) listLength(?y ?z) -> (?x :q ?z) .", "the built-in listLength is not supported: write the rule in"},
       {"(?x :p ?y) bound(?y) -> (?x :q ?y) .", "the built-in bound is not supported"},
       {"(?x :p ?y) myOwn(?y) -> (?x :q ?y) .", "the built-in 'myOwn' is unknown; write its rule in SPARQL-RL"},
       {"(?x :p ?y) regex(?y 'a(b)' ?z) -> (?x :q ?z) .", "regex with variables for its groups is not supported"},
       {"(?x :p ?y) sum(?y ?z) -> (?x :q ?z) .", "sum has 2 arguments here, and takes 3"},
       {"(?x :p ?y) noValue(?y) -> (?x :q ?y) .", "noValue has 1 arguments here, and takes 2 or 3"},
       {"(?x :p ?y) sum(?y ?w ?z) -> (?x :q ?z) .", "column 19: ?w is not bound here: no pattern of the body and no"},
       {"(?x :p ?y) -> print(?x) .", "the built-in print is not supported: rules have no side effects"},
       {"(?x :p ?y) -> remove(0) .", "remove is not supported: rules add quads and remove none"},
       {"(?x :p ?y) -> equal(?x ?y) .", "the built-in equal belongs into the body"},
       {"(?x :p ?y) -> .", "the rule has no conclusion: no quad is on the right of '->'"},
       {"(?x :p ?y) -> [(?a :q ?y) <- (?a :q ?x)] .", "line 2, column 15: a rule inside of a rule is not supported"},
       {"(?x :p all(?y ?z)) -> (?x :q ?y) .", "the functor all(...) is not supported"},
       {"(?x :p) -> (?x :q ?y) .", "column 1: (2 terms) is no triple"},
       {"(?x :p _:b) -> (?x :q 1) .", "a blank node cannot be named in a rule"},
       {"(?x :p ?y) -> (?x :q _) .", "'_' stands for any term and cannot be concluded"},
       {"(?x a ?y) -> (?x :q 1) .", "write rdf:type for 'a'"},
       {"(?x 1 ?y) -> (?x :q 1) .", "a literal cannot be the predicate of a quad"},
       {"(?x :p true) -> (?x :q 1) .", "write 'true'^^xsd:boolean"},
       {"(?x :p ?y) (?x :q ?y) .", "line 2, column 23: unexpected '.', expected '(', ',', a built-in or '->'"},
       {"(?x :p ?y", "the '(' of line 2, column 1 is not closed"},
       {"(?x http://e/p ?y) -> (?x :q ?y) .", "write an IRI between '<' and '>'"},
       {"(?x nix:p ?y) -> (?x :q ?y) .", "the prefix 'nix:' is not declared"},
       {"@include <RDFS>.",
        "line 2, column 10: RDFS is a rule set of Jena's own; leave the line out, and give the option --rules rdfs"},
       {"@keyword <RDFS>.", "unexpected '@keyword', expected @prefix"},
       {"\xFF", "line 2, column 1: the text is not UTF-8"},
       {"(?x :p 'a\nb') -> (?x :q 1) .", "the string that begins here"}});
}

// --- N3 ---

TEST(N3Rules, AreImplicationsAndFacts) {
  const char* rule = "RULE { ?x :uncle ?z } WHERE { ?x :parent ?y . ?y :brother ?z }";
  for (const char* text : {"{ ?x :parent ?y . ?y :brother ?z } => { ?x :uncle ?z } .",
                           "{ ?x :uncle ?z . } <= { ?x :parent ?y . ?y :brother ?z . }.",
                           "PREFIX log: <http://www.w3.org/2000/10/swap/log#>\n{ ?x :parent ?y . ?y :brother ?z } "
                           "log:implies { ?x :uncle ?z } ."}) {
    expect_means(RuleFormat::n3, text, rule);
  }
  expect_means(RuleFormat::n3,
               ":a :p :b , 1 ; a :C . [] = [ :q :b ] . @base <http://f/> . <x> :l ( 1 :a ) . _:n :p _:n .",
               "DATA { :a :p :b , 1 ; a :C . [] <http://www.w3.org/2002/07/owl#sameAs> [ :q :b ] . "
               "<http://f/x> :l ( 1 :a ) . _:n :p _:n }");
  expect_means(RuleFormat::n3, "{} => { :a :p :b } .", "DATA { :a :p :b }");
  expect_means(RuleFormat::n3, "{ ?x a :Cat , :Dog } => false .", "RULE {} WHERE { ?x a :Cat . ?x a :Dog }");
  expect_means(
      RuleFormat::n3, "{ ?x = _:y . _:y :p [ :q ?z ] } => { ?x :p _:y . _:y :q ?z } . { _:y :p ?z } => { ?z :p 1 } .",
      "RULE { ?x :p _:h . _:h :q ?z } WHERE { ?x <http://www.w3.org/2002/07/owl#sameAs> _:y . _:y :p [ :q ?z ] } "
      "RULE { ?z :p 1 } WHERE { [] :p ?z }");
}

TEST(N3Rules, AreRefusedByNameAndPlace) {
  expect_faults(
      RuleFormat::n3,
      {{"{ ?x :p ?y } => { ?x :q ?z } .", "line 2, column 25: the head of the rule has ?z"},
       {"@prefix math: <http://www.w3.org/2000/10/swap/math#> .\n{ ?x :p ?y . ?y math:greaterThan 5 } => { ?x :q ?y } "
        ".",
        "line 3, column 17: the built-in math:greaterThan of N3 is not supported; write the rule in SPARQL-RL"},
       {"{ ?x :p { ?y :q ?z } } => { ?x :q ?y } .", "line 2, column 9: a formula inside of another is not supported"},
       {":a :says { :b :p :c } .", "line 2, column 10: a formula as a term is not supported"},
       {"@forAll :x .", "@forAll is not supported; write variables as ?x"},
       {":a!:b :p :c .", "paths of N3 (! and ^) are not supported"},
       {":a is :p of :b .", "'is' is not supported"},
       {"?x :p :b .", "line 2, column 1: a statement outside of { } has no variables"},
       {"{ ?x :p ?y } :iff { ?x :q ?y } .", "formulae are connected by =>, <= or log:implies, not by :iff"},
       {"{ ?x :p ?y } => { } .", "the rule has no conclusion; write => false"},
       {"{ ?x :p ?y } => true .", "a rule that concludes 'true' says nothing"},
       {"{ ?x :p ?y } => { ?x :q ?y }", "unexpected end of the text, expected '.'"},
       {"{ ?x :p ?y } { ?x :q ?y } .", "expected '=>' or an IRI"},
       {"@keywords <a> .", "unexpected '@keywords', expected @prefix"},
       {"{ ?x :p ?y => { ?x :q ?y } .", "line 2, column 15: a formula inside of another"}});
}

// --- CONSTRUCT ---

TEST(ConstructRules, HaveTheBodiesOfRules) {
  expect_means(RuleFormat::construct,
               "CONSTRUCT { ?x :uncle ?z } WHERE { ?x :parent/:brother ?z } ;\n"
               "PREFIX other: <http://o/> CONSTRUCT { ?x other:p [] } { ?x :p ?y } ;",
               "RULE { ?x :uncle ?z } WHERE { ?x :parent/:brother ?z } RULE { ?x <http://o/p> [] } WHERE { ?x :p ?y }");
  expect_means(
      RuleFormat::construct,
      "CONSTRUCT { GRAPH ?g { ?x :n ?n } } WHERE { FILTER(?x != ?y) GRAPH ?g { ?x :p ?y } BIND(STRLEN(?y) AS ?n) "
      "FILTER NOT EXISTS { ?x :no ?z . FILTER(?z = ?y) GRAPH :h { ?z :p [] } } MINUS { ?x :gone ?w } "
      "{ SELECT ?x (COUNT(*) AS ?c) { ?x :p ?q } GROUP BY ?x } }",
      "RULE { GRAPH ?g { ?x :n ?n } } WHERE { GRAPH ?g { ?x :p ?y } SET(?n := STRLEN(?y)) NOT { ?x :gone ?w } "
      "{ SELECT ?x (COUNT(*) AS ?c) { ?x :p ?q } GROUP BY ?x } FILTER(?x != ?y) "
      "NOT { ?x :no ?z . GRAPH :h { ?z :p [] } FILTER(?z = ?y) } }");
  expect_means(RuleFormat::construct, "CONSTRUCT { ?x :n ?n } { SELECT ?x (COUNT(*) AS ?n) { ?x :p ?y } GROUP BY ?x }",
               "RULE { ?x :n ?n } WHERE { { SELECT ?x (COUNT(*) AS ?n) { ?x :p ?y } GROUP BY ?x } }");
}

TEST(ConstructRules, AreRefusedByNameAndPlace) {
  expect_faults(
      RuleFormat::construct,
      {{"CONSTRUCT { ?x :q ?z } { ?x :p ?y }", "line 2, column 19: the head of the rule has ?z"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y OPTIONAL { ?x :r ?z } }",
        "line 2, column 34: rules have no OPTIONAL; write one"},
       {"CONSTRUCT { ?x :q 1 } { { ?x :p ?y } UNION { ?x :r ?y } }", "rules have no UNION; write a rule for each"},
       {"CONSTRUCT { ?x :q 1 } { { ?x :p ?y } }", "rules have no groups inside of their bodies"},
       {"CONSTRUCT { ?x :q 1 } { VALUES ?x { :a } }", "rules have no VALUES; write a rule for each row"},
       {"CONSTRUCT { ?x :q 1 } { SERVICE :s { ?x :p ?y } }", "rules have no SERVICE"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y MINUS { ?a :r ?b } }", "this MINUS shares no variable"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y MINUS { ?x :r ?b } ?b :p ?x }", "?b of MINUS has no value before it"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y MINUS { ?x :r ?b FILTER(?y = ?b) } }", "column 58: ?y is not bound here"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y FILTER EXISTS { ?x :r ?b } }", "EXISTS is not allowed in rules"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y BIND(1 AS ?y) }", "BIND cannot give ?y a value"},
       {"CONSTRUCT { ?x :q ?n } { ?x :p ?y BIND(NOW() AS ?n) }", "column 40: NOW() has another value each time"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p+ ?y }", "rules know the path operators / and ^"},
       {"CONSTRUCT { ?x :q 1 } { GRAPH ?g { ?x :p ?y FILTER(?x = ?y) } }", "in rules GRAPH has triples alone"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y FILTER NOT EXISTS { ?x :p ?z BIND(1 AS ?a) } }", "BIND is not possible here"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y } LIMIT 5", "column 36: a rule ends with its body"},
       {"CONSTRUCT { ?x :q 1 } FROM :g { ?x :p ?y }", "rules have no FROM"},
       {"CONSTRUCT WHERE { ?x :p ?y }", "gives what is there already"},
       {"SELECT * { ?x :p ?y }", "line 2, column 1: unexpected 'SELECT', expected"},
       {"CONSTRUCT { ?x :q 1 } { ?x :p ?y } CONSTRUCT { ?x :q 1 } { ?x :p ?y }", "unexpected 'CONSTRUCT'"}});
}

// --- All ---

TEST(RuleFormat, HostileTextsAreErrors) {
  const std::string deep(200'000, '('), braces(200'000, '{'), brackets(200'000, '[');
  std::string many = "-> ";
  for (std::size_t i = 0; i < 50'000; ++i) many += "(:a :p :b) ";
  for (const RuleFormat format : {RuleFormat::jena, RuleFormat::cge, RuleFormat::n3, RuleFormat::construct}) {
    for (const std::string& text : {deep, braces, brackets, std::string("\0", 1), std::string("\xC3"), std::string("'"),
                                    std::string("\"\\"), std::string("<"), many + "->", many + "("}) {
      EXPECT_NE(fault_of(format, text).find("line "), std::string::npos) << text.substr(0, 20);
    }
  }
  EXPECT_EQ(parse_rules(RuleFormat::jena, in_file(RuleFormat::jena, many + ".")).data.size(), 50'000u);
  for (const RuleFormat format :
       {RuleFormat::srl, RuleFormat::jena, RuleFormat::cge, RuleFormat::n3, RuleFormat::construct})
    EXPECT_TRUE(parse_rules(format, "# nothing").rules.empty());
}

}  // namespace
}  // namespace quadrille::parser
