#pragma once

// RuleTerms gives rules the terms of HURIs and new HURIs for terms that they make. There is one for each image and
// inference.
//
//   term that rules have made     HURI while the inference runs
//   inline (numbers, dates, ..)   its own
//   of the database               its own
//   other                         a term of a query (dictionary/volatile_huri.hpp), equal on all images
//   blank node of a head          likewise
//
// The caller replaces the last two by HURIs that can be stored, when the inference has ended.

#include <cstdint>
#include <functional>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "inferencer/partition.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::inferencer {

class RuleTerms {
 public:
  // Collective over the team of all images. `dictionary`: of the vocabulary; all outlive it.
  RuleTerms(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary);

  query::QueryDictionary& dictionary() { return dictionary_; }
  // A context for expressions; `scratch` is released by the caller between batches.
  query::EvaluationContext make_evaluation(std::pmr::memory_resource& scratch);
  // Local. The blank node of this name, a rule and the values of its variables: the same for the same name until
  // rename_blanks(). make_canonical() makes it the same on all images.
  Huri blank_of(std::span<const Huri> name);
  // Local. From here on names stand for other blank nodes, but for those of DATA blocks, which begin with kUnbound.
  // `number`: for each inference another one.
  void rename_blanks(std::uint64_t number) { inference_ = number; }
  // Makes the terms of HURIs readable here. Collective, but on an image that evaluates alone.
  void fetch(const Partition& partition, std::span<const Huri> huris);
  // Replaces the HURIs of terms that this image alone knows by those that all images and the database have. Collective,
  // but on an image that evaluates alone.
  void make_canonical(const Partition& partition, std::span<Huri> huris);
  // Local. For HURIs of the vocabulary, inline ones and those that were fetched.
  Term term(Huri huri);

 private:
  query::QueryDictionary dictionary_;
  FetchedTerms fetched_;
  std::uint64_t inference_ = 0;
};

}  // namespace quadrille::inferencer
