#pragma once

// A QueryDictionary maps the terms of one query to HURIs and back: terms of the database and terms that the query
// computes. There is one for each query and image.
//
// In a team of one group every term is read in place. In a team of several groups an image reads in place the terms of
// updates, its group's own terms of the query, and those of the base, if its group has the whole vocabulary. Operators
// that read other texts have a FetchTerms below them. Such a term is requested from:
//
//   query's HURI      the member that created it (LocalTerms::image_of)
//   stable HURI       the member whose part of the vocabulary has its rank
//   term, for a HURI  a member, chosen by hash, of the group whose part would have its key
//
// The last two only if the base is spread: its vocabulary is too large for one host. Then the query's constants are
// found in one exchange first (find_all).
//
// Delta terms (dictionary/delta_vocabulary.hpp) are canonical, as stable ones are. Those added after the query started
// are not found, so that all its images find the same.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "dictionary/delta_interner.hpp"
#include "dictionary/dictionary.hpp"
#include "dictionary/term_exchange.hpp"
#include "dictionary/triple_texts.hpp"
#include "pgas/team.hpp"
#include "query/expression/evaluation_context.hpp"
#include "query/expression/value.hpp"
#include "query/terms/local_terms.hpp"

namespace quadrille::query {

// Settings of a query that are the same on all images.
struct QuerySettings {
  DateTime now;
  std::string base;
  std::uint64_t seed = 0;  // of RAND, UUID and blank node labels
};

class QueryDictionary final : public TermReader {
 public:
  // Collective over `team`.
  QueryDictionary(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& base, QuerySettings settings);

  // True if some terms of the base can only be read in another group.
  bool is_spread() const { return base_.map() != nullptr; }
  // True if some terms of the query can only be read in another group.
  bool is_shared() const { return !team_.is_one_group(); }
  // True if every term, of the base and of the query, can be read in this group.
  bool is_all_here() const { return !is_spread() && !is_shared(); }
  // The database's dictionary if all its terms can be read in place; else nullptr.
  const Dictionary* whole_base() const { return is_spread() ? nullptr : &base_; }
  // True if columns of the database may hold delta terms, whose order is not that of their ids.
  bool has_delta() const { return !delta_.empty(); }

  // Collective, with the same terms on all images. Afterwards find() and find_known() answer for these terms without
  // messages, and their texts can be read everywhere. Does nothing if the base is not spread.
  void find_all(std::span<const TermView> terms);
  // The HURI of a term in the database (or an inline one); kUnbound if it does not exist. Local for the terms of
  // find_all(), and of all if the base is not spread; else collective, with the same term on all images.
  Huri find(TermView term);
  // Local. The same, but returns kUnbound also for terms that find() was not asked for.
  Huri find_known(TermView term) const;
  // Local; if the base is not spread. For a term of a kind that the vocabulary holds, and that the base does not have:
  // the HURI that its first successor in the base has or would have.
  Huri first_of_base_after(TermView term) const;
  // Local. False if the term is a delta term whose key is not in the range.
  bool may_have_key(Huri huri, const KeyRange& keys) const;
  // Local. The HURI of any term. A term that the database does not have becomes local to this image.
  Huri intern(TermView term);

  // Local. True if this image can read the term without a fetch, whatever other operators have fetched.
  bool is_here(Huri huri) const;
  // Collective. Makes the terms of bound HURIs readable until `into` is cleared. Requests each missing term once.
  void fetch(std::span<const Huri> huris, FetchedTerms& into, FetchedTerms::Lifetime lifetime);
  // Local. read() also searches `terms`, until forget().
  void look_in(const FetchedTerms& terms) { fetched_.push_back(&terms); }
  void forget(const FetchedTerms& terms) { std::erase(fetched_, &terms); }

  // Local. Reads the terms of bound HURIs of every kind, which must be here or fetched.
  void read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) override;

  // Local. True if the term can be read as a key of vocabulary(), without a fetch.
  bool can_read_key(Huri huri) const {
    return !huri.is_volatile() && in_vocabulary(huri.kind()) &&
           (base_.map() == nullptr || base_.vocabulary().holds(huri.kind(), huri.payload()));
  }
  const Vocabulary& vocabulary() const { return base_.vocabulary(); }

  // Local. The HURIs of computed values; unbound and errors give kUnbound. Terms that are not inlined become local to
  // this image.
  void huris_of(std::span<const Value> values, const Batch& batch, EvaluationContext& evaluation, std::span<Huri> out);

  // Collective. Replaces local terms by HURIs that are equal for equal terms on all images.
  void make_canonical(std::span<Huri> huris);

  // Collective, for updates. The local terms of these HURIs, each once; valid until the next call.
  std::vector<TermView> read_local(std::span<const Huri> local);

  // Local. The evaluation context for an operator's expressions; `scratch` belongs to the operator.
  EvaluationContext make_evaluation(std::pmr::memory_resource& scratch);

 private:
  // The HURI found in the database here, or kUnbound.
  Huri find_here(TermView term) const;
  // The term of a query's HURI that is here.
  TermView local_term(Huri huri) const;
  // A term that read() can return; fails with ErrorKind::internal for any other.
  TermView fetched_term(Huri huri) const;
  // Answers the requests of other members.
  void answer_terms(std::span<const Huri> huris, TextArena& texts, std::span<TermView> out) const;
  std::int32_t owner_of(Huri huri) const;
  DeltaView view_delta() const;
  void find_in_groups(std::span<const TermView> terms, std::span<Huri> out);
  void find_in_base(std::span<const TermView> terms, std::span<Huri> out);
  void find_triples(const TripleTexts& texts);
  // By the HURIs of the plain ones; kUnbound for those that the database does not have.
  std::vector<Huri> huris_of_triples(const TripleTexts& texts, std::span<const Huri> plain) const;
  // Collective, if the base is spread, with other terms on each image, which are not inlined. As find().
  std::vector<Huri> find_computed(std::span<const TermView> terms);
  void unify_in_group(std::span<const Huri> unknown);
  void unify_across_groups(std::span<const Huri> unknown);

  pgas::Team& team_;
  pgas::QueryArena& arena_;
  const Dictionary& base_;
  const QuerySettings settings_;
  LocalTerms local_;
  std::vector<const LocalTermTable*> tables_;  // by member; used for members of this group only
  DeltaView delta_;
  TermExchange exchange_;
  std::unordered_map<std::string, Huri> known_;  // by N-Triples form: terms that find() was asked for
  FetchedTerms constants_;                       // texts of known_
  FetchedTerms travelling_;                      // terms that are being made canonical
  std::vector<const FetchedTerms*> fetched_;
  std::unordered_map<Huri, Huri> canonical_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace quadrille::query
