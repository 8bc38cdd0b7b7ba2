#pragma once

// The lines that a user types, or those of a file or a pipe.
//
//   standard input and output are terminals   libedit: editing, history, suggestions at Tab; ~/.editrc counts
//   otherwise                                 lines as they are, without a prompt

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/shell/completion.hpp"

namespace quadrille::server {

struct InputLine {
  enum class Kind { text, interrupted, end } kind;
  std::string text = {};  // of a statement from the history: several lines
};

class LineInput {
 public:
  virtual ~LineInput() = default;
  // Waits. `interrupted`: by Control-C; the line is dropped.
  virtual InputLine read(const std::string& prompt) = 0;
  // Adds a statement or a command to the history.
  virtual void remember(const std::string& entry) = 0;
  virtual bool is_interactive() const = 0;
  // True if more input is there already: the line was not typed, but is within pasted text.
  virtual bool has_more() const = 0;
};

// Suggestions for the line up to the cursor.
using SuggestWords = std::function<Suggestions(std::string_view)>;

// For standard input. Sets the locale's LC_CTYPE, to one of UTF-8 if the system has one.
std::unique_ptr<LineInput> make_line_input(SuggestWords suggest_words);

}  // namespace quadrille::server
