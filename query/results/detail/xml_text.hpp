#pragma once

// Functions for text in XML 1.0. Characters that XML cannot hold (most control characters, U+FFFE, U+FFFF) become
// U+FFFD, or are refused: then the functions throw XmlRefusal.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_set.hpp"

namespace quadrille::results {

enum class BeyondXml : std::uint8_t { replaced, refused };

// A text without any of these is written as it is.
const ByteSet& special_in_xml();
void append_xml_content(std::string& out, std::string_view text, BeyondXml beyond = BeyondXml::replaced);
// For use between double quotes.
void append_xml_attribute(std::string& out, std::string_view text, BeyondXml beyond = BeyondXml::replaced);

}  // namespace quadrille::results
