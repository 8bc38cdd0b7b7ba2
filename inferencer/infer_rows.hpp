#pragma once

// infer_rows() computes what follows from the rows of all images by a rule set.
//
// The rows are gathered and evaluated on the first image; the others wait.

#include <functional>
#include <span>
#include <vector>

#include "inferencer/inference.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::inferencer {

struct GivenRows {
  std::vector<std::span<const TripleRow>> chunks;  // of this image, in its shared memory
  pgas::QueryArena* arena = nullptr;               // for a few blocks; outlives the Team::run()
};

// Collective. `huri_of`: as for infer(), on the first image. add(row) is called on the first image, for each row that
// none of the images has. `most`: as for infer(). `pulse` is called now and then, and may throw. All images
// get the same result, but only the first one has the contradictions. Messages: one for each chunk of an image of
// another group.
Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const std::function<void(const TripleRow&)>& add,
                     const std::function<void()>& pulse, std::optional<std::uint64_t> most = std::nullopt);

}  // namespace quadrille::inferencer
