// SPARQL Query Results XML Format (application/sparql-results+xml).

#include "base/assert.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/detail/xml_text.hpp"

namespace quadrille::results {

namespace {

void append_element(std::string& out, std::string_view name, std::string_view text) {
  out += '<';
  out += name;
  out += '>';
  append_xml_content(out, text);
  out += "</";
  out += name;
  out += '>';
}

void append_xml_literal(std::string& out, const TermView& term) {
  if (!term.language.empty()) {
    out += "<literal xml:lang=\"";
    append_xml_attribute(out, term.language);
    out += "\">";
  } else if (term.datatype != iri::kXsdString) {
    out += "<literal datatype=\"";
    append_xml_attribute(out, term.datatype);
    out += "\">";
  } else {
    out += "<literal>";
  }
  append_xml_content(out, term.text);
  out += "</literal>";
}

void append_xml_term(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      return append_element(out, "uri", term.text);
    case TermKind::blank:
      return append_element(out, "bnode", term.text);
    case TermKind::literal:
      return append_xml_literal(out, term);
  }
}

constexpr std::string_view kOpening =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\n";

// The text before the term of a variable.
std::string tag_of(const std::string& variable) {
  std::string tag = "<binding name=\"";
  append_xml_attribute(tag, variable);
  tag += "\">";
  return tag;
}

class XmlSyntax final : public TermSyntax {
 public:
  XmlSyntax() : TermSyntax({"<uri>", "</uri>", special_in_xml()}, {"<literal>", "</literal>", special_in_xml()}) {}
  void append(const TermView& term, std::string& out) const override { append_xml_term(out, term); }
};

class XmlWriter : public ResultWriter {
 public:
  explicit XmlWriter(Variables variables) : variables_(std::move(variables)) {
    for (const std::string& variable : variables_) tags_.push_back(tag_of(variable));
  }

  void begin(std::string& out) const override {
    out += kOpening;
    out += "<head>";
    for (const std::string& variable : variables_) {
      out += "<variable name=\"";
      append_xml_attribute(out, variable);
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
      append_xml_term(out, *row[i]);
      out += "</binding>";
    }
    out += "</result>\n";
  }

  Variables variables_;
  std::vector<std::string> tags_;  // <binding name="x">
};

}  // namespace

std::unique_ptr<TextRows> make_xml_rows(const Variables& variables) {
  RowFrame frame{.row_open = "<result>", .row_close = "</result>\n"};
  for (const std::string& variable : variables) frame.open.push_back(tag_of(variable));
  frame.close.assign(variables.size(), "</binding>");
  return make_framed_rows(std::make_unique<XmlSyntax>(), std::move(frame));
}

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
