#pragma once

// Statements: queries and updates as they are typed, over any number of lines.
//
//   quadrille> SELECT * {            a line that ends with ; outside of brackets and strings ends the statement,
//         ...>   ?s ?p ?o }          and so does an empty line
//         ...>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

// The kind of a statement, by its first word behind PREFIX and BASE.
enum class StatementKind : std::uint8_t {
  select,
  ask,
  graph,     // CONSTRUCT, DESCRIBE
  update,    // INSERT, DELETE, LOAD, ...
  prologue,  // PREFIX and BASE alone
  unknown,   // a mistake: the server describes it
};

StatementKind kind_of(std::string_view text);

// True if the text can be a whole statement: no bracket or string is open, and it has the pattern that its kind needs.
bool is_complete(std::string_view text);

// What an empty line does. `ends`: it ends every statement; of one that is not complete the server then describes what
// is missing. `ends_whole`: it ends complete ones alone, since scripts and pasted text have empty lines inside of
// statements.
enum class EmptyLine : std::uint8_t { ends, ends_whole };

// Collects lines up to the ends of statements.
class StatementReader {
 public:
  // Returns the statements that end in `lines`, without their semicolons. An empty line never ends a long string.
  std::vector<std::string> add(std::string_view lines, EmptyLine empty_line = EmptyLine::ends_whole);
  // The text of the statement that has begun; empty: none.
  const std::string& begun() const { return text_; }
  // True if it ends in the middle of a long string, so that the next line is a part of it whatever it is.
  bool is_in_string() const;
  // Ends it, or drops it.
  std::string take();

 private:
  bool add_line(std::string_view line, EmptyLine empty_line);

  std::string text_;
  std::size_t scanned_ = 0;  // bytes of text_ up to the line that the present token begins in
  int depth_ = 0;            // brackets that are open there
};

}  // namespace quadrille::server
