#pragma once

// Functions for text in XML 1.0. Characters that XML cannot hold (most control characters, U+FFFE, U+FFFF) become
// U+FFFD.

#include <string>
#include <string_view>

#include "query/results/byte_set.hpp"

namespace quadrille::results {

// False if there is a character that XML cannot hold.
bool can_be_in_xml(std::string_view text);

// A text without any of these is written as it is.
const ByteSet& special_in_xml();
void append_xml_content(std::string& out, std::string_view text);
// For use between double quotes.
void append_xml_attribute(std::string& out, std::string_view text);

}  // namespace quadrille::results
