#pragma once

// A ValueEnd finds the end of a JSON value in text that comes piece by piece, without parsing it: it counts brackets
// outside of strings. Malformed values have an end, too; the parser reports what is wrong. Local.
// Cost: a step a byte.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quadrille::jsonld {

class ValueEnd {
 public:
  // `text` begins with the value and has grown since the last call. The offset behind the value; npos: more text is
  // needed. At the end of the stream, a value that has no brackets ends there: see is_scalar().
  std::size_t find(std::string_view text);
  // After find() has returned npos: forgets bytes that it has seen. The caller drops as many from the start of the
  // text.
  std::size_t forget_seen();
  bool is_scalar() const { return depth_ == 0 && !in_string_; }

 private:
  std::size_t skip_string(std::string_view text, std::size_t at);

  std::size_t at_ = 0;       // the bytes seen
  std::uint64_t depth_ = 0;  // of brackets
  bool in_string_ = false;
};

}  // namespace quadrille::jsonld
