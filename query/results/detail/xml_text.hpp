#pragma once

// Text in XML 1.0. What it cannot hold (most control characters, U+FFFE, U+FFFF) becomes U+FFFD.

#include <string>
#include <string_view>

#include "query/results/byte_set.hpp"

namespace quadrille::results {

// A text without any of these is written as it is.
const ByteSet& special_in_xml();
void append_xml_content(std::string& out, std::string_view text);
// Between double quotes.
void append_xml_attribute(std::string& out, std::string_view text);

}  // namespace quadrille::results
