#pragma once

// Effective changes as the log keeps them (quadstore/log/change_text.hpp): terms, deletes first.

#include <functional>
#include <string_view>

#include "query/context.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Collective, since terms of other groups are fetched; local in effect where there is one group. Calls take(lines) with
// whole lines of this image's changes, about a MB at a time.
void write_change_lines(Context& context, const QuadChanges& changes,
                        const std::function<void(std::string_view lines)>& take);

}  // namespace quadrille::query
