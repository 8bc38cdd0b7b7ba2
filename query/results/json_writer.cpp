// SPARQL 1.1 Query Results JSON Format (application/sparql-results+json).

#include <fmt/format.h>

#include <iterator>

#include "base/assert.hpp"
#include "query/results/byte_set.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"

namespace quadrille::results {

namespace {

constexpr ByteSet kNotInJsonStrings("\"\\", 0x00, 0x1f);  // RFC 8259, 7

std::size_t append_escape(std::string& out, std::string_view rest) {
  switch (rest[0]) {
    case '"':
      out += "\\\"";
      return 1;
    case '\\':
      out += "\\\\";
      return 1;
    case '\n':
      out += "\\n";
      return 1;
    case '\r':
      out += "\\r";
      return 1;
    case '\t':
      out += "\\t";
      return 1;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(rest[0]));
      return 1;
  }
}

void append_text(std::string& out, std::string_view text) {
  append_escaped(out, text, kNotInJsonStrings, append_escape);
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  append_text(out, text);
  out += '"';
}

// Appends the part from after `"type":` to the closing brace of the term's object.
void append_json_term(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      out += "\"uri\",\"value\":\"";
      break;
    case TermKind::blank:
      out += "\"bnode\",\"value\":\"";
      break;
    case TermKind::literal:
      out += "\"literal\",\"value\":\"";
      break;
  }
  append_text(out, term.text);
  if (!term.language.empty()) {
    out += "\",\"xml:lang\":\"";
    append_text(out, term.language);
  } else if (term.kind == TermKind::literal && term.datatype != iri::kXsdString) {
    out += "\",\"datatype\":\"";
    append_text(out, term.datatype);
  }
  out += "\"}";
}

// The text before the term of a variable.
std::string key_of(const std::string& variable) {
  std::string key;
  append_string(key, variable);
  key += ":{\"type\":";
  return key;
}

class JsonSyntax final : public TermSyntax {
 public:
  JsonSyntax()
      : TermSyntax({"\"uri\",\"value\":\"", "\"}", kNotInJsonStrings},
                   {"\"literal\",\"value\":\"", "\"}", kNotInJsonStrings}) {}
  void append(const TermView& term, std::string& out) const override { append_json_term(out, term); }
};

class JsonWriter : public ResultWriter {
 public:
  explicit JsonWriter(Variables variables) : variables_(std::move(variables)) {
    for (const std::string& variable : variables_) keys_.push_back(key_of(variable));
  }

  void begin(std::string& out) const override {
    out += "{\"head\":{\"vars\":[";
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (i > 0) out += ',';
      append_string(out, variables_[i]);
    }
    out += "]},\"results\":{\"bindings\":[";
  }

  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) override {
    QUADRILLE_ASSERT(cells.size() == row_count * keys_.size(), "rows have a cell for every variable");
    for (std::size_t row = 0; row < row_count; ++row) {
      out += rows_before_ ? ",\n" : "\n";
      rows_before_ = true;
      append_row(out, cells.subspan(row * keys_.size(), keys_.size()));
    }
  }

  void end(std::string& out) const override { out += "\n]}}\n"; }
  void continue_after_rows() override { rows_before_ = true; }

 private:
  void append_row(std::string& out, std::span<const Cell> row) const {
    out += '{';
    bool bound_before = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i]) continue;
      if (bound_before) out += ',';
      bound_before = true;
      out += keys_[i];
      append_json_term(out, *row[i]);
    }
    out += '}';
  }

  Variables variables_;
  std::vector<std::string> keys_;  // "x":{"type":
  bool rows_before_ = false;
};

}  // namespace

std::unique_ptr<TextRows> make_json_rows(const Variables& variables) {
  RowFrame frame{.row_open = ",\n{", .row_close = "}", .separator = ",", .between_bound = true, .separator_bytes = 1};
  for (const std::string& variable : variables) frame.open.push_back(key_of(variable));
  frame.close.resize(variables.size());
  return make_framed_rows(std::make_unique<JsonSyntax>(), std::move(frame));
}

std::unique_ptr<ResultWriter> make_json_writer(Variables variables) {
  return std::make_unique<JsonWriter>(std::move(variables));
}

void append_json_boolean(bool value, std::string& out) {
  out += "{\"head\":{},\"boolean\":";
  out += value ? "true}\n" : "false}\n";
}

}  // namespace quadrille::results
