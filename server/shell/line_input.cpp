#include "server/shell/line_input.hpp"

#include <langinfo.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "server/shell/detail/edited_input.hpp"
#include "server/shell/interrupt.hpp"
#include "server/shell/screen.hpp"

namespace quadrille::server {

namespace {

class PlainInput final : public LineInput {
 public:
  ~PlainInput() override { std::free(line_); }

  InputLine read(const std::string&) override {
    const auto size = ::getline(&line_, &room_, stdin);
    if (Interrupt::is_raised()) return {InputLine::Kind::interrupted};
    if (size < 0) return {InputLine::Kind::end};
    std::string_view line(line_, static_cast<std::size_t>(size));
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    return {InputLine::Kind::text, std::string(line)};
  }
  void remember(const std::string&) override {}
  bool is_interactive() const override { return false; }
  bool has_more() const override { return true; }

 private:
  char* line_ = nullptr;
  std::size_t room_ = 0;
};

void use_utf8() {
  if (std::setlocale(LC_CTYPE, "") && std::string_view(nl_langinfo(CODESET)) == "UTF-8") return;
  std::setlocale(LC_CTYPE, "C.UTF-8");
}

}  // namespace

std::unique_ptr<LineInput> make_line_input(SuggestWords suggest_words) {
  use_utf8();
  if (is_terminal(stdin) && is_terminal(stdout)) return std::make_unique<EditedInput>(std::move(suggest_words));
  return std::make_unique<PlainInput>();
}

}  // namespace quadrille::server
