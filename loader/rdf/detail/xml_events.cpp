#include "loader/rdf/detail/xml_events.hpp"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"
#include "loader/rdf/detail/token_words.hpp"

namespace quadrille::detail {

namespace {

std::string_view view(const xmlChar* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

std::string_view view(const xmlChar* begin, const xmlChar* end) {
  return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

// The content of an entity is parsed in a separate context, which gets _private from the surrounding one.
XmlHandler& handler_of(void* context) {
  return *static_cast<XmlHandler*>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

// Returns the place of the byte at `at` of the input, in characters. The parser's own columns are sometimes bytes, and
// are those after the text read. The input keeps the start of the current line, unless it is long; then the parser's
// column is used.
XmlPlace place_at(const xmlParserInput& input, const xmlChar* at) {
  const std::string_view before = view(input.base, at), after = view(at, input.cur);
  XmlPlace place;
  place.line = static_cast<std::uint64_t>(std::max(input.line, 1)) -
               static_cast<std::uint64_t>(std::count(after.begin(), after.end(), '\n'));
  const std::size_t line_end = before.rfind('\n');
  if (line_end != std::string_view::npos) {
    place.column = 1 + static_cast<std::uint32_t>(count_characters(before.substr(line_end + 1)));
  } else {
    const int column = input.col - static_cast<int>(count_characters(after));
    place.column = static_cast<std::uint32_t>(std::max(column, 1));
  }
  return place;
}

// The parser's current place.
XmlPlace place_of(void* context) {
  const xmlParserInputPtr input = static_cast<xmlParserCtxtPtr>(context)->input;
  return input == nullptr ? XmlPlace() : place_at(*input, input->cur);
}

// The start of the tag that the parser has read.
XmlPlace place_of_tag(void* context) {
  const xmlParserInputPtr input = static_cast<xmlParserCtxtPtr>(context)->input;
  if (input == nullptr) return {};
  const std::size_t tag = view(input->base, input->cur).rfind('<');
  return place_at(*input, tag == std::string_view::npos ? input->cur : input->base + tag);
}

// The place of the first character of `text` that is no white space.
XmlPlace place_of_text(void* context, const xmlChar* text, int size) {
  const xmlParserInputPtr input = static_cast<xmlParserCtxtPtr>(context)->input;
  if (input == nullptr || text < input->base || text + size > input->cur) return place_of(context);
  const std::size_t first = view(text, text + size).find_first_not_of(" \t\r\n");
  return place_at(*input, first == std::string_view::npos ? text : text + first);
}

void start_element(void* context, const xmlChar* local, const xmlChar* prefix, const xmlChar* space, int,
                   const xmlChar**, int attribute_count, int, const xmlChar** written) {
  std::vector<XmlAttribute> attributes;
  for (int i = 0; i < attribute_count;
       ++i, written += 5) {  // local name, prefix, namespace, begin and end of the value
    attributes.push_back({{view(written[2]), view(written[1]), view(written[0])}, view(written[3], written[4])});
  }
  handler_of(context).start_element({view(space), view(prefix), view(local)}, attributes, place_of_tag(context));
}

void end_element(void* context, const xmlChar* local, const xmlChar* prefix, const xmlChar* space) {
  handler_of(context).end_element({view(space), view(prefix), view(local)}, place_of_tag(context));
}

void characters(void* context, const xmlChar* text, int size) {
  handler_of(context).text(view(text, text + size), place_of_text(context, text, size));
}

void comment(void* context, const xmlChar* text) {
  handler_of(context).comment(view(text));
}

void instruction(void* context, const xmlChar* target, const xmlChar* data) {
  handler_of(context).instruction(view(target), view(data));
}

xmlEntityPtr get_entity(void* context, const xmlChar* name) {
  const xmlEntityPtr entity = xmlSAX2GetEntity(context, name);
  if (entity && (entity->etype == XML_INTERNAL_GENERAL_ENTITY || entity->etype == XML_INTERNAL_PREDEFINED_ENTITY)) {
    return entity;
  }
  handler_of(context).fault(fmt::format("the entity &{}; is {}", view(name),
                                        entity ? "external, and external entities are not read" : "not declared"),
                            place_of(context));
  return nullptr;
}

xmlEntityPtr get_parameter_entity(void* context, const xmlChar* name) {
  const xmlEntityPtr entity = xmlSAX2GetParameterEntity(context, name);
  if (entity && entity->etype == XML_INTERNAL_PARAMETER_ENTITY) return entity;
  handler_of(context).fault(fmt::format("the parameter entity %{}; is {}", view(name),
                                        entity ? "external, and external entities are not read" : "not declared"),
                            place_of(context));
  return nullptr;
}

xmlParserInputPtr resolve_nothing(void*, const xmlChar*, const xmlChar*) {
  return nullptr;
}
void ignore_subset(void*, const xmlChar*, const xmlChar*, const xmlChar*) {}

// Advice for libxml2's errors, which are right but short.
std::string hint_of(const xmlError& error) {
  switch (error.code) {
    case XML_ERR_NAME_REQUIRED:
    case XML_ERR_ENTITYREF_SEMICOL_MISSING:
    case XML_ERR_ENTITYREF_NO_NAME:
      return "; the character '&' is written &amp;";
    case XML_NS_ERR_UNDEFINED_NAMESPACE:
      return fmt::format("; declare it: xmlns:{}=\"...\"", error.str1 ? error.str1 : "ex");
    case XML_ERR_ATTRIBUTE_NOT_STARTED:
      return "; the value of an attribute is in quotes";
    case XML_ERR_LT_IN_ATTRIBUTE:
      return "; the character '<' is written &lt;";
    case XML_ERR_TAG_NOT_FINISHED:
      return "; is the document cut off?";
    case XML_ERR_DOCUMENT_END:
      return "; the document has one root element, and ends with it";
    default:
      return {};
  }
}

void error(void* context, xmlErrorPtr error) {
  if (!error || error->level < XML_ERR_ERROR) return;
  // After the error that ends the document libxml2 reports others, which follow from the first.
  if (!static_cast<xmlParserCtxtPtr>(context)->wellFormed) return;
  // Namespaces are IRIs; libxml2 accepts only URIs. The grammar checks the namespaces that are used.
  if (error->code == XML_WAR_NS_URI || error->code == XML_WAR_NS_URI_RELATIVE) return;
  std::string reason = error->message ? error->message : "malformed XML";
  const auto* const parser = static_cast<xmlParserCtxtPtr>(context);
  if (error->code == XML_ERR_DOCUMENT_END && parser->nameNr > 0) {
    handler_of(context).fault(
        fmt::format("XML: the document ends within the element {}; is it cut off?", view(parser->name)),
        place_of(context));
    return;
  }
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  while (!reason.empty() && reason.back() == ' ') reason.pop_back();
  const bool is_tag = error->domain == XML_FROM_NAMESPACE;
  handler_of(context).fault("XML: " + reason + hint_of(*error), is_tag ? place_of_tag(context) : place_of(context));
}

xmlSAXHandler make_sax() {
  xmlSAXHandler sax;
  std::memset(&sax, 0, sizeof sax);
  xmlSAXVersion(&sax, 2);
  sax.startElementNs = start_element;
  sax.endElementNs = end_element;
  sax.characters = characters;
  sax.ignorableWhitespace = characters;
  sax.cdataBlock = characters;
  sax.comment = comment;
  sax.processingInstruction = instruction;
  sax.getEntity = get_entity;
  sax.getParameterEntity = get_parameter_entity;
  sax.resolveEntity = resolve_nothing;
  sax.externalSubset = ignore_subset;
  sax.serror = error;
  return sax;
}

}  // namespace

struct XmlEvents::Parser {
  xmlSAXHandler sax = make_sax();
  xmlParserCtxtPtr context = nullptr;

  ~Parser() {
    if (!context) return;
    if (context->myDoc) xmlFreeDoc(context->myDoc);
    xmlFreeParserCtxt(context);
  }
};

XmlEvents::XmlEvents(XmlHandler& handler) : parser_(std::make_unique<Parser>()) {
  xmlInitParser();
  parser_->context = xmlCreatePushParserCtxt(&parser_->sax, nullptr, nullptr, 0, nullptr);
  if (!parser_->context) fail(ErrorKind::memory, "no memory for libxml2");
  parser_->context->_private = &handler;
  xmlCtxtUseOptions(parser_->context, XML_PARSE_NOENT | XML_PARSE_NONET);
}

XmlEvents::~XmlEvents() = default;

bool XmlEvents::parse(std::string_view bytes, bool is_last) {
  xmlParseChunk(parser_->context, bytes.data(), static_cast<int>(bytes.size()), is_last ? 1 : 0);
  return parser_->context->wellFormed && !parser_->context->disableSAX;
}

}  // namespace quadrille::detail
