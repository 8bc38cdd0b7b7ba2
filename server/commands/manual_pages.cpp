#include "server/commands/manual_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "server/commands/command_tree.hpp"
#include "server/commands/program_version.hpp"

namespace quadrille::server {

namespace {

// Text with the letters replaced that man(1) would take as commands, or print as others than those of a keyboard.
std::string roff(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += letter;
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string slanted(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

std::string upper(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

// A sentence of the help, which has no full stop.
std::string sentence(const std::string& text) {
  return roff(text) + (text.ends_with('.') ? "\n" : ".\n");
}

// Paragraphs and literal lines, which are indented, as the help has them.
class Prose {
 public:
  void add(const std::string& line) {
    const bool is_literal = line.starts_with("  ");
    if (line.empty()) {
      gap_ = true;
      return;
    }
    if (is_literal != literal_) switch_kind(is_literal);
    if (gap_ && !text_.empty() && !fresh_) text_ += literal_ ? "\n" : ".PP\n";
    gap_ = fresh_ = false;
    text_ += roff(is_literal ? line.substr(2) : line) + "\n";
  }
  std::string finish() {
    if (literal_) switch_kind(false);
    return std::move(text_);
  }

 private:
  void switch_kind(bool is_literal) {
    if (is_literal) {
      text_ += text_.empty() ? ".nf\n" : ".PP\n.nf\n";
    } else {
      text_ += ".fi\n";
      gap_ = true;
    }
    fresh_ = is_literal;
    literal_ = is_literal;
  }

  std::string text_;
  bool literal_ = false;
  bool gap_ = false;
  bool fresh_ = true;  // nothing has been written that a gap could separate
};

// The text of a help in sections: a line "Examples:" begins that of examples.
struct HelpText {
  std::string description;
  std::string examples;
};

HelpText help_text(const std::string& text) {
  Prose description, examples;
  bool in_examples = false;
  for (const std::string& line : CLI::detail::split(text, '\n')) {
    if (line == "Examples:") {
      in_examples = true;
    } else {
      (in_examples ? examples : description).add(line);
    }
  }
  return {description.finish(), examples.finish()};
}

std::string option_head(const CLI::Option& option) {
  std::string head;
  for (const std::string& name : dashed_names(option)) head += (head.empty() ? "" : ", ") + bold(name);
  if (option.get_positional()) head = slanted(option.get_name(true));
  if (value_kind(option) != ValueKind::none && !option.get_positional()) head += " " + slanted(type_of(option));
  return head;
}

std::string options_text(const CLI::App& command) {
  std::string text;
  std::vector<const CLI::Option*> options = positionals_of(command);
  std::ranges::copy(named_options(command), std::back_inserter(options));
  for (const CLI::Option* const option : options) {
    text += fmt::format(".TP\n{}\n{}", option_head(*option), sentence(option->get_description()));
    if (!option->get_envname().empty()) text += fmt::format("Environment: {}.\n", bold(option->get_envname()));
  }
  return text;
}

std::string synopsis(const PlacedCommand& placed) {
  std::string line = bold(fmt::format("{}", fmt::join(placed.path, " ")));
  const auto below = commands_below(*placed.command);
  if (!below.empty()) return line + " " + slanted("COMMAND") + " [" + slanted("OPTIONS") + "]\n";
  line += " [" + slanted("OPTIONS") + "]";
  for (const CLI::Option* const option : positionals_of(*placed.command)) {
    const std::string name = slanted(option->get_name(true)) + (option->get_items_expected_max() > 1 ? "..." : "");
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  return line + "\n";
}

std::string section(const char* title, const std::string& text) {
  return text.empty() ? "" : fmt::format(".SH {}\n{}", title, text);
}

std::string list_of_commands(const CLI::App& program) {
  std::string text;
  for (const CLI::App* const command : commands_below(program)) {
    text += fmt::format(".TP\n{}(1)\n{}", bold("quadrille-" + command->get_name()), sentence(first_line(*command)));
  }
  return text;
}

// The commands below one that has its own page, in full.
std::string lower_commands(const PlacedCommand& top) {
  std::string text;
  for (const PlacedCommand& placed : all_commands(*top.command)) {
    if (placed.path.size() < 2 || !commands_below(*placed.command).empty()) continue;
    const CommandPath path = [&] {
      CommandPath whole{top.path.front()};
      std::ranges::copy(placed.path, std::back_inserter(whole));
      return whole;
    }();
    const std::string footer = placed.command->get_footer();
    const HelpText help = help_text(footer == top.command->get_footer() ? "" : footer);
    text += fmt::format(".SS {}\n{}.PP\n{}{}", roff(fmt::format("{}", fmt::join(path, " "))),
                        sentence(first_line(*placed.command)), synopsis({placed.command, path}),
                        options_text(*placed.command));
    if (!help.description.empty()) text += ".PP\n" + help.description;
    if (!help.examples.empty()) text += ".PP\nExamples:\n.PP\n" + help.examples;
  }
  return text;
}

std::string see_also(const CLI::App& program, const std::string& but) {
  std::vector<std::string> names;
  for (const std::string& name : manual_page_names(program)) {
    if (name != but) names.push_back(bold(name) + "(1)");
  }
  return fmt::format("{}\n", fmt::join(names, ",\n"));
}

std::string lower_first(std::string text) {
  const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (is_word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string page_head(const std::string& name, const std::string& does) {
  return fmt::format(".TH {} 1 {} \"Quadrille\" \"Quadrille\"\n.SH NAME\n{} \\- {}\n", upper(roff(name)), kProgramDate,
                     roff(name), roff(does));
}

std::string program_page(const CLI::App& program) {
  const PlacedCommand top = all_commands(program).front();
  const std::string description = program.get_description();
  const HelpText text = help_text(description), end = help_text(program.get_footer());
  return page_head("quadrille", "RDF database with SPARQL, for one machine or many") +
         section("SYNOPSIS", synopsis(top)) + section("DESCRIPTION", text.description) +
         section("COMMANDS", list_of_commands(program)) + section("OPTIONS", options_text(program)) +
         section("NOTES", end.description) + section("SEE ALSO", see_also(program, "quadrille"));
}

std::string command_page(const CLI::App& program, const PlacedCommand& placed) {
  const std::string name = fmt::format("{}", fmt::join(placed.path, "-"));
  const HelpText help = help_text(placed.command->get_footer());
  return page_head(name, lower_first(first_line(*placed.command))) + section("SYNOPSIS", synopsis(placed)) +
         section("DESCRIPTION",
                 sentence(first_line(*placed.command)) + (help.description.empty() ? "" : ".PP\n" + help.description)) +
         section("OPTIONS", options_text(*placed.command)) + section("COMMANDS", lower_commands(placed)) +
         section("EXAMPLES", help.examples) + section("SEE ALSO", see_also(program, name));
}

}  // namespace

std::vector<std::string> manual_page_names(const CLI::App& program) {
  std::vector<std::string> names{"quadrille"};
  for (const CLI::App* const command : commands_below(program)) names.push_back("quadrille-" + command->get_name());
  return names;
}

std::optional<std::string> manual_page(const CLI::App& program, const std::string& name) {
  if (name == "quadrille") return program_page(program);
  for (const CLI::App* const command : commands_below(program)) {
    if (name == "quadrille-" + command->get_name()) {
      return command_page(program, {command, {"quadrille", command->get_name()}});
    }
  }
  return std::nullopt;
}

}  // namespace quadrille::server
