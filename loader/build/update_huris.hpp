#pragma once

// Update HURIs (CGE21 6.2) replaces the provisional words of rows by HURIs, with an array gather.

#include <span>

#include "dictionary/huri.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/quad_log.hpp"
#include "loader/build/rank_triples.hpp"

namespace quadrille {

// Local. huris: by local id.
void update_rows(std::span<TripleRow> rows, std::span<const Huri> huris);
void update_rows(std::span<QuadRow> rows, std::span<const Huri> huris);
// Also replaces the words of triple terms, of the only part of the input.
void update_huris(BuildContext& context, QuadLog& log, std::span<const Huri> huris, const TripleRanks& triples);

}  // namespace quadrille
