#pragma once

// Random secrets, and how they are compared and stored. All functions are thread-safe.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::server {

inline constexpr std::string_view kTokenPrefix = "qdt_";  // of tokens of accounts
inline constexpr std::string_view kRunPrefix = "qdr_";    // of the credential of a run
inline constexpr std::size_t kSecretBytes = 32;

// `prefix` and 256 random bits in base64url without padding (RFC 4648, 5). Throws Error(internal) if the system has no
// randomness.
std::string random_secret(std::string_view prefix);

// Takes the same time for all texts of one length.
bool is_same_secret(std::string_view a, std::string_view b);

using Sha256 = std::array<std::uint8_t, 32>;
Sha256 sha256(std::string_view text);
std::string hex(const Sha256& digest);

// A hash with a random key of this process: equal only for equal parts, and of no use to others.
Sha256 keyed_hash(std::string_view first, std::string_view second);

// Prepares libsodium, once in a process. The other functions here do it.
void prepare_sodium();

}  // namespace quadrille::server
