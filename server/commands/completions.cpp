#include "server/commands/completions.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "server/commands/command_tree.hpp"

namespace quadrille::server {

namespace {

// The words after the program's name, as the scripts compare them: " rules add".
std::string words_after_program(const CommandPath& path) {
  std::string words;
  for (std::size_t at = 1; at < path.size(); ++at) words += " " + path[at];
  return words;
}

// A text between single quotes of a shell. Fish ends the quotes by a backslash, too.
std::string quoted_for_shell(const std::string& text, bool is_fish = false) {
  std::string out = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      out += is_fish ? "\\'" : "'\\''";
    } else if (letter == '\\' && is_fish) {
      out += "\\\\";
    } else {
      out += letter;
    }
  }
  return out + "'";
}

// --- bash ---

constexpr std::string_view kBashHead = R"(# Completion of quadrille for bash.

_quadrille() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} place='' at
  # Readline separates --option=value.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; ++at)); do
    case "$place ${COMP_WORDS[at]}" in
)";

constexpr std::string_view kBashFoot = R"(  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ $commands ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}

complete -F _quadrille quadrille
)";

std::string bash_values(const CLI::Option& option) {
  switch (value_kind(option)) {
    case ValueKind::choice:
      return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\")",
                         fmt::join(choices_of(option), " "));
    case ValueKind::file:
      return "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
    case ValueKind::folder:
      return "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
    default:
      return "COMPREPLY=()";
  }
}

std::string bash_options(const PlacedCommand& placed) {
  std::string text;
  const std::string place = words_after_program(placed.path);
  for (const CLI::Option* const option : named_options(*placed.command)) {
    if (value_kind(*option) == ValueKind::none) continue;
    std::string patterns;
    for (const std::string& name : dashed_names(*option)) {
      patterns += fmt::format("{}'{}:{}'", patterns.empty() ? "" : " | ", place, name);
    }
    text += fmt::format("    {}) {}; return ;;\n", patterns, bash_values(*option));
  }
  return text;
}

std::string bash_words(const PlacedCommand& placed) {
  std::vector<std::string> options, commands;
  for (const CLI::Option* const option : named_options(*placed.command)) {
    for (const std::string& name : dashed_names(*option)) options.push_back(name);
  }
  for (const CLI::App* const below : commands_below(*placed.command)) commands.push_back(below->get_name());
  return fmt::format("    '{}') options='{}' commands='{}' ;;\n", words_after_program(placed.path),
                     fmt::join(options, " "), fmt::join(commands, " "));
}

std::string bash_completion(const CLI::App& program) {
  const auto all = all_commands(program);
  std::string places, values, words;
  for (const PlacedCommand& placed : all) {
    if (placed.path.size() > 1) {
      places += fmt::format("{}'{}'", places.empty() ? "      " : " | ", words_after_program(placed.path));
    }
    values += bash_options(placed);
    words += bash_words(placed);
  }
  return fmt::format(
      "{}{}) place+=\" ${{COMP_WORDS[at]}}\" ;;\n      *) break ;;\n    esac\n  done\n"
      "  case \"$place:$previous\" in\n{}  esac\n"
      "  local options='' commands=''\n  case \"$place\" in\n{}{}",
      kBashHead, places, values, words, kBashFoot);
}

// --- zsh ---

// Within [...] and before a colon of _arguments.
std::string for_arguments(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') out += '\\';
    out += letter;
  }
  return out;
}

std::string zsh_values(const CLI::Option& option) {
  const std::string type = for_arguments(option.get_positional() ? option.get_name(true) : type_of(option));
  switch (value_kind(option)) {
    case ValueKind::none:
      return "";
    case ValueKind::choice:
      return fmt::format(":{}:({})", type, fmt::join(choices_of(option), " "));
    case ValueKind::folder:
      return fmt::format(":{}:_files -/", type);
    case ValueKind::file:
      return fmt::format(":{}:_files", type);
    case ValueKind::other:
      return fmt::format(":{}:{}", type, option.get_positional() ? "_files" : "");
  }
  return "";
}

std::string zsh_function_name(const CommandPath& path) {
  return fmt::format("_{}", fmt::join(path, "_"));
}

std::string zsh_leaf(const PlacedCommand& placed) {
  std::string text = "  _arguments -s";
  for (const CLI::Option* const option : named_options(*placed.command)) {
    for (const std::string& name : dashed_names(*option)) {
      text += " \\\n    " + quoted_for_shell(fmt::format("*{}[{}]{}", name, for_arguments(option->get_description()),
                                                         zsh_values(*option)));
    }
  }
  const auto positionals = positionals_of(*placed.command);
  for (const CLI::Option* const option : positionals) {
    const bool is_last = option == positionals.back();
    text += " \\\n    " + quoted_for_shell((is_last ? "*" : ":") + zsh_values(*option));
  }
  return text + "\n";
}

std::string zsh_parent(const PlacedCommand& placed) {
  std::string commands, calls;
  for (const CLI::App* const below : commands_below(*placed.command)) {
    CommandPath path = placed.path;
    path.push_back(below->get_name());
    commands += fmt::format("    {}\n", quoted_for_shell(below->get_name() + ":" + first_line(*below)));
    calls += fmt::format("        {}) {} ;;\n", below->get_name(), zsh_function_name(path));
  }
  std::string options;
  for (const CLI::Option* const option : named_options(*placed.command)) {
    for (const std::string& name : dashed_names(*option)) {
      options += " " + quoted_for_shell(fmt::format("{}[{}]{}", name, for_arguments(option->get_description()),
                                                    zsh_values(*option)));
    }
  }
  return fmt::format(
      "  local state line\n  local -a commands=(\n{}  )\n"
      "  _arguments -C{} '1: :->command' '*:: :->rest'\n"
      "  case $state in\n    command) _describe command commands ;;\n"
      "    rest)\n      case $words[1] in\n{}      esac ;;\n  esac\n",
      commands, options, calls);
}

std::string zsh_completion(const CLI::App& program) {
  std::string text = "#compdef quadrille\n# Completion of quadrille for zsh.\n";
  for (const PlacedCommand& placed : all_commands(program)) {
    text += fmt::format("\n{}() {{\n{}}}\n", zsh_function_name(placed.path),
                        commands_below(*placed.command).empty() ? zsh_leaf(placed) : zsh_parent(placed));
  }
  // As a file of $fpath this is the body of _quadrille itself, which zsh calls; read by `source`, it is not.
  return text +
         "\nif [[ $funcstack[1] == _quadrille ]]; then\n  _quadrille \"$@\"\nelse\n  compdef _quadrille "
         "quadrille\nfi\n";
}

// --- fish ---

constexpr std::string_view kFishHead = R"(# Completion of quadrille for fish.

# True if the first words of the command line are these, and the next one is not one of those after `--`.
function __quadrille_at
    set -l words (commandline -opc)
    set -e words[1]
    for want in $argv
        if test "$want" = --
            set -l rest $argv[(math (contains -i -- -- $argv) + 1)..-1]
            not contains -- "$words[1]" $rest
            return
        end
        test "$words[1]" = "$want"; or return 1
        set -e words[1]
    end
end

complete -c quadrille -f
)";

std::string fish_option(const CLI::Option& option, const std::string& condition) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += " -s " + name;
  for (const std::string& name : option.get_lnames()) names += " -l " + name;
  std::string values;
  switch (value_kind(option)) {
    case ValueKind::none:
      break;
    case ValueKind::choice:
      values = fmt::format(" -x -a '{}'", fmt::join(choices_of(option), " "));
      break;
    case ValueKind::folder:
      values = " -x -a '(__fish_complete_directories)'";
      break;
    case ValueKind::file:
      values = " -r -F";
      break;
    case ValueKind::other:
      values = " -x";
      break;
  }
  return fmt::format("complete -c quadrille -n {}{}{} -d {}\n", condition, names, values,
                     quoted_for_shell(option.get_description(), true));
}

std::string fish_command(const PlacedCommand& placed) {
  const std::string words = words_after_program(placed.path);
  std::string below_words;
  for (const CLI::App* const below : commands_below(*placed.command)) below_words += " " + below->get_name();
  const std::string condition =
      fmt::format("'__quadrille_at{}{}'", words, below_words.empty() ? "" : " --" + below_words);
  std::string text;
  for (const CLI::App* const below : commands_below(*placed.command)) {
    text += fmt::format("complete -c quadrille -n {} -a {} -d {}\n", condition, below->get_name(),
                        quoted_for_shell(first_line(*below), true));
  }
  for (const CLI::Option* const option : named_options(*placed.command)) text += fish_option(*option, condition);
  if (!positionals_of(*placed.command).empty()) text += fmt::format("complete -c quadrille -n {} -F\n", condition);
  return text;
}

std::string fish_completion(const CLI::App& program) {
  std::string text(kFishHead);
  for (const PlacedCommand& placed : all_commands(program)) text += fish_command(placed);
  return text;
}

}  // namespace

std::optional<std::string> shell_completion(const CLI::App& program, const std::string& shell) {
  if (shell == "bash") return bash_completion(program);
  if (shell == "zsh") return zsh_completion(program);
  if (shell == "fish") return fish_completion(program);
  return std::nullopt;
}

}  // namespace quadrille::server
