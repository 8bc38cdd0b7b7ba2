#include "server/shell/detail/edited_input.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/text.hpp"
#include "server/shell/interrupt.hpp"
#include "server/shell/screen.hpp"
#include "server/shell/shown_text.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 1000;
constexpr std::size_t kMostShown = 60;  // suggestions

EditedInput& input_of(EditLine* editor) {
  void* data = nullptr;
  el_get(editor, EL_CLIENTDATA, &data);
  return *static_cast<EditedInput*>(data);
}

char* prompt_of(EditLine* editor) {
  return input_of(editor).prompt();
}

unsigned char complete_word(EditLine* editor, int) {
  return input_of(editor).complete();
}

// Prints suggestions in columns below the line.
void show_suggestions(const std::vector<std::string>& words) {
  std::size_t widest = 0;
  const std::size_t shown = std::min(words.size(), kMostShown);
  for (std::size_t at = 0; at < shown; ++at) widest = std::max(widest, columns_of(words[at]));
  const std::size_t in_line = std::max<std::size_t>(1, screen_size().columns / (widest + 2));
  std::string text = "\n";
  for (std::size_t at = 0; at < shown; ++at) {
    const bool is_last = (at + 1) % in_line == 0 || at + 1 == shown;
    text += words[at] + (is_last ? "\n" : std::string(widest + 2 - columns_of(words[at]), ' '));
  }
  if (shown < words.size()) text += fmt::format("and {} more\n", words.size() - shown);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// Makes a folder that only its owner may read, and those above it.
void make_private_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder.parent_path(), ignored);
  mkdir(folder.c_str(), S_IRWXU);
}

}  // namespace

fs::path history_file() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  if (state && *state == '/') return fs::path(state) / "quadrille/history";
  return home && *home == '/' ? fs::path(home) / ".local/state/quadrille/history" : fs::path();
}

EditedInput::EditedInput(SuggestWords suggest_words)
    : suggest_words_(std::move(suggest_words)), history_file_(server::history_file()) {
  history_ = history_init();
  HistEvent event{};
  history(history_, &event, H_SETSIZE, kMostEntries);
  history(history_, &event, H_SETUNIQUE, 1);
  if (!history_file_.empty()) history(history_, &event, H_LOAD, history_file_.c_str());
  editor_ = el_init("quadrille", stdin, stdout, stderr);
  el_set(editor_, EL_CLIENTDATA, this);
  el_set(editor_, EL_PROMPT, prompt_of);
  el_set(editor_, EL_EDITOR, "emacs");
  el_set(editor_, EL_SIGNAL, 1);
  el_set(editor_, EL_HIST, history, history_);
  el_set(editor_, EL_ADDFN, "complete-word", "Complete the word", complete_word);
  el_set(editor_, EL_BIND, "^I", "complete-word", nullptr);
  el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_source(editor_, nullptr);
}

EditedInput::~EditedInput() {
  el_end(editor_);
  history_end(history_);
}

InputLine EditedInput::read(const std::string& prompt) {
  prompt_ = prompt;
  el_resize(editor_);
  int count = 0;
  const char* const line = el_gets(editor_, &count);
  if (Interrupt::is_raised()) {
    std::fputs("^C\n", stdout);
    return {InputLine::Kind::interrupted};
  }
  if (!line || count <= 0) {
    std::fputs("\n", stdout);
    return {InputLine::Kind::end};
  }
  std::string text(line, static_cast<std::size_t>(count));
  while (text.ends_with('\n')) text.pop_back();
  return {InputLine::Kind::text, std::move(text)};
}

void EditedInput::remember(const std::string& entry) {
  HistEvent event{};
  history(history_, &event, H_ENTER, entry.c_str());
  if (history_file_.empty()) return;
  make_private_folder(history_file_.parent_path());
  const mode_t before = umask(S_IRWXG | S_IRWXO);
  history(history_, &event, H_SAVE, history_file_.c_str());
  umask(before);
}

bool EditedInput::has_more() const {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

unsigned char EditedInput::complete() {
  const LineInfo* const line = el_line(editor_);
  const std::string_view before(line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
  if (trimmed(before.substr(before.rfind('\n') + 1)).empty()) {  // the indentation of a line, perhaps of pasted text
    el_insertstr(editor_, "  ");
    return CC_REFRESH;
  }
  Suggestions found = suggest_words_(before);
  std::erase_if(found.words, [](const std::string& one) { return shown_text(one, LineEnds::escaped) != one; });
  if (found.words.empty()) return CC_ERROR;
  const std::string_view word = before.substr(before.size() - found.word_bytes);
  const bool is_only = found.words.size() == 1;
  std::string whole = common_beginning(found.words);
  if (is_only && !whole.ends_with('/') && !whole.ends_with(':')) whole += ' ';
  if (whole.size() > word.size() || (is_only && whole != word)) {
    el_deletestr(editor_, static_cast<int>(count_characters(word)));
    el_insertstr(editor_, whole.c_str());
    return CC_REFRESH;
  }
  show_suggestions(found.words);
  return CC_REDISPLAY;
}

}  // namespace quadrille::server
