#include "loader/build/file_prefixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_set>

#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "loader/rdf/byte_source.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPrologueBytes = 64 << 10;
constexpr std::string_view kWhite = " \t\r\n";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name_byte(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// True for a PN_PREFIX of ASCII characters.
bool is_prefix(std::string_view text) {
  return text.empty() ||
         (is_letter(text.front()) && text.back() != '.' && std::all_of(text.begin(), text.end(), is_name_byte));
}

bool is_namespace(std::string_view text) {
  const auto is_plain = [](char c) {
    return c > ' ' && c < 0x7f && std::string_view("<>\"{}|^`\\&").find(c) == std::string_view::npos;
  };
  constexpr std::size_t kLongest = 500;
  return has_scheme(text) && text.size() <= kLongest && std::all_of(text.begin(), text.end(), is_plain);
}

void add_if_good(std::string_view prefix, std::string_view iri, std::vector<FilePrefix>& out) {
  if (is_prefix(prefix) && is_namespace(iri)) out.emplace_back(prefix, iri);
}

// The unread rest of a text.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text) {}

  void skip_white() { text_.remove_prefix(std::min(text_.find_first_not_of(kWhite), text_.size())); }
  void skip_white_and_comments() {
    for (skip_white(); text_.starts_with('#'); skip_white()) skip_behind("\n");
  }
  bool skip_if(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  // Skips a keyword in any case, and the white space after it.
  bool skip_word(std::string_view lower) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
    if (text_.size() <= lower.size() || kWhite.find(text_[lower.size()]) == std::string_view::npos) return false;
    if (!std::equal(lower.begin(), lower.end(), text_.begin(), [&](char b, char a) { return same(a, b); }))
      return false;
    text_.remove_prefix(lower.size());
    return true;
  }
  // Returns the text before `end` and skips both; returns all of it if `end` does not occur.
  std::string_view skip_behind(std::string_view end) {
    const std::size_t at = text_.find(end);
    const std::string_view before = text_.substr(0, at);
    text_.remove_prefix(at == std::string_view::npos ? text_.size() : at + end.size());
    return before;
  }
  char next() const { return text_.empty() ? '\0' : text_.front(); }
  void skip_one() { text_.remove_prefix(text_.empty() ? 0 : 1); }
  bool at_end() const { return text_.empty(); }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

std::string prologue_of(const InputFile& file) {
  const auto bytes = open_bytes(file);
  std::string text(kPrologueBytes, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const std::size_t more = bytes->read({text.data() + size, text.size() - size});
    if (more == 0) break;
    size += more;
  }
  text.resize(size);
  return text;
}

bool may_declare(const InputFile& file) {
  const Syntax syntax = file.format.syntax;
  return !file.is_stdin() && file.regular &&
         (syntax == Syntax::turtle || syntax == Syntax::trig || syntax == Syntax::rdfxml || syntax == Syntax::jsonld);
}

std::vector<FilePrefix> prefixes_of(const InputFile& file) {
  try {
    const std::string head = prologue_of(file);
    if (file.format.syntax == Syntax::rdfxml) return rdfxml_prefixes(head);
    return file.format.syntax == Syntax::jsonld ? jsonld_prefixes(head) : turtle_prefixes(head);
  } catch (const Error&) {
    return {};  // it was read before, and its faults were reported
  }
}

// The value of the first member with this key; null if it is cut off, or malformed.
nlohmann::ordered_json first_value(std::string_view text, std::string_view quoted_key) {
  Rest rest(text);
  while (!rest.at_end()) {
    rest.skip_behind(quoted_key);
    rest.skip_white();
    if (rest.skip_if(":")) break;
  }
  nlohmann::ordered_json value;
  std::istringstream stream{std::string(rest.text())};
  try {
    stream >> value;  // reads no further than the value
  } catch (const nlohmann::json::exception&) {
    return {};
  }
  return value;
}

// A term is a prefix if its IRI ends in one of these, or if it says so.
void add_terms(const nlohmann::ordered_json& context, std::vector<FilePrefix>& out) {
  constexpr std::string_view kDelimiters = ":/?#[]@";
  for (const auto& [term, its] : context.items()) {
    const bool is_long = its.is_object() && its.contains("@id") && its.at("@id").is_string();
    if (!is_long && !its.is_string()) continue;
    const auto& iri = (is_long ? its.at("@id") : its).get_ref<const std::string&>();
    const bool ends_well = !iri.empty() && kDelimiters.find(iri.back()) != std::string_view::npos;
    const bool is_prefix = is_long ? its.contains("@prefix") && its.at("@prefix") == true : ends_well;
    const bool is_compact = context.contains(iri.substr(0, iri.find(':')));  // "ex:part/" with the term "ex"
    if (is_prefix && !is_compact && !term.empty()) add_if_good(term, iri, out);
  }
}

}  // namespace

std::vector<FilePrefix> turtle_prefixes(std::string_view text) {
  std::vector<FilePrefix> found;
  Rest rest(text);
  rest.skip_if("\xEF\xBB\xBF");
  while (true) {
    rest.skip_white_and_comments();
    const bool is_prefix = rest.skip_word("@prefix") || rest.skip_word("prefix");
    if (!is_prefix && !rest.skip_word("@base") && !rest.skip_word("base")) return found;
    rest.skip_white_and_comments();
    const std::string_view prefix = is_prefix ? rest.skip_behind(":") : std::string_view();
    rest.skip_white_and_comments();
    if (!rest.skip_if("<")) return found;
    const std::string_view iri = rest.skip_behind(">");
    if (rest.at_end()) return found;  // perhaps cut off
    if (is_prefix) add_if_good(prefix, iri, found);
    rest.skip_white_and_comments();
    rest.skip_if(".");
  }
}

std::vector<FilePrefix> rdfxml_prefixes(std::string_view text) {
  std::vector<FilePrefix> found;
  Rest rest(text);
  // To the first element: after the declaration, comments, and a DOCTYPE with its declarations in brackets.
  while (!rest.at_end()) {
    rest.skip_behind("<");
    if (rest.skip_if("!--")) {
      rest.skip_behind("-->");
    } else if (rest.skip_if("?")) {
      rest.skip_behind("?>");
    } else if (rest.skip_if("!DOCTYPE")) {
      rest.skip_behind("[");
      rest.skip_behind("]");
    } else {
      break;
    }
  }
  while (is_name_byte(rest.next()) || rest.next() == ':') rest.skip_one();
  while (true) {
    rest.skip_white();
    if (!is_letter(rest.next()) && rest.next() != '_') return found;
    std::string_view name = rest.skip_behind("=");
    name = name.substr(0, name.find_last_not_of(kWhite) + 1);
    rest.skip_white();
    const char quote = rest.next();
    if (quote != '"' && quote != '\'') return found;
    rest.skip_one();
    const std::string_view value = rest.skip_behind({&quote, 1});
    if (rest.at_end()) return found;
    if (name.starts_with("xmlns:")) add_if_good(name.substr(6), value, found);
  }
}

std::vector<FilePrefix> jsonld_prefixes(std::string_view text) {
  std::vector<FilePrefix> found;
  const nlohmann::ordered_json context = first_value(text, "\"@context\"");
  if (context.is_object()) add_terms(context, found);
  if (!context.is_array()) return found;
  for (const auto& one : context) {
    if (one.is_object()) add_terms(one, found);
  }
  return found;
}

std::string gather_prefixes(std::span<const InputFile> files) {
  std::unordered_set<std::string> prefixes, spaces;
  std::string text;
  std::size_t read = 0;
  for (const InputFile& file : files) {
    if (read == kMostPrefixFiles || prefixes.size() == kMostFilePrefixes) break;
    if (!may_declare(file)) continue;
    ++read;
    for (const auto& [prefix, iri] : prefixes_of(file)) {
      if (prefixes.size() == kMostFilePrefixes) break;
      if (prefixes.contains(prefix) || spaces.contains(iri)) continue;
      prefixes.insert(prefix);
      spaces.insert(iri);
      text += fmt::format("@prefix {}: <{}> .\n", prefix, iri);
    }
  }
  return text;
}

std::vector<FilePrefix> prefixes_of(const Manifest& manifest) {
  const auto option = manifest.options.find(kPrefixesOption);
  return option == manifest.options.end() ? std::vector<FilePrefix>() : turtle_prefixes(option->second);
}

}  // namespace quadrille
