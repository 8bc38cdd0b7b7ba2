#pragma once

// The size limit of a term in a database, and the message for a longer one.

#include <cstddef>
#include <string>

namespace quadrille {

// The limit for a vocabulary's key: the text, with the datatype or language tag and a byte between them.
inline constexpr std::size_t kLongestTermBytes = std::size_t{64} << 20;

// "a term of 67108865 bytes is longer than the limit of 67108864 bytes (64 MiB): ..."
std::string too_long_term(std::size_t bytes);

}  // namespace quadrille
