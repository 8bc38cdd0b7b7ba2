#include "query/update/data_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "quadstore/membership.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/term_numbers.hpp"

namespace quadrille::query {

namespace {

using parser::UpdateKind;

const Term& term_of(const parser::Node& node) {
  return std::get<Term>(node);
}

template <class Visit>
void for_each_label(const parser::UpdateOperation& operation, Visit&& visit) {
  for (const auto& [triple, graph] : operation.insert_template) {
    for (const parser::Node* node : {&triple.subject, &triple.object}) {
      for_each_blank(term_of(*node).view(), [&](TermView blank) { visit(blank.text); });
    }
  }
}

struct Step {
  Quad quad;
  std::size_t request = 0;
  bool inserts = false;
};

class Steps {
 public:
  void add(const parser::UpdateOperation& operation, std::size_t request, std::uint64_t& next_blank) {
    std::map<std::string_view, Huri> labels;
    for_each_label(operation, [&](std::string_view label) {
      if (labels.try_emplace(label, FreshBlanks::huri(next_blank)).second) ++next_blank;
    });
    const bool inserts = operation.kind == UpdateKind::insert_data;
    for (const auto& [triple, graph] : inserts ? operation.insert_template : operation.delete_template) {
      NumberedStep step{{number(triple.subject, labels, inserts), number(triple.predicate, labels, inserts),
                         number(triple.object, labels, inserts), kDefault},
                        request,
                        inserts};
      if (graph) step.numbers[3] = number(*graph, labels, inserts);
      steps_.push_back(step);
    }
  }

  // Quads that are not well formed are left out. The new terms of quads that are inserted go into the batch.
  std::vector<Step> stored(const WholeReader& whole, DataBatch& batch) {
    store_terms(whole, batch);
    std::vector<Step> steps;
    steps.reserve(steps_.size());
    for (const auto& [numbers, request, inserts] : steps_) {
      const Quad quad{huri(numbers[0]), huri(numbers[1]), huri(numbers[2]), huri(numbers[3])};
      if (is_well_formed(quad)) steps.push_back({quad, request, inserts});
    }
    return steps;
  }

 private:
  static constexpr std::uint32_t kDefault = ~std::uint32_t{0};  // the default graph
  static constexpr std::uint32_t kBlank = std::uint32_t{1} << 31;

  struct NumberedStep {
    std::array<std::uint32_t, 4> numbers;
    std::size_t request;
    bool inserts;
  };

  std::uint32_t number(const parser::Node& node, const std::map<std::string_view, Huri>& labels, bool inserts) {
    const Term& term = term_of(node);
    if (term.kind == TermKind::blank) {
      blanks_.push_back(labels.at(term.text));
      return kBlank | static_cast<std::uint32_t>(blanks_.size() - 1);
    }
    if (term.kind == TermKind::triple) {
      const std::string text = with_blank_labels(term.text, [&](std::string_view label) {
        const auto fresh = labels.find(label);  // DELETE DATA has stored blank nodes alone
        return fresh == labels.end() ? std::string(label) : fmt::format("b{}", fresh->second.payload());
      });
      return number_of_triple(text, inserts);
    }
    return number_of_term(term.view(), inserts);
  }

  std::uint32_t number_of_term(TermView term, bool inserts) {
    const std::uint32_t number = terms_.of(term);
    is_inserted_.resize(terms_.size());
    if (inserts) is_inserted_[number] = true;
    return number;
  }

  // The components have numbers before the triple term has one.
  std::uint32_t number_of_triple(std::string_view text, bool inserts) {
    const TripleParts parts(text);
    const auto of_part = [&](TermView part) {
      if (part.kind == TermKind::triple) return number_of_triple(part.text, inserts);
      if (part.kind != TermKind::blank) return number_of_term(part, inserts);
      blanks_.push_back(stored_blank(part.text));
      return kBlank | static_cast<std::uint32_t>(blanks_.size() - 1);
    };
    const std::array<std::uint32_t, 3> components{of_part(parts.subject()), of_part(parts.predicate()),
                                                  of_part(parts.object())};
    const std::uint32_t number = number_of_term(TermView::triple(text), inserts);
    components_.emplace(number, components);
    return number;
  }

  Huri huri(std::uint32_t number) const {
    if (number == kDefault) return kDefaultGraph;
    return (number & kBlank) != 0 ? blanks_[number & ~kBlank] : huris_[number];
  }

  // Terms are inline, or of the base, or of the delta vocabulary, or new.
  void store_terms(const WholeReader& whole, DataBatch& batch) {
    huris_.assign(terms_.size(), kUnbound);
    std::vector<TermView> asked;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; number < terms_.size(); ++number) {
      const TermPlace at = place_of(terms_.term(number));
      if (at.inlined) {
        huris_[number] = *at.inlined;
        continue;
      }
      if (at.kind == HuriKind::triple_term) continue;
      if (is_inserted_[number]) check_key(at.kind, terms_.term(number));
      asked.push_back(terms_.term(number));
      numbers.push_back(number);
    }
    std::vector<Huri> found(asked.size());
    whole.dictionary.find(asked, found);
    std::map<std::uint32_t, std::uint64_t> sizes;  // of parts that get new terms
    for (std::size_t place = 0; place < asked.size(); ++place) {
      Huri& huri = huris_[numbers[place]];
      huri = found[place];
      if (huri.is_unbound()) huri = whole.vocabulary.find(asked[place]);
      if (huri.is_unbound() && is_inserted_[numbers[place]])
        huri = new_huri(whole.vocabulary, asked[place], sizes, batch);
    }
    for (const auto& [number, components] : components_) store_triple(whole, number, components, sizes, batch);
    std::sort(batch.triples.begin(), batch.triples.end(), OwnerOrder(whole.snapshot.shards()));
    const std::vector<bool> are_there = contains(whole.snapshot, batch.triples);
    std::size_t place = 0;
    std::erase_if(batch.triples, [&](const Quad&) { return are_there[place++]; });
  }

  // In the order of numbers, so a triple term within this one has its HURI.
  void store_triple(const WholeReader& whole, std::uint32_t number, const std::array<std::uint32_t, 3>& components,
                    std::map<std::uint32_t, std::uint64_t>& sizes, DataBatch& batch) {
    const TripleComponents huris{huri(components[0]), huri(components[1]), huri(components[2])};
    if (std::any_of(huris.begin(), huris.end(), [](Huri its) { return its.is_unbound(); })) return;
    Huri& found = huris_[number];
    const TermView term = terms_.term(number);
    found = whole.dictionary.find(huris);
    if (!found.is_unbound()) return;
    found = whole.vocabulary.find(term);
    if (!is_inserted_[number]) return;
    if (found.is_unbound()) found = new_huri(whole.vocabulary, term, sizes, batch);
    batch.triples.push_back({huris[0], huris[1], huris[2], found});
  }

  // The HURI that the term gets when its owner adds it.
  static Huri new_huri(const DeltaVocabulary& vocabulary, const TermView& term,
                       std::map<std::uint32_t, std::uint64_t>& sizes, DataBatch& batch) {
    const std::uint32_t part = vocabulary.part_of(term);
    const auto size = sizes.try_emplace(part, vocabulary.size_of_part(part)).first;
    vocabulary.append_exported(batch.terms[static_cast<std::size_t>(index(vocabulary.image_of_part(part)))], term);
    return make_delta_huri(place_of(term).kind, part, size->second++);
  }

  TermNumbers terms_;
  std::vector<bool> is_inserted_;  // by number: of a quad that is inserted
  std::vector<Huri> huris_;        // by number
  std::vector<Huri> blanks_;
  std::vector<NumberedStep> steps_;
  std::map<std::uint32_t, std::array<std::uint32_t, 3>> components_;  // of triple terms, by number
};

// Steps in the order of the requests.
void follow(std::vector<Step> steps, const Snapshot& snapshot, DataDecision& decision) {
  const OwnerOrder order(snapshot.shards());
  std::stable_sort(steps.begin(), steps.end(), [&](const Step& a, const Step& b) { return order(a.quad, b.quad); });
  std::vector<Quad> quads;
  for (const Step& step : steps) {
    if (quads.empty() || quads.back() != step.quad) quads.push_back(step.quad);
  }
  const std::vector<bool> was_there = contains(snapshot, quads);
  auto step = steps.begin();
  for (std::size_t place = 0; place < quads.size(); ++place) {
    bool is_there = was_there[place];
    for (; step != steps.end() && step->quad == quads[place]; ++step) {
      if (step->inserts == is_there) continue;
      is_there = step->inserts;
      ChangeCounts& counts = decision.counts[step->request];
      ++(step->inserts ? counts.inserted : counts.deleted);
    }
    if (is_there == was_there[place]) continue;
    (is_there ? decision.batch.inserts : decision.batch.deletes).push_back(quads[place]);
  }
}

}  // namespace

namespace {

bool has_stored_blank(const std::vector<parser::QuadPattern>& quads) {
  bool has = false;
  for (const auto& [triple, graph] : quads) {
    for (const parser::Node* node : {&triple.subject, &triple.object}) {
      for_each_blank(term_of(*node).view(), [&](TermView blank) { has = has || is_stored_blank(blank); });
    }
  }
  return has;
}

}  // namespace

std::optional<std::uint64_t> data_quads(const parser::Update& update) {
  std::uint64_t quads = 0;
  for (const parser::UpdateOperation& operation : update.operations) {
    if (operation.kind != UpdateKind::insert_data && operation.kind != UpdateKind::delete_data) return std::nullopt;
    if (has_stored_blank(operation.insert_template) || has_stored_blank(operation.delete_template)) return std::nullopt;
    quads += operation.insert_template.size() + operation.delete_template.size();
  }
  return quads;
}

DataDecision decide(const WholeReader& whole, std::uint64_t next_blank,
                    std::span<const parser::Update* const> updates) {
  DataDecision decision;
  const DeltaVocabulary& vocabulary = whole.vocabulary;
  for (int image = 0; image < vocabulary.images(); ++image) {
    decision.batch.sizes.push_back(vocabulary.size(ImageId{image}));
  }
  decision.batch.terms.resize(decision.batch.sizes.size());
  decision.counts.resize(updates.size());
  Steps steps;
  for (std::size_t request = 0; request < updates.size(); ++request) {
    for (const parser::UpdateOperation& operation : updates[request]->operations) {
      steps.add(operation, request, next_blank);
    }
  }
  decision.batch.next_blank = next_blank;
  follow(steps.stored(whole, decision.batch), whole.snapshot, decision);
  return decision;
}

}  // namespace quadrille::query
