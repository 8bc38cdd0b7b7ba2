#include "query/expression/detail/pattern_translation.hpp"

#include <algorithm>

namespace quadrille::query::detail {

namespace {

// The classes of the multi-character escapes, as the inside of a bracket expression; capitals are their complements
// (XML Schema 1.1 Datatypes, G.4.2.5; names after XML 1.0, 5th edition, [4] and [4a]).
constexpr std::string_view kSpace = "\\x{9}\\x{A}\\x{D}\\x{20}";
constexpr std::string_view kNotSpace = "\\x{0}-\\x{8}\\x{B}\\x{C}\\x{E}-\\x{1F}\\x{21}-\\x{10FFFF}";
constexpr std::string_view kNameStart =
    ":A-Z_a-z\\x{C0}-\\x{D6}\\x{D8}-\\x{F6}\\x{F8}-\\x{2FF}\\x{370}-\\x{37D}\\x{37F}-\\x{1FFF}\\x{200C}-\\x{200D}"
    "\\x{2070}-\\x{218F}\\x{2C00}-\\x{2FEF}\\x{3001}-\\x{D7FF}\\x{F900}-\\x{FDCF}\\x{FDF0}-\\x{FFFD}\\x{10000}-\\x{"
    "EFFFF}";
constexpr std::string_view kNotNameStart =
    "\\x{0}-\\x{39}\\x{3B}-\\x{40}\\x{5B}-\\x{5E}\\x{60}\\x{7B}-\\x{BF}\\x{D7}\\x{F7}\\x{300}-\\x{36F}\\x{37E}"
    "\\x{2000}-\\x{200B}\\x{200E}-\\x{206F}\\x{2190}-\\x{2BFF}\\x{2FF0}-\\x{3000}\\x{E000}-\\x{F8FF}\\x{FDD0}-\\x{FDEF}"
    "\\x{FFFE}-\\x{FFFF}\\x{F0000}-\\x{10FFFF}";
constexpr std::string_view kName =
    "\\-.0-:A-Z_a-z\\x{B7}\\x{C0}-\\x{D6}\\x{D8}-\\x{F6}\\x{F8}-\\x{37D}\\x{37F}-\\x{1FFF}\\x{200C}-\\x{200D}"
    "\\x{203F}-\\x{2040}\\x{2070}-\\x{218F}\\x{2C00}-\\x{2FEF}\\x{3001}-\\x{D7FF}\\x{F900}-\\x{FDCF}\\x{FDF0}-\\x{FFFD}"
    "\\x{10000}-\\x{EFFFF}";
constexpr std::string_view kNotName =
    "\\x{0}-\\x{2C}\\x{2F}\\x{3B}-\\x{40}\\x{5B}-\\x{5E}\\x{60}\\x{7B}-\\x{B6}\\x{B8}-\\x{BF}\\x{D7}\\x{F7}\\x{37E}"
    "\\x{2000}-\\x{200B}\\x{200E}-\\x{203E}\\x{2041}-\\x{206F}\\x{2190}-\\x{2BFF}\\x{2FF0}-\\x{3000}\\x{E000}-\\x{F8FF}"
    "\\x{FDD0}-\\x{FDEF}\\x{FFFE}-\\x{FFFF}\\x{F0000}-\\x{10FFFF}";

std::string_view escape_class(char letter) {
  switch (letter) {
    case 'd':
      return "\\p{Nd}";
    case 'D':
      return "\\P{Nd}";
    case 's':
      return kSpace;
    case 'S':
      return kNotSpace;
    case 'w':
      return "\\p{L}\\p{M}\\p{N}\\p{S}";  // all but punctuation, separators and others
    case 'W':
      return "\\p{P}\\p{Z}\\p{C}";
    case 'i':
      return kNameStart;
    case 'I':
      return kNotNameStart;
    case 'c':
      return kName;
    case 'C':
      return kNotName;
    default:
      return {};
  }
}

// Sets within sets, "[a-z-[b-[c]]]": deeper ones are no valid pattern.
constexpr int kMaxSetDepth = 32;

// Behind a backslash: what both engines understand as XPath does, and the letters that Perl's followers add.
bool is_known_escape(char letter) {
  const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  const bool is_punctuation = letter > ' ' && letter < 0x7f && !is_letter && !(letter >= '0' && letter <= '9');
  return is_punctuation || std::string_view(" nrtfvxbBAz").find(letter) != std::string_view::npos;
}

// The length of "{n}", "{n,}" or "{n,m}" at the start of the text; 0 if there is none.
std::size_t quantifier_size(std::string_view text) {
  std::size_t end = 1;
  const auto skip_digits = [&] {
    const std::size_t begin = end;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    return end > begin;
  };
  if (!skip_digits()) return 0;
  if (end < text.size() && text[end] == ',') ++end, skip_digits();
  return end < text.size() && text[end] == '}' ? end + 1 : 0;
}

bool is_meta(char character) {
  return std::string_view("\\^$.|?*+()[]{}-&~#").find(character) != std::string_view::npos;
}

class Translator {
 public:
  Translator(std::string_view pattern, const PatternFlags& flags, PatternDialect dialect)
      : rest_(pattern), flags_(flags), dialect_(dialect) {}

  std::optional<std::string> run() {
    if (flags_.literal) {
      for (const char character : rest_) append_literal(character);
      return std::move(out_);
    }
    while (possible_ && !rest_.empty()) {
      const char character = take();
      switch (character) {
        case '\\':
          escape(/*in_class=*/false);
          break;
        case '[':
          out_ += bracket(1);
          break;
        case '{':
          quantifier();
          break;
        case '.':
          out_ += flags_.dot_all ? "(?s:.)" : "[^\\n\\r]";
          break;
        case '$':
          out_ += dialect_ == PatternDialect::icu && !flags_.multi_line ? "\\z" : "$";
          break;
        case ' ':
        case '\t':
        case '\n':
        case '\r':
          if (!flags_.remove_whitespace) append_literal(character);
          break;
        default:
          out_ += character;
      }
    }
    return possible_ ? std::optional(std::move(out_)) : std::nullopt;
  }

 private:
  char take() {
    const char character = rest_.front();
    rest_.remove_prefix(1);
    return character;
  }

  void append_literal(char character) {
    if (is_meta(character)) out_ += '\\';
    out_ += character;
  }

  // Behind a backslash. Appends its meaning to out_.
  void escape(bool in_class) {
    if (rest_.empty()) {
      possible_ = false;
      return;
    }
    const char letter = take();
    const std::string_view contents = escape_class(letter);
    if (!contents.empty()) {
      if (!in_class) out_ += '[';
      out_ += contents;
      if (!in_class) out_ += ']';
    } else if (letter == 'p' || letter == 'P') {
      property(letter, in_class);
    } else {
      const bool is_back_reference = letter >= '1' && letter <= '9' && !in_class && dialect_ == PatternDialect::icu;
      possible_ = possible_ && (is_back_reference || is_known_escape(letter));
      out_ += {'\\', letter};
    }
  }

  // Behind "{", which stands for itself in some languages, but not in the supported ones.
  void quantifier() {
    out_ += '{';
    const std::string_view text(rest_.data() - 1, rest_.size() + 1);
    if (quantifier_size(text) == 0) possible_ = false;
  }

  // Behind \p or \P: "{Lu}", "{IsGreek}", and "L", which XPath does not have. Flag i does not reach it (F&O 5.6.1.1).
  void property(char letter, bool in_class) {
    const bool kept_apart = flags_.ignore_case && !in_class;
    if (kept_apart) out_ += "(?-i:";
    out_ += {'\\', letter};
    const std::size_t end = rest_.find('}');
    if (!rest_.starts_with('{') || end == std::string_view::npos) {
      if (rest_.empty() || rest_.front() < 'A' || rest_.front() > 'Z') {
        possible_ = false;
      } else {
        out_ += take();
      }
    } else {
      const std::string_view name = rest_.substr(1, end - 1);
      rest_.remove_prefix(end + 1);
      if (name.starts_with("Is")) {
        if (dialect_ == PatternDialect::re2) possible_ = false;
        out_.append("{Block=").append(name.substr(2)).append("}");
      } else {
        out_.append("{").append(name).append("}");
      }
    }
    if (kept_apart) out_ += ')';
  }

  // Behind "[", to behind its "]".
  std::string bracket(int depth) {
    if (depth > kMaxSetDepth) {
      possible_ = false;
      return {};
    }
    std::string outside;
    std::swap(out_, outside);
    out_ = "[";
    if (rest_.starts_with('^')) out_ += take();
    std::string subtracted;
    bool closed = false;
    for (bool first = true; possible_ && !closed && !rest_.empty(); first = false) {
      const char character = take();
      if (character == ']' && !first) {
        closed = true;
      } else if (character == '\\') {
        escape(/*in_class=*/true);
      } else if (character == '-' && rest_.starts_with('[')) {
        take();
        subtracted = bracket(depth + 1);
        closed = rest_.starts_with(']');  // nothing may follow what is taken away
        if (!closed || dialect_ == PatternDialect::re2) possible_ = false;
        if (closed) take();
      } else if (character == '-') {
        range_or_hyphen(first);
      } else {
        if (std::string_view("[]&~^#").find(character) != std::string_view::npos) out_ += '\\';
        out_ += character;
      }
    }
    if (!closed) possible_ = false;
    std::string result = subtracted.empty() ? out_ + "]" : "[" + out_ + "]--" + subtracted + "]";
    std::swap(out_, outside);
    return result;
  }

  // A "-" in the first or last place is itself; ICU takes "--" for an operator.
  void range_or_hyphen(bool first) {
    const bool last = rest_.starts_with(']');
    out_ += first || last ? "\\-" : "-";
  }

  std::string_view rest_;
  const PatternFlags& flags_;
  const PatternDialect dialect_;
  bool possible_ = true;
  std::string out_;
};

}  // namespace

std::optional<PatternFlags> PatternFlags::parse(std::string_view letters) {
  PatternFlags flags;
  for (const char letter : letters) {
    switch (letter) {
      case 's':
        flags.dot_all = true;
        break;
      case 'm':
        flags.multi_line = true;
        break;
      case 'i':
        flags.ignore_case = true;
        break;
      case 'x':
        flags.remove_whitespace = true;
        break;
      case 'q':
        flags.literal = true;
        break;
      default:
        return std::nullopt;
    }
  }
  return flags;
}

std::optional<std::string> translate_pattern(std::string_view pattern, const PatternFlags& flags,
                                             PatternDialect dialect) {
  return Translator(pattern, flags, dialect).run();
}

}  // namespace quadrille::query::detail
