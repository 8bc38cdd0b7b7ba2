#include "server/access/base64.hpp"

#include <sodium.h>

namespace quadrille::server {

namespace {

int variant_of(Base64 form) {
  return form == Base64::url ? sodium_base64_VARIANT_URLSAFE_NO_PADDING : sodium_base64_VARIANT_ORIGINAL;
}

}  // namespace

std::string encode_base64(std::string_view bytes, Base64 form) {
  std::string text(sodium_base64_encoded_len(bytes.size(), variant_of(form)), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    variant_of(form));
  text.pop_back();  // the zero at its end
  return text;
}

std::optional<std::string> decode_base64(std::string_view text, Base64 form) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  const int status = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                                       text.size(), nullptr, &size, &end, variant_of(form));
  if (status != 0 || end != text.data() + text.size()) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

}  // namespace quadrille::server
