#include "parser/default_prefixes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "base/term.hpp"
#include "base/text.hpp"
#include "base/well_known_prefixes.hpp"

namespace quadrille::parser {

struct DefaultPrefixes::List {
  std::vector<Prefix> own;
};

const DefaultPrefixes DefaultPrefixes::none;
const DefaultPrefixes DefaultPrefixes::well_known(std::make_shared<const List>());

DefaultPrefixes DefaultPrefixes::with(std::vector<Prefix> own) {
  return DefaultPrefixes(std::make_shared<const List>(List{std::move(own)}));
}

std::optional<std::string_view> DefaultPrefixes::find(std::string_view prefix) const {
  if (list_ == nullptr) return std::nullopt;
  for (const Prefix& each : list_->own) {
    if (each.prefix == prefix) return each.iri;
  }
  for (const WellKnownPrefix& known : well_known_prefixes()) {
    if (known.is_default && known.prefix == prefix) return known.iri;
  }
  return std::nullopt;
}

const std::vector<Prefix>& DefaultPrefixes::own() const {
  static const std::vector<Prefix> kNone;
  return list_ == nullptr ? kNone : list_->own;
}

std::string DefaultPrefixes::declarations() const {
  std::string text;
  for (const Prefix& each : own()) text += fmt::format("PREFIX {}: <{}> ", each.prefix, each.iri);
  return text;
}

namespace {

constexpr std::string_view kBlanks = " \t\r";

// The next word of a line; empty at its end and at a comment.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (line.starts_with('#')) line = {};
  const std::string_view word = line.substr(0, std::min(line.find_first_of(kBlanks), line.size()));
  line.remove_prefix(word.size());
  return word;
}

// Reads one line of the file `name`.
class LineReader {
 public:
  LineReader(std::string_view name, std::size_t number, std::string_view line)
      : name_(name), number_(number), line_(line) {}

  std::optional<Prefix> read() {
    std::string_view rest = line_;
    std::string_view word = take_word(rest);
    if (word.empty()) return std::nullopt;
    const std::string lower = to_lower(word);
    if (lower == "prefix" || lower == "@prefix") word = take_word(rest);
    std::string_view iri = take_word(rest);
    if (word.ends_with(':')) word.remove_suffix(1);
    if (iri.ends_with('.') && iri.starts_with('<')) iri.remove_suffix(1);  // "<http://ex.org/>."
    const std::string_view end = take_word(rest);
    if (iri.empty() || !(end.empty() || end == ".") || !take_word(rest).empty()) refuse("expected a prefix and an IRI");
    if (word.find_first_of("<>:\"") != word.npos) refuse("not a valid prefix name");
    return Prefix{std::string(word), std::string(checked(iri))};
  }

  [[noreturn]] void refuse(std::string_view what) const {
    fail(ErrorKind::user, "{}:{}: {} in '{}'; write PREFIX ex: <http://example.org/>", name_, number_, what, line_);
  }

 private:
  std::string_view checked(std::string_view iri) const {
    if (iri.starts_with('<') && iri.ends_with('>')) iri = iri.substr(1, iri.size() - 2);
    if (!has_scheme(iri) || iri.find_first_of("<>\"{}|^`\\") != iri.npos) refuse("not an absolute IRI");
    return iri;
  }

  const std::string_view name_;
  const std::size_t number_;
  const std::string_view line_;
};

}  // namespace

std::vector<Prefix> read_prefix_lines(std::string_view text, std::string_view name) {
  std::vector<Prefix> all;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    LineReader reader(name, number, line);
    const std::optional<Prefix> one = reader.read();
    if (!one) continue;
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Prefix& each) { return each.prefix == one->prefix; });
    if (same == all.end()) {
      all.push_back(*one);
    } else if (same->iri != one->iri) {
      reader.refuse(fmt::format("a second IRI for '{}:', which is <{}>,", one->prefix, same->iri));
    }
  }
  if (all.empty())
    fail(ErrorKind::user, "{} declares no prefix; write lines such as PREFIX ex: <http://example.org/>", name);
  return all;
}

}  // namespace quadrille::parser
