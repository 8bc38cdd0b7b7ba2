#include "tests/support/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/assert.hpp"

namespace quadrille::tests {

struct Sha256::Context {
  Context() { QUADRILLE_ASSERT(digest != nullptr, "OpenSSL has memory for a digest"); }
  ~Context() { EVP_MD_CTX_free(digest); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  EVP_MD_CTX* const digest = EVP_MD_CTX_new();
};

Sha256::Sha256() : context_(std::make_shared<Context>()) {
  QUADRILLE_ASSERT(EVP_DigestInit_ex(context_->digest, EVP_sha256(), nullptr) == 1, "OpenSSL knows SHA-256");
}

void Sha256::add(std::string_view bytes) {
  QUADRILLE_ASSERT(EVP_DigestUpdate(context_->digest, bytes.data(), bytes.size()) == 1, "a digest takes bytes");
}

std::string Sha256::hex() const {
  const Context copy;
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  QUADRILLE_ASSERT(EVP_MD_CTX_copy_ex(copy.digest, context_->digest) == 1, "a digest can be copied");
  QUADRILLE_ASSERT(EVP_DigestFinal_ex(copy.digest, sum, &size) == 1, "a digest can be finished");
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", sum[i]);
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

}  // namespace quadrille::tests
