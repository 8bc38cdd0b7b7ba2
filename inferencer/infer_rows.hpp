#pragma once

// infer_rows() computes what follows from the rows of all images by a rule set; all images take part.

#include <functional>
#include <span>
#include <vector>

#include "inferencer/inference.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::inferencer {

struct GivenRows {
  std::vector<std::span<const TripleRow>> chunks;                    // of this image
  std::function<std::vector<Term>(std::span<const Huri>)> terms_of;  // of ImageFacts
  pgas::QueryArena* arena = nullptr;                                 // for what travels; outlives the Team::run()
};

// Collective. `huri_of`, `most` and the result: as for infer(). add(row) is called on one image for each row that none
// of the images has. `pulse`: of InferenceLimit. Private memory
// is charged to the arena: Error(memory). Messages: an exchange for each chunk of the image
// with the most chunks, and those of the rounds (evaluation.hpp).
Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const std::function<void(const TripleRow&)>& add,
                     const std::function<void(std::uint64_t work, std::uint64_t found)>& pulse,
                     std::optional<std::uint64_t> most = std::nullopt);

}  // namespace quadrille::inferencer
