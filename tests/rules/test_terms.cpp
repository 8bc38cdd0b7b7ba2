#include "tests/rules/test_terms.hpp"

#include <set>

#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/vocabulary_builder.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::tests {

namespace {

constexpr std::size_t kFewTerms = 10'000;

}  // namespace

void TestTerms::add(TermView term) {
  const auto [place, is_new] = huris_.emplace(to_ntriples(term), Huri());
  if (!is_new) return;
  const TermPlace its = place_of(term);
  if (its.kind == HuriKind::blank) {
    place->second = Huri::make(HuriKind::blank, huris_.size() << kShardGrainBits);
  } else if (its.inlined) {
    place->second = *its.inlined;
  } else {
    std::string key;
    append_key(key, its.kind, term);
    of_kinds_[its.kind].emplace(std::move(key), term);
    return;
  }
  terms_.emplace(place->second, term);
}

// Between the keys of few terms are others.
void TestTerms::make() {
  VocabularyBuilder builder([&](std::string_view bytes) { part_ += bytes; });
  const std::size_t others = huris_.size() < kFewTerms ? std::size_t{1} << kShardGrainBits : 0;
  for (const auto& [kind, terms] : of_kinds_) {
    std::set<std::string> keys;
    for (const auto& [key, term] : terms) {
      keys.insert(key);
      for (std::size_t other = 0; other < others; ++other) keys.insert(key + '\x7f' + static_cast<char>('0' + other));
    }
    for (const std::string& key : keys) {
      const Huri huri = Huri::make(kind, builder.add(kind, key));
      const auto term = terms.find(key);
      if (term == terms.end()) continue;
      huris_[to_ntriples(term->second.view())] = huri;
      terms_.emplace(huri, term->second);
    }
  }
  builder.finish();
  std::vector<VocabularyView> views;
  views.emplace_back(std::as_bytes(std::span(part_)), "the terms of a test");
  vocabulary_ = Vocabulary(std::move(views));
  dictionary_.emplace(vocabulary_);
}

}  // namespace quadrille::tests
