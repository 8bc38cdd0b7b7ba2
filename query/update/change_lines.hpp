#pragma once

// Functions that write effective changes in the form of the log, with terms in place of HURIs: first the clearing of
// graphs, then deletes, then inserts. They write lines (quadstore/log/change_text.hpp), or blocks if there are many
// changes (change_block.hpp).

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "query/table/context.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Pieces of the log: each is some whole lines, about a MB at most, or one block.
using LogPieces = std::vector<std::string>;

// Collective, since terms of other groups are fetched; without messages if there is one group. Appends this image's
// changes.
void append_changes(Context& context, const QuadChanges& changes, LogPieces& pieces);

// Collective in the same way, with the same graphs on all images: the lines that clear them.
std::string clear_lines(Context& context, const QuadChanges& changes);

// Collective in the same way. Writes deletes and inserts as lines, whatever their number: calls take(lines) with whole
// lines, about a MB at a time.
void write_change_lines(Context& context, const QuadChanges& changes,
                        const std::function<void(std::string_view lines)>& take);

}  // namespace quadrille::query
