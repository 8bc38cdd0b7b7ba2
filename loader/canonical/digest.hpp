#pragma once

// Digests of texts by SHA-256 or SHA-384 (FIPS 180-4), by OpenSSL. The order of digests is that of their hexadecimal
// forms.

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace quadrille::canonical {

enum class HashAlgorithm : std::uint8_t { sha256, sha384 };

struct Digest {
  std::array<unsigned char, 48> bytes{};  // 32 of SHA-256, then zeros; 48 of SHA-384

  auto operator<=>(const Digest&) const = default;
};

class Hasher {
 public:
  // Error (internal) if the library refuses the algorithm.
  explicit Hasher(HashAlgorithm algorithm);

  void add(std::string_view text);
  // The digest of the texts since the last call.
  Digest finish();
  Digest hash(std::string_view text) {
    add(text);
    return finish();
  }
  // In hexadecimal, lower case.
  void append_hexadecimal(std::string& out, const Digest& digest) const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
  std::size_t bytes_ = 0;  // of a digest
};

}  // namespace quadrille::canonical
