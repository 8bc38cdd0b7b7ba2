#include "server/access/secrets.hpp"

#include <sodium.h>

#include "base/error.hpp"
#include "server/access/base64.hpp"

namespace quadrille::server {

void prepare_sodium() {
  static const bool is_ready = sodium_init() >= 0;
  if (!is_ready) fail(ErrorKind::internal, "libsodium cannot be used on this system");
}

std::string random_secret(std::string_view prefix) {
  prepare_sodium();
  std::array<char, kSecretBytes> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  std::string text = encode_base64({bytes.data(), bytes.size()}, Base64::url);
  sodium_memzero(bytes.data(), bytes.size());
  return std::string(prefix) + text;
}

bool is_same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

Sha256 sha256(std::string_view text) {
  static_assert(crypto_hash_sha256_BYTES == sizeof(Sha256));
  Sha256 digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return digest;
}

std::string hex(const Sha256& digest) {
  std::array<char, 2 * sizeof(Sha256) + 1> text;
  sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
  return text.data();
}

Sha256 keyed_hash(std::string_view first, std::string_view second) {
  prepare_sodium();
  static const auto key = [] {
    std::array<unsigned char, crypto_generichash_KEYBYTES> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
  }();
  const std::uint64_t size = first.size();  // so that no two pairs have the same bytes
  crypto_generichash_state state;
  Sha256 digest;
  crypto_generichash_init(&state, key.data(), key.size(), digest.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&size), sizeof(size));
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(first.data()), first.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(second.data()), second.size());
  crypto_generichash_final(&state, digest.data(), digest.size());
  return digest;
}

}  // namespace quadrille::server
