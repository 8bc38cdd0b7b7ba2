#pragma once

// The estimate of a text's memory cost before it is parsed. A few bytes can become a thousand: "1 " in a collection is
// two triples and a variable. A server that accepts texts of many megabytes checks this first, so no text exhausts its
// memory.

#include <cstdint>
#include <string_view>

namespace quadrille::parser {

// Local. The approximate maximum of bytes that tokens, tree and algebra of a query or update take. It is the sum of the
// maxima of all tokens; for most texts parsing takes a third of it. Costs 20 ns a token. Throws Error(syntax) if the
// text is not UTF-8.
std::uint64_t estimated_parse_bytes(std::string_view text);

}  // namespace quadrille::parser
