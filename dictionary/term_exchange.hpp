#pragma once

// Block fetch across groups (CGE21 5.1): terms of HURIs and HURIs of terms, asked of the members that know them, a
// whole batch in one exchange there and one back.
//
//   member 0                       member 2, who owns h5 h7
//   terms {h5 -> 2, h7 -> 2}  ---- h5 h7 -------------------->  answer(h5 h7)
//   into: h5 "a", h7 "b"      <--- "a" "b" --------------------
//
// Collective, all of it: every member calls with its own questions, or none; if nobody has one it costs one gather.
// `answer` runs on the owner, once for each member that has asked, and only where there are questions. Questions are
// different from each other; repetitions would travel twice.
// Buffers are used again from batch to batch and lie in the query's arena: memory of the largest batch.

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
  // Collective order is the caller's: one thread an image.
  TermExchange(pgas::Team& team, pgas::QueryArena& arena);

  // Fills in the terms of HURIs that this member owns.
  using TermsOf = std::function<void(std::span<const Huri>, TextArena&, std::span<TermView>)>;
  // Collective. The terms of `huris`, of which the members `owners` are asked, are added to `into`.
  void terms(std::span<const Huri> huris, std::span<const std::int32_t> owners, const TermsOf& answer,
             FetchedTerms& into, FetchedTerms::Lifetime lifetime);

  // Fills in the HURIs of terms that this member owns.
  using HurisOf = std::function<void(std::span<const TermView>, std::span<Huri>)>;
  // Collective. out[i]: what member owners[i] answers for terms[i].
  void huris(std::span<const TermView> terms, std::span<const std::int32_t> owners, const HurisOf& answer,
             std::span<Huri> out);

 private:
  // The questions' numbers, by owner: those for member m are order_[starts_[m]] .. order_[starts_[m + 1] - 1].
  void sort_by_owner(std::span<const std::int32_t> owners);
  std::span<const pgas::Block> blocks_of(const SharedBytes& bytes, std::span<pgas::Block> blocks) const;

  pgas::Team& team_;
  SharedBytes questions_, answers_;
  std::span<pgas::Block> question_blocks_, answer_blocks_;
  std::vector<std::size_t> ends_;  // of the blocks that are being written, by member
  std::vector<std::uint32_t> order_, starts_;
};

}  // namespace quadrille
