#include "query/update/insert_quads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "base/triple_term.hpp"
#include "dictionary/delta_terms.hpp"
#include "dictionary/term_exchange.hpp"
#include "quadstore/sharding.hpp"
#include "query/update/send_records.hpp"
#include "query/update/term_numbers.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kBatchTerms = 32768;

// SharedLabels numbers labels that several images may have: the hash of a label chooses its owner, who numbers it.
class SharedLabels {
 public:
  explicit SharedLabels(Context& context) : team_(context.team), exchange_(team_, context.arena) {}

  std::int32_t owner_of(const TermView& label) const {
    return static_cast<std::int32_t>(delta_hash(label) % static_cast<std::uint64_t>(team_.size()));
  }
  // Collective. Sets out[i] to the number of labels[i], which are different, at owners[i]; node() makes a blank node
  // of it.
  void number(std::span<const TermView> labels, std::span<const std::int32_t> owners, std::span<Huri> out) {
    const auto answer = [this](std::span<const TermView> theirs, std::span<Huri> numbers) {
      for (std::size_t i = 0; i < theirs.size(); ++i) numbers[i] = FreshBlanks::huri(known_.of(theirs[i]));
    };
    team_.size() == 1 ? answer(labels, out) : exchange_.huris(labels, owners, answer, out);
  }
  // Collective. Allocates fresh nodes for all labels.
  void take(FreshBlanks& blanks) { firsts_ = team_.all_gather(blanks.take(team_, known_.size())); }

  Huri node(std::int32_t owner, Huri number) const {
    return FreshBlanks::huri(firsts_[static_cast<std::size_t>(owner)] + number.payload());
  }

 private:
  pgas::Team& team_;
  TermExchange exchange_;
  TermNumbers known_;  // of which this image is the owner
  std::vector<std::uint64_t> firsts_;
};

// TermHuris finds the HURIs of the terms that an image has read, a batch at a time.
class TermHuris {
 public:
  TermHuris(Context& context, DeltaInterner& interner, FreshBlanks& blanks)
      : context_(context), interner_(interner), blanks_(blanks), labels_(context) {}

  std::vector<Huri> of(NumberedQuads& source) {
    huris_.resize(source.terms());
    std::uint64_t batches = context_.team.max((source.terms() + kBatchTerms - 1) / kBatchTerms);
    source.for_each_term([&](const TermView& term) {
      if (term.kind == TermKind::triple) {
        triples_.emplace_back(term.text, next_++);
      } else {
        (term.kind == TermKind::blank ? nodes_ : others_).add(term, next_++);
      }
      if (next_ % kBatchTerms == 0) store(), --batches;
    });
    for (; batches > 0; --batches) store();
    number_inner_labels();
    labels_.take(blanks_);
    for (const auto& [number, owner] : owners_) huris_[number] = labels_.node(owner, huris_[number]);
    store_triples();
    huris_.resize(source.terms());
    return std::move(huris_);
  }

 private:
  struct Batch {
    void add(const TermView& term, std::uint32_t number) { terms.push_back(term), numbers.push_back(number); }
    std::vector<TermView> terms;
    std::vector<std::uint32_t> numbers;
  };

  // Collective. The labels in triple terms are numbered like others, behind the terms of the source.
  void number_inner_labels() {
    if (!context_.team.any(!triples_.empty())) return;
    std::vector<std::uint32_t> numbers;
    for (const auto& [text, number] : triples_) {
      for_each_blank(TermView::triple(text), [this](TermView blank) {
        inner_.try_emplace(std::string(blank.text), static_cast<std::uint32_t>(huris_.size() + inner_.size()));
      });
    }
    huris_.resize(huris_.size() + inner_.size());
    for (const auto& [label, number] : inner_) nodes_.add(TermView::blank(label), number);
    store();
  }

  // Collective, when the labels have their nodes.
  void store_triples() {
    std::deque<std::string> texts;
    Batch batch;
    for (const auto& [text, number] : triples_) {
      texts.push_back(with_blank_labels(text, [this](std::string_view label) {
        return fmt::format("b{}", huris_[inner_.at(std::string(label))].payload());
      }));
      batch.add(TermView::triple(texts.back()), number);
    }
    store(batch, [&](std::span<const TermView> terms, std::span<Huri> out) { interner_.intern(terms, out); });
  }

  // Collective.
  void store() {
    context_.check();
    store(others_, [&](std::span<const TermView> terms, std::span<Huri> out) { interner_.intern(terms, out); });
    std::vector<std::int32_t> owners;
    for (const TermView& label : nodes_.terms) owners.push_back(labels_.owner_of(label));
    for (std::size_t i = 0; i < owners.size(); ++i) owners_.emplace_back(nodes_.numbers[i], owners[i]);
    store(nodes_, [&](std::span<const TermView> labels, std::span<Huri> out) { labels_.number(labels, owners, out); });
  }

  template <class Find>
  void store(Batch& batch, Find&& find) {
    std::vector<Huri> found(batch.terms.size());
    find(batch.terms, found);
    for (std::size_t i = 0; i < found.size(); ++i) huris_[batch.numbers[i]] = found[i];
    batch = {};
  }

  Context& context_;
  DeltaInterner& interner_;
  FreshBlanks& blanks_;
  SharedLabels labels_;
  std::vector<Huri> huris_;
  std::uint32_t next_ = 0;                                      // the tables of a loader have at most 2^32 terms
  Batch others_, nodes_;                                        // that are not stored yet
  std::vector<std::pair<std::string, std::uint32_t>> triples_;  // the texts of triple terms, and their numbers
  std::map<std::string, std::uint32_t> inner_;                  // the labels in these, with numbers of huris_
  std::vector<std::pair<std::uint32_t, std::int32_t>> owners_;  // of the labels, by their numbers
};

}  // namespace

QuadChanges insert_quads(Context& context, std::vector<Quad> quads) {
  const std::uint32_t shards = context.data.shards();
  const auto owner = [&](const Quad& quad) { return context.owner(shard_of(quad.subject, shards)); };
  auto [owned] = send_records<1, Quad>(context.team, context.arena, {std::move(quads)}, owner);
  sort_unique(owned, shards);
  QuadChanges changes;
  changes.inserts = std::move(owned);
  return changes;
}

QuadChanges insert_numbered(Context& context, DeltaInterner& interner, FreshBlanks& blanks, NumberedQuads& source) {
  std::vector<Quad> quads;
  {
    const std::vector<Huri> huris = TermHuris(context, interner, blanks).of(source);
    context.arena.charge(huris.size() * sizeof(Huri));
    source.take_quads(huris, quads);
  }
  context.arena.charge(quads.size() * sizeof(Quad));
  return insert_quads(context, std::move(quads));
}

}  // namespace quadrille::query
