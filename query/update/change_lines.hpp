#pragma once

// Effective changes as the log keeps them, terms in the place of HURIs: what clears graphs first, then deletes, then
// inserts. As lines (quadstore/log/change_text.hpp), or, where they are many, as blocks (change_block.hpp).

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "query/table/context.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Pieces of the log: each some whole lines, about a MB at most, or one block.
using LogPieces = std::vector<std::string>;

// Collective, since terms of other groups are fetched; local in effect where there is one group. Appends this image's
// changes.
void append_changes(Context& context, const QuadChanges& changes, LogPieces& pieces);

// Collective likewise, with the same graphs on all images: the lines that clear them.
std::string clear_lines(Context& context, const QuadChanges& changes);

// Collective likewise. What is deleted and inserted as lines, whatever its number: calls take(lines) with whole lines,
// about a MB at a time.
void write_change_lines(Context& context, const QuadChanges& changes,
                        const std::function<void(std::string_view lines)>& take);

}  // namespace quadrille::query
