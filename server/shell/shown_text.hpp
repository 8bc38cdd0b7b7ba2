#pragma once

// Text for a terminal. Terms and messages come from others: without this a literal could move the cursor, change the
// colours, or hide what is beside it.
//
// Widths are in columns, by wcwidth(3): two for most characters of East Asia, none for combining marks. They depend on
// the locale of the process (LC_CTYPE), which must be one of UTF-8.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::server {

enum class LineEnds : std::uint8_t { kept, escaped };  // and tabs; CR LF is a line end, too

// Control characters, marks that change the direction of text, and characters that the locale does not know become
// \u001B and the like, bytes that are not UTF-8 become \xFF. The result has only characters that are shown.
std::string shown_text(std::string_view text, LineEnds ends);

// The columns of such a text.
std::size_t columns_of(std::string_view shown);

// Cut to at most `columns`, with an ellipsis if it is cut: an IRI in brackets between its host and its end, where IRIs
// differ; other texts at their end.
std::string cut_to(std::string_view shown, std::size_t columns);

}  // namespace quadrille::server
