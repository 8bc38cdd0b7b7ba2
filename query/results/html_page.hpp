#pragma once

// Pages for browsers: what all of them begin with, and text in them. No page has a script.

#include <string>
#include <string_view>

namespace quadrille::results {

// Up to where the body begins: the doctype, the charset, a title, the style. An answer in HTML begins with this, so
// that a server may put something of its own between it and the table.
std::string_view html_opening();

// Text, or an attribute's value between double quotes.
void append_html(std::string& out, std::string_view text);

}  // namespace quadrille::results
