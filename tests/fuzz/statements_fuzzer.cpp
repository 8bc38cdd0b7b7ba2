// Statements of Turtle and TriG for the scanner and the check of the grammar. For any document:
//
//   T1  The scanner takes exactly the statements in which the check finds no fault.
//   T2  The terms that a quad claims to share with the previous one are equal.
//   T3  The size of the window makes no difference.
//   T4  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).
//
// The first byte selects the syntax and the size of the window.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "loader/rdf/testing/document_reading.hpp"

namespace {

using namespace quadrille;

[[noreturn]] void give_up(const char* rule, const std::string& what, std::string_view text) {
  std::fprintf(stderr, "%s: %s\n%.*s\n", rule, what.c_str(), static_cast<int>(text.size()), text.data());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Syntax syntax = data[0] % 2 == 0 ? Syntax::turtle : Syntax::trig;
  const std::size_t window_bytes = 1 + data[0] / 2;
  if (const std::string what = testing::fault_of_reading(text, syntax, kStatementWindowBytes); !what.empty()) {
    give_up("T1, T2", what, text);
  }
  const testing::DocumentReading small = testing::read_document(text, syntax, window_bytes);
  const testing::DocumentReading large = testing::read_document(text, syntax, kStatementWindowBytes);
  if (small.quads != large.quads || small.errors != large.errors) give_up("T3", std::to_string(window_bytes), text);
  return 0;
}
