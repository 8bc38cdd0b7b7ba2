// SPARQL Query Results XML Format (2nd edition), read by libxml2's pull parser. Document types are refused, and with
// them entities; nothing is fetched.

#include <libxml/xmlreader.h>

#include <array>
#include <exception>
#include <memory>
#include <vector>

#include "base/triple_term.hpp"
#include "query/results/detail/solution_builder.hpp"

namespace quadrille::results {

namespace {

// Called by the parser from C: it must not throw.
struct Input {
  const ReadBytes& read;
  std::exception_ptr error;
  std::string complaint;

  static int take(void* self, char* to, int size) {
    auto& input = *static_cast<Input*>(self);
    try {
      return static_cast<int>(input.read({to, static_cast<std::size_t>(size)}));
    } catch (...) {
      input.error = std::current_exception();
      return -1;
    }
  }
  static void complain(void* self, xmlErrorPtr error) {
    auto& input = *static_cast<Input*>(self);
    if (!input.complaint.empty() || error->message == nullptr) return;
    input.complaint = fmt::format("line {}: {}", error->line, error->message);
    while (!input.complaint.empty() && input.complaint.back() == '\n') input.complaint.pop_back();
  }
};

std::string_view view(const xmlChar* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

class Document {
 public:
  Document(SolutionBuilder& rows, const ReadBytes& read)
      : rows_(rows),
        input_{read, {}, {}},
        reader_(xmlReaderForIO(Input::take, nullptr, &input_, nullptr, nullptr, XML_PARSE_NONET), xmlFreeTextReader) {
    if (!reader_) throw std::bad_alloc();
    xmlTextReaderSetStructuredErrorHandler(reader_.get(), Input::complain, &input_);
  }

  void read() {
    int more = 1;
    while ((more = xmlTextReaderRead(reader_.get())) == 1) take_node();
    if (input_.error) std::rethrow_exception(input_.error);
    if (more != 0) fail(ErrorKind::user, "the answer is not XML: {}", input_.complaint);
    if (!has_results_) fail(ErrorKind::user, "the answer has no results");
  }

 private:
  void take_node() {
    switch (xmlTextReaderNodeType(reader_.get())) {
      case XML_READER_TYPE_DOCUMENT_TYPE:
        fail(ErrorKind::user, "the answer is XML with a document type; SPARQL results have none");
      case XML_READER_TYPE_ELEMENT:
        begin_element();
        if (xmlTextReaderIsEmptyElement(reader_.get()) == 1) end_element();
        return;
      case XML_READER_TYPE_END_ELEMENT:
        return end_element();
      case XML_READER_TYPE_TEXT:
      case XML_READER_TYPE_CDATA:
      case XML_READER_TYPE_WHITESPACE:
      case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
        if (in_term_) open_.back().parts.text += view(xmlTextReaderConstValue(reader_.get()));
        return;
      default:
        return;
    }
  }

  std::string_view name() const { return view(xmlTextReaderConstLocalName(reader_.get())); }

  std::string attribute(const char* its_name) const {
    const std::unique_ptr<xmlChar, void (*)(void*)> value(
        xmlTextReaderGetAttribute(reader_.get(), reinterpret_cast<const xmlChar*>(its_name)), xmlFree);
    return std::string(view(value.get()));
  }

  void begin_element() {
    const std::string_view element = name();
    if (std::exchange(is_first_, false) && element != "sparql") {
      fail(ErrorKind::user, "the answer is XML with the outermost element <{}>; expected <sparql>", element);
    }
    if (element == "results") has_results_ = true;
    if (element == "boolean") fail(ErrorKind::user, "the answer is true or false; expected solutions");
    if (element == "result") rows_.begin_row();
    if (element == "binding") {
      variable_ = attribute("name");
      open_.assign(1, {});
    }
    if (open_.empty()) return;
    if (element == "triple") {
      open_.back().parts.kind = TermParts::Kind::triple;
      open_.back().parts.has_text = true;
    }
    if (is_component(element)) {
      if (open_.size() > kMostNestedTriples)
        fail(ErrorKind::user, "a binding of ?{} nests triples more than {} deep", variable_, kMostNestedTriples);
      open_.emplace_back();
    }
    TermParts& parts = open_.back().parts;
    const TermParts::Kind kind = kind_of(element);
    if (kind == TermParts::Kind::none) return;
    in_term_ = parts.has_text = true;
    parts.kind = kind;
    parts.datatype = attribute("datatype");
    parts.language = attribute("xml:lang");
    parts.direction = attribute("its:dir");
  }

  void end_element() {
    const std::string_view element = name();
    if (element == "result") rows_.end_row();
    if (element == "binding" && !open_.empty()) {
      rows_.bind(variable_, open_.front().parts);
      open_.clear();
    }
    if (open_.size() > 1 && is_component(element)) {
      TermParts parts = std::move(open_.back().parts);
      open_.pop_back();
      open_.back().components[element == "subject" ? 0 : element == "predicate" ? 1 : 2] = std::move(parts);
    }
    if (element == "triple" && !open_.empty()) make_triple(variable_, open_.back().components, open_.back().parts);
    if (kind_of(element) != TermParts::Kind::none) in_term_ = false;
  }

  static bool is_component(std::string_view element) {
    return element == "subject" || element == "predicate" || element == "object";
  }
  static TermParts::Kind kind_of(std::string_view element) {
    if (element == "uri") return TermParts::Kind::iri;
    if (element == "bnode") return TermParts::Kind::blank;
    if (element == "literal") return TermParts::Kind::literal;
    return TermParts::Kind::none;
  }

  SolutionBuilder& rows_;
  Input input_;
  const std::unique_ptr<xmlTextReader, void (*)(xmlTextReaderPtr)> reader_;
  bool is_first_ = true, has_results_ = false, in_term_ = false;
  std::string variable_;
  // The term that is read, within those whose component it is; empty outside of bindings.
  struct OpenTerm {
    TermParts parts;
    std::array<TermParts, 3> components;
  };
  std::vector<OpenTerm> open_;
};

}  // namespace

void read_xml(SolutionBuilder& rows, const ReadBytes& read) {
  Document(rows, read).read();
}

}  // namespace quadrille::results
