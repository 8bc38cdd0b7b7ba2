// SPARQL Query Results XML Format (application/sparql-results+xml).

#include "base/assert.hpp"
#include "query/results/byte_set.hpp"
#include "query/results/detail/writers.hpp"

namespace quadrille::results {

namespace {

// 0xEF begins U+FFFE and U+FFFF (and harmless neighbours).
constexpr ByteSet kSpecial("&<>\"\xef", 0x00, 0x1f);
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

std::size_t append_markup(std::string& out, std::string_view rest) {
  switch (rest[0]) {
    case '&':
      out += "&amp;";
      return 1;
    case '<':
      out += "&lt;";
      return 1;
    case '>':
      out += "&gt;";
      return 1;
    case '"':
      out += "&quot;";
      return 1;
    case '\r':
      out += "&#xD;";
      return 1;  // bare, a reader would make it a line feed (XML 1.0, 2.11)
    case '\xef':
      if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
        out += kReplacement;
        return 3;
      }
      out += rest[0];
      return 1;
    default:
      out += kReplacement;
      return 1;
  }
}

std::size_t append_in_content(std::string& out, std::string_view rest) {
  if (rest[0] != '\t' && rest[0] != '\n') return append_markup(out, rest);
  out += rest[0];
  return 1;
}

std::size_t append_in_attribute(std::string& out, std::string_view rest) {
  if (rest[0] != '\t' && rest[0] != '\n') return append_markup(out, rest);
  out += rest[0] == '\t' ? "&#x9;" : "&#xA;";  // bare, a reader would make it a blank (XML 1.0, 3.3.3)
  return 1;
}

void append_content(std::string& out, std::string_view text) {
  append_escaped(out, text, kSpecial, append_in_content);
}
void append_attribute(std::string& out, std::string_view text) {
  append_escaped(out, text, kSpecial, append_in_attribute);
}

void append_element(std::string& out, std::string_view name, std::string_view text) {
  out += '<';
  out += name;
  out += '>';
  append_content(out, text);
  out += "</";
  out += name;
  out += '>';
}

void append_literal(std::string& out, const TermView& term) {
  if (!term.language.empty()) {
    out += "<literal xml:lang=\"";
    append_attribute(out, term.language);
    out += "\">";
  } else if (term.datatype != iri::kXsdString) {
    out += "<literal datatype=\"";
    append_attribute(out, term.datatype);
    out += "\">";
  } else {
    out += "<literal>";
  }
  append_content(out, term.text);
  out += "</literal>";
}

void append_term(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      return append_element(out, "uri", term.text);
    case TermKind::blank:
      return append_element(out, "bnode", term.text);
    case TermKind::literal:
      return append_literal(out, term);
  }
}

constexpr std::string_view kOpening =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\n";

class XmlWriter : public ResultWriter {
 public:
  explicit XmlWriter(Variables variables) : variables_(std::move(variables)) {
    for (const std::string& variable : variables_) {
      std::string& tag = tags_.emplace_back("<binding name=\"");
      append_attribute(tag, variable);
      tag += "\">";
    }
  }

  void begin(std::string& out) const override {
    out += kOpening;
    out += "<head>";
    for (const std::string& variable : variables_) {
      out += "<variable name=\"";
      append_attribute(out, variable);
      out += "\"/>";
    }
    out += "</head>\n<results>\n";
  }

  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) override {
    QUADRILLE_ASSERT(cells.size() == row_count * tags_.size(), "rows have a cell for every variable");
    for (std::size_t row = 0; row < row_count; ++row) append_row(out, cells.subspan(row * tags_.size(), tags_.size()));
  }

  void end(std::string& out) const override { out += "</results>\n</sparql>\n"; }

 private:
  void append_row(std::string& out, std::span<const Cell> row) const {
    out += "<result>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i]) continue;
      out += tags_[i];
      append_term(out, *row[i]);
      out += "</binding>";
    }
    out += "</result>\n";
  }

  Variables variables_;
  std::vector<std::string> tags_;  // <binding name="x">
};

}  // namespace

std::unique_ptr<ResultWriter> make_xml_writer(Variables variables) {
  return std::make_unique<XmlWriter>(std::move(variables));
}

void append_xml_boolean(bool value, std::string& out) {
  out += kOpening;
  out += "<head></head>\n<boolean>";
  out += value ? "true" : "false";
  out += "</boolean>\n</sparql>\n";
}

}  // namespace quadrille::results
