#include "inferencer/literal_facts.hpp"

#include <algorithm>
#include <string>

#include "base/sort_different.hpp"
#include "inferencer/equality.hpp"
#include "inferencer/literal_value.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::size_t kTermsAtOnce = 1 << 16;

std::size_t index(Side side) {
  return side == Side::subject ? 0 : 1;
}
Side other(Side side) {
  return side == Side::subject ? Side::object : Side::subject;
}

// Stands for a value. Two values would have to agree in 59 bits of their hashes to be taken for one.
Huri value_huri(const std::string& key) {
  return Huri::make_volatile(HuriKind::typed, std::hash<std::string>()(key) & Huri::kPayloadMask);
}

}  // namespace

std::optional<LiteralWords> LiteralWords::find(const parser::RuleSet& set,
                                               const std::function<Huri(TermView)>& huri_of) {
  const std::vector<Term> constants = constants_of(set);
  const auto has = [&](std::string_view iri) {
    return std::any_of(constants.begin(), constants.end(),
                       [&](const Term& term) { return term.kind == TermKind::iri && term.text == iri; });
  };
  const auto huri = [&](std::string_view iri) { return has(iri) ? huri_of(TermView::iri(iri)) : kUnbound; };
  LiteralWords words{
      huri(kValueIn), huri(kValueNotIn), huri(kValue), huri(kNamed), huri(iri::kRdfType), huri(kOwlSameAs), {}};
  if (words.value_in.is_unbound() && words.value_not_in.is_unbound() && words.value.is_unbound()) return std::nullopt;
  const std::span<const std::string_view> datatypes = literal_datatypes();
  for (std::size_t i = 0; i < datatypes.size(); ++i)
    if (has(datatypes[i])) words.datatypes.emplace_back(huri(datatypes[i]), std::uint64_t{1} << i);
  return words;
}

std::uint64_t LiteralWords::bit_of(Huri datatype) const {
  for (const auto& [its, bit] : datatypes)
    if (its == datatype) return bit;
  return 0;
}

bool LiteralNeed::add(const LiteralNeed& other) {
  const bool changes = (other.types && !types) || (other.value && !value);
  types |= other.types;
  value |= other.value;
  return changes;
}

LiteralNeeds::LiteralNeeds(const Program& program, const LiteralWords& words, bool has_equal)
    : program_(program), words_(words), needs_(program.relations().size()), has_equal_(has_equal) {
  for (const Class& its : program.classes())
    if (its.predicate.predicate == words.type && its.side == Side::subject) datatypes_ |= words.bit_of(its.value);
  for (RelationId number = 0; number < needs_.size(); ++number) {
    const Relation& its = program.relations()[number];
    if (its.predicate.predicate == words.same_as) needs_[number] = {LiteralNeed{true, true}, LiteralNeed{true, true}};
    const auto has_datatype = [&](const std::vector<ClassId>& classes) {
      return std::any_of(classes.begin(), classes.end(), [&](ClassId one) { return is_datatype(one); });
    };
    if (its.same_objects) needs_[number][1] = {true, true};
    if (its.same_subjects) needs_[number][0] = {true, true};
    needs_[number][0].types |= has_datatype(its.subject_classes);
    needs_[number][1].types |= has_datatype(its.object_classes);
  }
  for (const Pipeline& pipeline : program.pipelines()) look_at(pipeline);
  while (spread()) {
  }
  for (const auto& sides : needs_) any_ |= sides[0].any() || sides[1].any();
}

bool LiteralNeeds::is_datatype(ClassId its) const {
  const Class& one = program_.classes()[its];
  return one.predicate.predicate == words_.type && one.side == Side::subject && words_.bit_of(one.value) != 0;
}

// The value of `slot` in the pairs of `goal`.
void LiteralNeeds::need(const Goal& goal, const Slot& slot, const LiteralNeed& need) {
  if (!goal.relation) return;
  if (goal.subject == slot) has_changed_ |= needs_[*goal.relation][0].add(need);
  if (goal.object == slot) has_changed_ |= needs_[*goal.relation][1].add(need);
}

// Things that a rule asks for a datatype, or gives one.
void LiteralNeeds::look_at(const Pipeline& pipeline) {
  const auto look = [&](const Goal& its) {
    if (its.relation || !is_datatype(its.its_class)) return;
    for (const Goal& goal : pipeline.body) need(goal, its.subject, {true, false});
  };
  for (const Goal& goal : pipeline.body) look(goal);
  for (const Goal& head : pipeline.heads) look(head);
}

// A need for a pair is also one for the pairs that it follows from.
bool LiteralNeeds::spread() {
  has_changed_ = false;
  for (RelationId number = 0; number < needs_.size(); ++number) {
    for (const Relation::Target& target : program_.relations()[number].targets) {
      for (const Side side : {Side::subject, Side::object}) {
        const Side there = target.flips ? other(side) : side;
        has_changed_ |= needs_[number][index(side)].add(needs_[target.relation][index(there)]);
      }
    }
  }
  for (const Pipeline& pipeline : program_.pipelines()) {
    for (const Goal& head : pipeline.heads) {
      if (!head.relation) continue;
      const auto of_head = needs_[*head.relation];
      for (const Goal& goal : pipeline.body) {
        need(goal, head.subject, of_head[0]);
        need(goal, head.object, of_head[1]);
      }
    }
  }
  return has_changed_;
}

LiteralNeed LiteralNeeds::of(Huri predicate, Side side) const {
  if (has_equal_ && predicate == words_.same_as) return {true, true};
  const PredicateUse* const use = program_.find({predicate, kUnbound});
  return use == nullptr || !use->relation ? LiteralNeed() : needs_[*use->relation][index(side)];
}

void LiteralFacts::add(std::span<const std::array<Huri, 3>> rows) {
  for (const auto& [subject, predicate, object] : rows) {
    const auto& its = needs_of_predicates_.find(predicate, [&, predicate = predicate] {
      return std::array{needs_.of(predicate, Side::subject), needs_.of(predicate, Side::object)};
    });
    const auto look = [&, predicate = predicate](Huri literal, Huri thing, const LiteralNeed& need) {
      if (!need.any() || !literal.is_literal()) return;
      literals_.push_back({literal, need});
      if (predicate == words_.same_as && !thing.is_only_object()) named_.emplace_back(literal, thing);
    };
    look(subject, object, its[0]);
    look(object, subject, its[1]);
  }
  if (literals_.size() > (1 << 20)) merge();
}

// Each literal once.
void LiteralFacts::merge() {
  std::sort(literals_.begin(), literals_.end(), [](const auto& a, const auto& b) { return a.huri < b.huri; });
  std::size_t size = 0;
  for (const Literal& literal : literals_) {
    if (size > 0 && literals_[size - 1].huri == literal.huri) {
      literals_[size - 1].need.add(literal.need);
    } else {
      literals_[size++] = literal;
    }
  }
  literals_.resize(size);
}

std::vector<Fact> LiteralFacts::facts(const std::function<std::vector<Term>(std::span<const Huri>)>& terms_of) {
  merge();
  sort_different(named_);
  std::vector<Fact> facts;
  for (std::size_t from = 0; from < literals_.size(); from += kTermsAtOnce) {
    const std::size_t end = std::min(from + kTermsAtOnce, literals_.size());
    std::vector<Huri> huris;
    for (std::size_t i = from; i < end; ++i) huris.push_back(literals_[i].huri);
    const std::vector<Term> terms = terms_of(huris);
    for (std::size_t i = from; i < end; ++i) add_facts(literals_[i], terms[i - from].view(), facts);
  }
  return facts;
}

void LiteralFacts::add_facts(const Literal& literal, TermView term, std::vector<Fact>& facts) const {
  const LiteralValue its = literal_value(term);
  const std::uint64_t wanted = literal.need.value ? ~std::uint64_t{0} : needs_.datatypes();
  for (const auto& [datatype, bit] : words_.datatypes) {
    if ((wanted & bit) == 0) continue;
    facts.push_back({literal.huri, (its.datatypes & bit) != 0 ? words_.value_in : words_.value_not_in, datatype});
  }
  if (!its.is_valid || !literal.need.value) return;
  const Huri value = value_huri(its.key);
  facts.push_back({literal.huri, words_.value, value});
  for (auto at = std::lower_bound(named_.begin(), named_.end(), std::pair(literal.huri, Huri()));
       at != named_.end() && at->first == literal.huri; ++at) {
    facts.push_back({at->second, words_.named, value});
  }
}

}  // namespace quadrille::inferencer
