#pragma once

// Lines edited with libedit. One in a process.

#include <histedit.h>

#include <filesystem>
#include <string>

#include "server/shell/line_input.hpp"

namespace quadrille::server {

class EditedInput final : public LineInput {
 public:
  explicit EditedInput(SuggestWords suggest_words);
  ~EditedInput() override;
  EditedInput(const EditedInput&) = delete;
  EditedInput& operator=(const EditedInput&) = delete;

  InputLine read(const std::string& prompt) override;
  // Also writes the file of the history, which only its owner may read.
  void remember(const std::string& entry) override;
  bool is_interactive() const override { return true; }
  bool has_more() const override;

  // For libedit.
  char* prompt() { return prompt_.data(); }
  unsigned char complete();

 private:
  const SuggestWords suggest_words_;
  const std::filesystem::path history_file_;  // empty: there is no place for it
  std::string prompt_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
};

// $XDG_STATE_HOME/quadrille/history, by default below ~/.local/state; empty without a home.
std::filesystem::path history_file();

}  // namespace quadrille::server
