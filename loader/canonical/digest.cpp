#include "loader/canonical/digest.hpp"

#include <openssl/evp.h>

#include "base/error.hpp"

namespace quadrille::canonical {

namespace {

void need(int result) {
  if (result != 1) fail(ErrorKind::internal, "OpenSSL cannot compute digests by SHA-256 and SHA-384");
}

}  // namespace

void Hasher::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Hasher::Hasher(HashAlgorithm algorithm) : context_(EVP_MD_CTX_new()) {
  const EVP_MD* const method = algorithm == HashAlgorithm::sha256 ? EVP_sha256() : EVP_sha384();
  need(context_ ? EVP_DigestInit_ex(context_.get(), method, nullptr) : 0);
  bytes_ = static_cast<std::size_t>(EVP_MD_size(method));
}

void Hasher::add(std::string_view text) {
  need(EVP_DigestUpdate(context_.get(), text.data(), text.size()));
}

// Without a method, the initialization keeps the one of the context, which is not looked up again.
Digest Hasher::finish() {
  Digest digest;
  need(EVP_DigestFinal_ex(context_.get(), digest.bytes.data(), nullptr));
  need(EVP_DigestInit_ex(context_.get(), nullptr, nullptr));
  return digest;
}

void Hasher::append_hexadecimal(std::string& out, const Digest& digest) const {
  constexpr char kDigits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes_; ++i) {
    out += kDigits[digest.bytes[i] >> 4];
    out += kDigits[digest.bytes[i] & 15];
  }
}

}  // namespace quadrille::canonical
