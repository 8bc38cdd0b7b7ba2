#pragma once

// Text in XML 1.0. What it cannot hold (most control characters, U+FFFE, U+FFFF) becomes U+FFFD.

#include <string>
#include <string_view>

namespace quadrille::results {

void append_xml_content(std::string& out, std::string_view text);
// Between double quotes.
void append_xml_attribute(std::string& out, std::string_view text);

}  // namespace quadrille::results
