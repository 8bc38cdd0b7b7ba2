#pragma once

// The common beginning of pages for browsers, and text in them. No page has a script.

#include <string>
#include <string_view>

namespace quadrille::results {

// The page up to the beginning of the body: the doctype, the charset, a title, the style. An answer in HTML begins
// with this, so that a server may insert content between it and the table.
std::string_view html_opening();

// Escapes text, or an attribute's value between double quotes.
void append_html(std::string& out, std::string_view text);

}  // namespace quadrille::results
