#pragma once

// For tests: a text as a source of bytes that arrive in small parts.

#include <algorithm>
#include <string>
#include <utility>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::testing {

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string text, std::size_t part_bytes = 1 << 20)
      : text_(std::move(text)), part_bytes_(part_bytes) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t size = std::min({to.size(), part_bytes_, text_.size() - at_});
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(at_), size, to.begin());
    at_ += size;
    return size;
  }

 private:
  std::string text_;
  std::size_t part_bytes_;
  std::size_t at_ = 0;
};

}  // namespace quadrille::testing
