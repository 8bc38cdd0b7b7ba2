#pragma once

// What a query has really done, operator by operator, over all images of its team.

#include <string>

#include "query/operator.hpp"

namespace quadrille::query {

// Collective, after the plan has run. The plan as text, one operator a line:
//
//   IndexJoin inner spo(?0 ..)  [~120 rows]  118 rows, 1.3 ms, 4 messages, 2048 bytes
//
// rows        handed on, by all images together
// time        of the operator itself, without those below it, on the image where it took longest
// messages    between groups, sent by all images for this operator, and the bytes that they carried
std::string profile_text(pgas::Team& team, const Operator& root);

}  // namespace quadrille::query
