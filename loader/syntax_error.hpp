#pragma once

// What is wrong in a document, where, and what happens then.
//
//   stop   the first error is thrown as Error(ErrorKind::syntax, "FILE:LINE:COLUMN: reason")
//   skip   errors are counted and given to a callback, reading goes on after the statement
//
// A Fault says where in a piece of text (a line, a statement); a SyntaxErrorAt says where in a file.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace quadrille {

struct Fault {
  std::size_t offset = 0;  // bytes from the begin of the text
  std::string reason;
};

struct SyntaxErrorAt {
  std::string file;
  std::uint64_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in characters
  std::string reason;
  std::string text_of_line;  // N-Triples, N-Quads: the line; Turtle, TriG: the statement; RDF/XML: empty
};

// "FILE:LINE:COLUMN: reason"
std::string to_string(const SyntaxErrorAt& error);

// One entry of a reject file: the reason as a comment, then the text as it was, so that a mended file can be loaded.
void append_reject(std::string& out, const SyntaxErrorAt& error);

// Local; one a reader, not shared between threads.
class ErrorPolicy {
 public:
  using Reject = std::function<void(const SyntaxErrorAt&)>;

  static ErrorPolicy stop() { return ErrorPolicy(true, {}); }
  static ErrorPolicy skip(Reject on_reject = {}) { return ErrorPolicy(false, std::move(on_reject)); }

  void report(const SyntaxErrorAt& error);
  std::uint64_t rejects() const { return rejects_; }

 private:
  ErrorPolicy(bool stops, Reject on_reject) : stops_(stops), on_reject_(std::move(on_reject)) {}

  bool stops_;
  Reject on_reject_;
  std::uint64_t rejects_ = 0;
};

// Puts a fault in `text`, which begins at `line` and `column` of `file`, where it belongs in the file.
SyntaxErrorAt locate(const Fault& fault, std::string_view text, std::string file, std::uint64_t line,
                     std::uint32_t column = 1);

}  // namespace quadrille
