#pragma once

// Facts about the values of literals, which the rules of table 8 of OWL 2 RL/RDF (OWL 2 Profiles, 4.3) read. No data
// have them: infer() makes them for the literals that matter.
//
//   ?l local:valueIn ?d       the datatype ?d has the value of the literal ?l
//   ?l local:valueNotIn ?d    it has not, or the literal is ill-typed
//   ?l local:value ?v         ?v stands for the value: literals with the same one have the same ?v
//   ?x local:named ?v         ?x is stated to be owl:sameAs a literal of this value
//
// Which literals matter depends on the rules: those that a range or a class gives a datatype, and those that may become
// owl:sameAs something. So data whose schema says nothing about datatypes cost nothing.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "inferencer/fact_index.hpp"
#include "inferencer/predicate_memo.hpp"
#include "inferencer/program.hpp"
#include "parser/rule_set.hpp"

namespace quadrille::inferencer {

inline constexpr std::string_view kValueIn = "urn:quadrille:local:valueIn";
inline constexpr std::string_view kValueNotIn = "urn:quadrille:local:valueNotIn";
inline constexpr std::string_view kValue = "urn:quadrille:local:value";
inline constexpr std::string_view kNamed = "urn:quadrille:local:named";

// The HURIs of these words, if a rule set has them.
struct LiteralWords {
  Huri value_in, value_not_in, value, named, type, same_as;
  std::vector<std::pair<Huri, std::uint64_t>> datatypes;  // with the bit of literal_value.hpp

  static std::optional<LiteralWords> find(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of);
  // 0: no datatype.
  std::uint64_t bit_of(Huri datatype) const;
};

// Which facts about a literal are needed.
struct LiteralNeed {
  bool types = false, value = false;
  bool any() const { return types || value; }
  bool add(const LiteralNeed& other);  // true if it has changed
};

// Which literals a program needs to know about. Local; the same on all images.
class LiteralNeeds {
 public:
  // `has_equal`: classes of equal terms have literals, so all that owl:sameAs names matter.
  LiteralNeeds(const Program& program, const LiteralWords& words, bool has_equal = false);

  bool any() const { return any_; }
  // Of the literals that are subjects, or objects, of this predicate.
  LiteralNeed of(Huri predicate, Side side) const;
  // The datatypes that the program has, as bits.
  std::uint64_t datatypes() const { return datatypes_; }

 private:
  bool is_datatype(ClassId its) const;
  void need(const Goal& goal, const Slot& slot, const LiteralNeed& need);
  void look_at(const Pipeline& pipeline);
  bool spread();

  const Program& program_;
  const LiteralWords& words_;
  std::uint64_t datatypes_ = 0;
  std::vector<std::array<LiteralNeed, 2>> needs_;  // by relation and side
  const bool has_equal_;
  bool any_ = has_equal_, has_changed_ = false;
};

// Collects literals, and makes their facts. Local.
class LiteralFacts {
 public:
  // All outlive it.
  LiteralFacts(const LiteralNeeds& needs, const LiteralWords& words) : needs_(needs), words_(words) {}

  void add(std::span<const std::array<Huri, 3>> rows);
  // A literal of the schema, or of a class of equal terms.
  void add(Huri literal) { literals_.push_back({literal, {true, true}}); }

  std::vector<Huri> huris() const {
    std::vector<Huri> all;
    for (const Literal& literal : literals_) all.push_back(literal.huri);
    return all;
  }
  // terms_of(huris): the terms of HURIs.
  std::vector<Fact> facts(const std::function<std::vector<Term>(std::span<const Huri>)>& terms_of);

 private:
  struct Literal {
    Huri huri;
    LiteralNeed need;
  };
  void add_facts(const Literal& literal, TermView term, std::vector<Fact>& facts) const;
  void merge();

  const LiteralNeeds& needs_;
  const LiteralWords& words_;
  PredicateMemo<std::array<LiteralNeed, 2>> needs_of_predicates_;  // of subjects, and of objects
  std::vector<Literal> literals_;
  std::vector<std::pair<Huri, Huri>> named_;  // (literal, thing)
};

}  // namespace quadrille::inferencer
