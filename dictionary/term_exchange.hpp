#pragma once

// A TermExchange fetches terms of HURIs, and HURIs of terms, from the members that have them (CGE21 5.1, block fetch):
// a whole batch in one exchange there and one back.
//
//   member 0                       member 2, who owns h5 h7
//   terms {h5 -> 2, h7 -> 2}  ---- h5 h7 -------------------->  answer(h5 h7)
//   into: h5 "a", h7 "b"      <--- "a" "b" --------------------
//
// All functions are collective: every member calls with its own requests, or none; if there is no request at all, it
// costs one gather. `answer` runs on the owner, once for each member that has sent requests. The requests of a call
// must be different; repeated ones would be sent twice.
// Buffers are in the query's arena and are reused from batch to batch: memory of the largest batch.

#include <cstdint>
#include <functional>
#include <span>

#include "base/term.hpp"
#include "dictionary/fetched_terms.hpp"
#include "dictionary/huri.hpp"
#include "dictionary/shared_bytes.hpp"
#include "dictionary/text_arena.hpp"
#include "pgas/exchange.hpp"
#include "pgas/team.hpp"

namespace quadrille {

class TermExchange {
 public:
  // The caller ensures the collective order: one thread for each image.
  TermExchange(pgas::Team& team, pgas::QueryArena& arena);

  // Returns the terms of HURIs that this member owns.
  using TermsOf = std::function<void(std::span<const Huri>, TextArena&, std::span<TermView>)>;
  // Collective. Requests the terms of `huris` from the members `owners` and adds them to `into`.
  void terms(std::span<const Huri> huris, std::span<const std::int32_t> owners, const TermsOf& answer,
             FetchedTerms& into, FetchedTerms::Lifetime lifetime);

  // Returns the HURIs of terms that this member owns.
  using HurisOf = std::function<void(std::span<const TermView>, std::span<Huri>)>;
  // Collective. Sets out[i] to the answer of member owners[i] for terms[i].
  void huris(std::span<const TermView> terms, std::span<const std::int32_t> owners, const HurisOf& answer,
             std::span<Huri> out);

 private:
  // Sorts the numbers of the requests by owner: those for member m are order_[starts_[m]] .. order_[starts_[m + 1] -
  // 1].
  void sort_by_owner(std::span<const std::int32_t> owners);
  std::span<const pgas::Block> blocks_of(const SharedBytes& bytes, std::span<pgas::Block> blocks) const;

  pgas::Team& team_;
  SharedBytes questions_, answers_;
  std::span<pgas::Block> question_blocks_, answer_blocks_;
  std::vector<std::size_t> ends_;  // of the blocks that are being written, by member
  std::vector<std::uint32_t> order_, starts_;
};

}  // namespace quadrille
