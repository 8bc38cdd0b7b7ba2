#pragma once

// Base64 (RFC 4648), by libsodium. Decoding is strict: no other characters, and padding exactly where the form has it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

enum class Base64 : std::uint8_t {
  usual,  // section 4, with padding: HTTP Basic authentication
  url,    // section 5, without padding: JWTs and tokens
};

std::string encode_base64(std::string_view bytes, Base64 form);
// nullopt: `text` is not of this form.
std::optional<std::string> decode_base64(std::string_view text, Base64 form);

}  // namespace quadrille::server
