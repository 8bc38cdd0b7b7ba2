#include "query/expression/digest.hpp"

#include <openssl/evp.h>

#include <string>

namespace quadrille::query {

namespace {

Value digest(const Value& text, const EVP_MD* algorithm, Arena& arena) {
  if (text.kind() != ValueKind::string) return Value::error();
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  // A machine in FIPS mode refuses MD5: the function then has no value.
  if (EVP_Digest(text.text().data(), text.text().size(), bytes, &size, algorithm, nullptr) != 1) return Value::error();
  std::string hexadecimal;
  for (unsigned i = 0; i < size; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    hexadecimal += {kDigits[bytes[i] >> 4], kDigits[bytes[i] & 15]};
  }
  return Value::string(keep(hexadecimal, arena));
}

}  // namespace

Value md5(const Value& text, Arena& arena) {
  return digest(text, EVP_md5(), arena);
}

Value sha1(const Value& text, Arena& arena) {
  return digest(text, EVP_sha1(), arena);
}

Value sha256(const Value& text, Arena& arena) {
  return digest(text, EVP_sha256(), arena);
}

Value sha384(const Value& text, Arena& arena) {
  return digest(text, EVP_sha384(), arena);
}

Value sha512(const Value& text, Arena& arena) {
  return digest(text, EVP_sha512(), arena);
}

}  // namespace quadrille::query
