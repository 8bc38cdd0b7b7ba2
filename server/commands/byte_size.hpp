#pragma once

// The parser of sizes as users write them: "512M", "2G", "1.5 GiB", "65536". K, M, G, T are powers of 1024; "B" and
// "iB" may follow.

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::server {

// In bytes; nullopt for a text that is no size, is negative or has more than 63 bits.
std::optional<std::uint64_t> parse_byte_size(std::string_view text);

}  // namespace quadrille::server
