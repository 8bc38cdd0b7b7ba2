#pragma once

// Random ontologies with data, and random programs of simple rules with data for them.

#include <fmt/format.h>

#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "tests/rules/fact_base.hpp"

namespace quadrille::tests {

inline constexpr const char* kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr const char* kRdfs = "http://www.w3.org/2000/01/rdf-schema#";
inline constexpr const char* kOwl = "http://www.w3.org/2002/07/owl#";

// Makes some axioms of each kind over few classes, properties and things, so that they meet.
class RandomOntology {
 public:
  explicit RandomOntology(std::uint32_t seed) : random_(seed) {}

  FactBase make() {
    for (std::uint32_t i = 0; i < 3 + random_() % 12; ++i) axiom();
    for (std::uint32_t i = 0; i < 5 + random_() % 25; ++i) {
      random_() % 3 == 0   ? add(thing(), std::string(kRdf) + "type", class_name())
      : random_() % 5 == 0 ? literal(thing(), random_() % 8 == 0 ? std::string(kOwl) + "sameAs" : property())
                           : add(thing(), property(), thing());
    }
    return std::move(facts_);
  }

 private:
  std::string class_name() { return fmt::format("http://e/C{}", random_() % 5); }
  std::string property() { return fmt::format("http://e/p{}", random_() % 4); }
  std::string thing() { return fmt::format("http://e/t{}", random_() % 6); }

  void add(const std::string& subject, const std::string& predicate, const std::string& object) {
    const auto term = [](const std::string& text) {
      return text.starts_with("_:") ? TermView::blank(std::string_view(text).substr(2)) : TermView::iri(text);
    };
    facts_.quad({term(subject), TermView::iri(predicate), term(object), std::nullopt});
  }
  void rdfs(const std::string& subject, const char* word, const std::string& object) {
    add(subject, std::string(kRdfs) + word, object);
  }
  void owl(const std::string& subject, const char* word, const std::string& object) {
    add(subject, std::string(kOwl) + word, object);
  }
  // No two of these have the same value; "x" is no integer.
  void literal(const std::string& subject, const std::string& predicate) {
    static const std::pair<const char*, const char*> kLiterals[] = {
        {"7", "int"}, {"2.5", "decimal"}, {"a", "string"}, {"x", "integer"}, {"1", "boolean"}};
    const auto& [text, type] = kLiterals[random_() % 5];
    facts_.quad({TermView::iri(subject), TermView::iri(predicate),
                 TermView::literal(text, std::string(iri::kXsd) + type), std::nullopt});
  }
  std::string datatype() {
    static const char* const kTypes[] = {"integer", "byte", "string", "decimal"};
    return std::string(iri::kXsd) + kTypes[random_() % 4];
  }
  std::string node() { return fmt::format("_:n{}", nodes_++); }

  template <class Make>
  std::string list(const Make& make) {
    std::string rest = std::string(kRdf) + "nil";
    for (std::uint32_t i = 0; i < 1 + random_() % 3; ++i) {
      const std::string cell = node();
      add(cell, std::string(kRdf) + "first", make());
      add(cell, std::string(kRdf) + "rest", rest);
      rest = cell;
    }
    return rest;
  }
  std::string restriction(const char* word, const std::string& value) {
    const std::string its = random_() % 2 == 0 ? node() : class_name();
    owl(its, "onProperty", property());
    owl(its, word, value);
    return its;
  }
  void count(const char* word, const char* number) {
    const std::string its = restriction("onClass", class_name());
    facts_.quad({TermView::iri(its), TermView::iri(std::string(kOwl) + word),
                 TermView::literal(number, "http://www.w3.org/2001/XMLSchema#nonNegativeInteger"), std::nullopt});
  }

  void axiom() {
    static const char* const kCharacteristics[] = {"TransitiveProperty",  "SymmetricProperty",
                                                   "FunctionalProperty",  "InverseFunctionalProperty",
                                                   "IrreflexiveProperty", "AsymmetricProperty"};
    const auto make_class = [this] { return class_name(); };
    const auto make_property = [this] { return property(); };
    switch (random_() % 23) {
      case 0:
        return rdfs(class_name(), "subClassOf", class_name());
      case 1:
        return rdfs(property(), "subPropertyOf", property());
      case 2:
        return rdfs(property(), "domain", class_name());
      case 3:
        return rdfs(property(), "range", class_name());
      case 4:
        return owl(property(), "inverseOf", property());
      case 5:
        return add(property(), std::string(kRdf) + "type", std::string(kOwl) + kCharacteristics[random_() % 6]);
      case 6:
        return owl(class_name(), "equivalentClass", class_name());
      case 7:
        return owl(property(), "equivalentProperty", property());
      case 8:
        return owl(class_name(), "intersectionOf", list(make_class));
      case 9:
        return owl(class_name(), "unionOf", list(make_class));
      case 10:
        return owl(property(), "propertyChainAxiom", list(make_property));
      case 11:
        return owl(class_name(), "hasKey", list(make_property));
      case 12:
        return rdfs(restriction("someValuesFrom", class_name()), "subClassOf", class_name());
      case 13:
        return rdfs(class_name(), "subClassOf", restriction("allValuesFrom", class_name()));
      case 14:
        return rdfs(class_name(), "subClassOf", restriction("hasValue", thing()));
      case 15:
        return owl(class_name(), "disjointWith", class_name());
      case 16:
        return owl(thing(), random_() % 3 == 0 ? "differentFrom" : "sameAs", thing());
      case 17:
        return owl(class_name(), "oneOf", list([this] { return thing(); }));
      case 18:
        return random_() % 3 == 0 ? owl(property(), "sameAs", property())
                                  : owl(property(), "propertyDisjointWith", property());
      case 19:
        return random_() % 3 == 0 ? owl(class_name(), "sameAs", class_name())
                                  : owl(class_name(), "complementOf", class_name());
      case 20:
        return rdfs(property(), "range", datatype());
      case 21:
        return rdfs(restriction("someValuesFrom", datatype()), "subClassOf", class_name());
      default:
        return count(random_() % 2 == 0 ? "maxCardinality" : "maxQualifiedCardinality", random_() % 3 == 0 ? "0" : "1");
    }
  }

  std::mt19937 random_;
  FactBase facts_;
  int nodes_ = 0;
};

// Rules over few predicates and things, with joins, loops, constants anywhere and inequalities; and data for them.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {}

  std::string rules() {
    std::string text = "PREFIX : <http://e/>\n";
    for (std::uint32_t rule = 0; rule < 1 + random_() % 6; ++rule) {
      std::string body;
      variables_.clear();
      for (std::uint32_t atom = 0; atom < 1 + random_() % 4; ++atom) body += this->atom(true);
      if (random_() % 4 == 0 && variables_.size() > 1)
        body += fmt::format("FILTER(!sameTerm({}, {})) ", known(), known());
      if (random_() % 4 == 0) body += negation();
      std::string head;
      for (std::uint32_t atom = 0; atom < random_() % 3 + (random_() % 8 == 0 ? 0 : 1); ++atom)
        head += this->atom(false);
      text += fmt::format("RULE :r{} {{ {}}} WHERE {{ {}}}\n", rule, head, body);
    }
    return text;
  }
  FactBase data() {
    FactBase facts;
    for (std::uint32_t i = 0; i < 10 + random_() % 30; ++i) {
      const std::string subject = "http://e/" + thing(), predicate = "http://e/" + property(),
                        object = "http://e/" + thing();
      facts.quad({TermView::iri(subject), TermView::iri(predicate), TermView::iri(object), std::nullopt});
    }
    return facts;
  }

 private:
  std::string property() { return fmt::format("p{}", random_() % 4); }
  std::string thing() { return fmt::format("t{}", random_() % 5); }
  std::string known() {
    return *std::next(variables_.begin(), random_() % static_cast<std::uint32_t>(variables_.size()));
  }
  // Variables of a head are those of the body.
  std::string term(bool in_body) {
    if (random_() % 4 == 0 || (!in_body && variables_.empty())) return ":" + thing();
    if (!in_body) return known();
    const std::string variable = fmt::format("?{}", "xyzw"[random_() % 4]);
    variables_.insert(variable);
    return variable;
  }
  // Some of its variables are those of the body, others its own.
  std::string negation() {
    const auto term = [&] {
      if (random_() % 4 == 0) return ":" + thing();
      return random_() % 3 == 0 || variables_.empty() ? fmt::format("?{}", "ab"[random_() % 2]) : known();
    };
    std::string text = "NOT { ";
    for (std::uint32_t atom = 0; atom < 1 + random_() % 2; ++atom) {
      const std::string subject = term(), object = term();
      text += fmt::format("{} :{} {} . ", subject, property(), object);
    }
    return text + "} ";
  }
  std::string atom(bool in_body) {
    const std::string subject = term(in_body), predicate = property(), object = term(in_body);
    return fmt::format("{} :{} {} . ", subject, predicate, object);
  }

  std::mt19937 random_;
  std::set<std::string> variables_;
};

}  // namespace quadrille::tests
