#pragma once

// Describes an error in a document and its place, and defines the policy for errors.
//
//   stop   the first error is thrown as Error(ErrorKind::syntax, "FILE:LINE:COLUMN: reason")
//   skip   errors are counted and passed to a callback; reading continues after the statement
//
// After some errors the rest of a file cannot be read: broken XML, a file that is no RDF. These are counted separately.
//
// A Fault has a place in a piece of text (a line, a statement); a SyntaxErrorAt has a place in a file.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

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
  bool ends_file = false;    // the rest of the file, from this line on, is not read
};

// "FILE:LINE:COLUMN: reason"
std::string to_string(const SyntaxErrorAt& error);

// Of an error that ends its file: "the rest of FILE could not be read, from line LINE: reason".
std::string unread_rest(const SyntaxErrorAt& error);

// Appends an entry of a reject file: the reason as a comment, then the unchanged text, so that a repaired file can be
// loaded.
void append_reject(std::string& out, const SyntaxErrorAt& error);

// Local; one for each reader, not shared between threads.
class ErrorPolicy {
 public:
  using Reject = std::function<void(const SyntaxErrorAt&)>;
  using Rest = std::function<void(std::string_view)>;

  static ErrorPolicy stop() { return ErrorPolicy(true, {}); }
  // `on_rest` receives the unread rest of a file, piece by piece, after on_reject has received its error.
  static ErrorPolicy skip(Reject on_reject = {}, Rest on_rest = {}) {
    return ErrorPolicy(false, std::move(on_reject), std::move(on_rest));
  }

  // For what is read although something about it is doubtful. Without a callback, warnings are dropped.
  void set_warnings(Reject on_warning) { on_warning_ = std::move(on_warning); }
  void warn(const SyntaxErrorAt& warning);

  void report(const SyntaxErrorAt& error);
  bool stops() const { return stops_; }                         // report() throws
  std::uint64_t rejects() const { return rejects_; }            // statements
  std::uint64_t unread_files() const { return unread_files_; }  // files with an error that ends them

  // True if the rest of a file is wanted; then the reader passes it to keep_rest().
  bool keeps_rest() const { return static_cast<bool>(on_rest_); }
  void keep_rest(std::string_view text) { on_rest_(text); }

 private:
  ErrorPolicy(bool stops, Reject on_reject, Rest on_rest = {})
      : stops_(stops), on_reject_(std::move(on_reject)), on_rest_(std::move(on_rest)) {}

  bool stops_;
  Reject on_reject_;
  Rest on_rest_;
  Reject on_warning_;
  std::string last_warning_;
  std::uint64_t rejects_ = 0;
  std::uint64_t unread_files_ = 0;
};

// Converts a fault in `text`, which begins at `line` and `column` of `file`, to its place in the file.
SyntaxErrorAt locate(const Fault& fault, std::string_view text, std::string file, std::uint64_t line,
                     std::uint32_t column = 1);

}  // namespace quadrille
