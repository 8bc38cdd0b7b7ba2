#pragma once

// SHA-256 of text that arrives in pieces.

#include <memory>
#include <string>
#include <string_view>

namespace quadrille::tests {

class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);

  // The checksum of all bytes so far, as 64 lower-case hexadecimal digits; more can be added afterwards.
  std::string hex() const;

 private:
  struct Context;
  std::shared_ptr<Context> context_;
};

std::string sha256(std::string_view bytes);

}  // namespace quadrille::tests
