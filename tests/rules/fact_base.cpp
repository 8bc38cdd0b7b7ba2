#include "tests/rules/fact_base.hpp"

#include <map>

namespace quadrille::tests {

namespace {

constexpr std::uint64_t pair_of(std::uint64_t a, std::uint64_t b) {
  return a << 32 | b;
}

}  // namespace

TermId FactBase::term(TermView view) {
  const std::string text = to_ntriples(view);
  const auto [place, is_new] = ids_.emplace(text, static_cast<TermId>(texts_.size()));
  if (is_new) {
    texts_.push_back(text);
    is_local_.push_back(text.starts_with("<urn:quadrille:local:"));
    terms_.emplace_back(view);
  }
  return place->second;
}

std::optional<TermId> FactBase::find(const std::string& ntriples) const {
  const auto found = ids_.find(ntriples);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

bool FactBase::add(const Fact& fact) {
  if (!known_.insert(fact).second) return false;
  const auto number = static_cast<std::uint32_t>(facts_.size());
  facts_.push_back(fact);
  all_.push_back(number);
  const std::uint64_t keys[] = {fact.subject, fact.predicate, fact.object, pair_of(fact.subject, fact.predicate),
                                pair_of(fact.predicate, fact.object)};
  for (std::size_t list = 0; list < lists_.size(); ++list) lists_[list][keys[list]].push_back(number);
  return true;
}

void FactBase::quad(const QuadView& quad) {
  const auto id = [this](const TermView& view) {
    return view.kind == TermKind::blank ? term(TermView::blank(document + "-" + std::string(view.text))) : term(view);
  };
  add({id(quad.subject), id(quad.predicate), id(quad.object), quad.graph ? id(*quad.graph) : 0});
}

const std::vector<std::uint32_t>& FactBase::candidates(const FactPattern& pattern, const Bindings& bindings) const {
  static const std::vector<std::uint32_t> none;
  const auto known = [&](const Slot& slot) {
    return slot.is_variable ? bindings[slot.value] : std::optional(slot.value);
  };
  const auto subject = known(pattern.subject), predicate = known(pattern.predicate), object = known(pattern.object);
  std::size_t list = 0;
  std::uint64_t key = 0;
  if (subject && predicate) {
    list = 3, key = pair_of(*subject, *predicate);
  } else if (predicate && object) {
    list = 4, key = pair_of(*predicate, *object);
  } else if (subject) {
    list = 0, key = *subject;
  } else if (object) {
    list = 2, key = *object;
  } else if (predicate) {
    list = 1, key = *predicate;
  } else {
    return all_;
  }
  const auto found = lists_[list].find(key);
  return found == lists_[list].end() ? none : found->second;
}

std::size_t FactBase::cheapest(const std::vector<FactPattern>& patterns, const Bindings& bindings) const {
  if (patterns.size() == 1) return 0;
  std::size_t best = 0, fewest = candidates(patterns[0], bindings).size();
  for (std::size_t i = 1; i < patterns.size() && fewest > 0; ++i) {
    const std::size_t size = candidates(patterns[i], bindings).size();
    if (size < fewest) best = i, fewest = size;
  }
  return best;
}

bool FactBase::matches(const FactPattern& pattern, const Fact& fact, Bindings& bindings) const {
  if (pattern.predicate.is_variable && is_local_[fact.predicate]) return false;
  const auto match = [&](const Slot& slot, TermId value) {
    if (!slot.is_variable) return slot.value == value;
    std::optional<TermId>& bound = bindings[slot.value];
    if (!bound) bound = value;
    return *bound == value;
  };
  if (pattern.graph.is_variable && fact.graph == 0) return false;
  return match(pattern.subject, fact.subject) && match(pattern.predicate, fact.predicate) &&
         match(pattern.object, fact.object) && match(pattern.graph, fact.graph);
}

bool entails(FactBase& facts, const FactBase& graph) {
  std::vector<FactPattern> patterns;
  std::map<TermId, std::uint32_t> blank_nodes;
  for (const Fact& fact : graph.facts()) {
    bool is_known = true;
    const auto slot = [&](TermId id) -> Slot {
      const std::string& text = graph.text(id);
      if (text.starts_with("_:"))
        return {true, blank_nodes.emplace(id, static_cast<std::uint32_t>(blank_nodes.size())).first->second};
      const auto known = id == 0 ? std::optional<TermId>(0) : facts.find(text);
      is_known &= known.has_value();
      return {false, known.value_or(0)};
    };
    patterns.push_back({slot(fact.subject), slot(fact.predicate), slot(fact.object), slot(fact.graph)});
    if (!is_known) return false;
  }
  Bindings bindings(blank_nodes.size());
  return !facts.solve(patterns, bindings, [](const Bindings&) { return false; });
}

}  // namespace quadrille::tests
