#include "server/engine/quad_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "loader/rdf/quad_reader.hpp"

namespace quadrille::server {

namespace {

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t count = text_.copy(to.data(), to.size(), at_);
    at_ += count;
    return count;
  }

 private:
  const std::string text_;
  std::size_t at_ = 0;
};

class Quads final : public QuadSink {
 public:
  void quad(const QuadView& view) override {
    QuadTerms& its = all.emplace_back();
    its = {Term(view.subject), Term(view.predicate), Term(view.object), std::nullopt};
    if (view.graph) its.graph = Term(*view.graph);
  }
  std::vector<QuadTerms> all;
};

struct Parsed {
  std::vector<QuadTerms> quads;
  std::optional<SyntaxErrorAt> error;  // the first one
};

Parsed parse(const std::string& text, Syntax syntax) {
  Parsed parsed;
  Quads quads;
  ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) {
    if (!parsed.error) parsed.error = error;
  });
  InputFile file;
  file.path = "the quad";
  file.format = {syntax};
  const auto reader = open_quads(std::move(file), std::make_unique<TextSource>(text), {}, errors);
  while (reader->read_piece(quads)) {
  }
  parsed.quads = std::move(quads.all);
  return parsed;
}

}  // namespace

QuadTerms parse_quad(std::string_view text, const std::vector<parser::Prefix>& prefixes) {
  std::string quad(trimmed(text));
  if (!quad.empty() && !quad.ends_with('.') && !quad.ends_with('}')) quad += " .";
  std::string declared;
  std::set<std::string> names;
  std::uint64_t lines = 0;
  for (const parser::Prefix& prefix : prefixes) {
    if (!names.insert(prefix.prefix).second) continue;
    declared += fmt::format("PREFIX {}: <{}>\n", prefix.prefix, prefix.iri);
    ++lines;
  }
  Parsed parsed = parse(declared + quad + "\n", Syntax::trig);
  if (parsed.error) {
    if (Parsed other = parse(quad + "\n", Syntax::nquads); !other.error) parsed = std::move(other);
  }
  if (parsed.error) {
    fail(ErrorKind::user, "the quad: line {}, column {}: {}",
         parsed.error->line > lines ? parsed.error->line - lines : 1, parsed.error->column, parsed.error->reason);
  }
  if (parsed.quads.size() != 1)
    fail(ErrorKind::user, "expected one quad, such as '<http://e/tom> a <http://e/Cat> .'; found {}",
         parsed.quads.size());
  return std::move(parsed.quads.front());
}

}  // namespace quadrille::server
