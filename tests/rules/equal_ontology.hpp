#pragma once

// Random ontologies with many equalities, among things, blank nodes, properties, classes and literals.

#include "tests/rules/random_ontology.hpp"

namespace quadrille::tests {

class EqualOntology {
 public:
  explicit EqualOntology(std::uint32_t seed) : seed_(seed), random_(seed * 7919) {}

  FactBase make() {
    FactBase facts = seed_ % 2 == 0 ? RandomOntology(seed_).make() : FactBase();
    const bool has_literals = random_() % 3 == 0;
    for (std::uint32_t i = 0; seed_ % 2 != 0 && i < 10 + random_() % 10; ++i) data(facts);
    for (std::uint32_t i = 0; i < 2 + random_() % 8; ++i) equality(facts);
    for (std::uint32_t i = 0; i < random_() % 4; ++i) axiom(facts);
    for (std::uint32_t i = 0; has_literals && i < 2 + random_() % 3; ++i) literal(facts);
    return facts;
  }

 private:
  static TermView term(const std::string& text) {
    return text.starts_with("_:") ? TermView::blank(std::string_view(text).substr(2)) : TermView::iri(text);
  }
  void add(FactBase& facts, const std::string& subject, const std::string& predicate, const std::string& object) {
    facts.quad({term(subject), TermView::iri(predicate), term(object), std::nullopt});
  }
  std::string number(const char* prefix, std::uint32_t count) { return fmt::format("{}{}", prefix, random_() % count); }
  std::string thing() { return random_() % 4 == 0 ? number("_:e", 3) : number("http://e/t", 6); }
  std::string property() { return number("http://e/p", 4); }

  void equality(FactBase& facts) {
    const std::string same = std::string(kOwl) + "sameAs";
    switch (random_() % 8) {
      case 0:
        if (seed_ % 3 != 0) return add(facts, thing(), same, thing());
        return add(facts, property(), same, property());
      case 1:
        return add(facts, number("http://e/C", 5), same, number("http://e/C", 5));
      case 2:
        if (seed_ % 3 != 0) return add(facts, thing(), std::string(kRdf) + "type", number("http://e/C", 5));
        return add(facts, property(), same, thing());
      default:
        return add(facts, thing(), same, thing());
    }
  }
  void data(FactBase& facts) {
    if (random_() % 3 == 0) return add(facts, thing(), std::string(kRdf) + "type", number("http://e/C", 5));
    const std::string subject = thing(), predicate = property();
    add(facts, subject, predicate, thing());
  }
  void axiom(FactBase& facts) {
    static const char* const kCharacteristics[] = {"FunctionalProperty", "InverseFunctionalProperty"};
    if (random_() % 2 == 0) {
      add(facts, property(), std::string(kRdf) + "type", std::string(kOwl) + kCharacteristics[random_() % 2]);
    } else {
      add(facts, thing(), property(), thing());
    }
  }
  // No two of them have the same value: only properties make them equal.
  void literal(FactBase& facts) {
    static const std::pair<const char*, const char*> kLiterals[] = {{"7", "int"}, {"b", "string"}, {"a", "string"}};
    const auto& [text, type] = kLiterals[random_() % 3];
    const std::string subject = thing(), predicate = random_() % 3 == 0 ? std::string(kOwl) + "sameAs" : property();
    facts.quad({term(subject), TermView::iri(predicate), TermView::literal(text, std::string(iri::kXsd) + type),
                std::nullopt});
  }

  const std::uint32_t seed_;
  std::mt19937 random_;
};

}  // namespace quadrille::tests
