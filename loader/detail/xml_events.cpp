#include "loader/detail/xml_events.hpp"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>

#include "base/error.hpp"

namespace quadrille::detail {

namespace {

std::string_view view(const xmlChar* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

std::string_view view(const xmlChar* begin, const xmlChar* end) {
  return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

// The content of an entity is parsed in a context of its own, which has _private from the one around it.
XmlHandler& handler_of(void* context) {
  return *static_cast<XmlHandler*>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

XmlPlace place_of(void* context) {
  const int line = xmlSAX2GetLineNumber(context), column = xmlSAX2GetColumnNumber(context);
  return {line > 0 ? static_cast<std::uint64_t>(line) : 1, column > 0 ? static_cast<std::uint32_t>(column) : 1};
}

void start_element(void* context, const xmlChar* local, const xmlChar* prefix, const xmlChar* space, int,
                   const xmlChar**, int attribute_count, int, const xmlChar** written) {
  std::vector<XmlAttribute> attributes;
  for (int i = 0; i < attribute_count;
       ++i, written += 5) {  // local name, prefix, namespace, begin and end of the value
    attributes.push_back({{view(written[2]), view(written[1]), view(written[0])}, view(written[3], written[4])});
  }
  handler_of(context).start_element({view(space), view(prefix), view(local)}, attributes, place_of(context));
}

void end_element(void* context, const xmlChar* local, const xmlChar* prefix, const xmlChar* space) {
  handler_of(context).end_element({view(space), view(prefix), view(local)}, place_of(context));
}

void characters(void* context, const xmlChar* text, int size) {
  handler_of(context).text(view(text, text + size), place_of(context));
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

void error(void* context, xmlErrorPtr error) {
  if (!error || error->level < XML_ERR_ERROR) return;
  // Behind the error that ends the document libxml2 reports others, which come of the first.
  if (!static_cast<xmlParserCtxtPtr>(context)->wellFormed) return;
  // Namespaces are IRIs; libxml2 knows URIs only, and the grammar looks at what is used.
  if (error->code == XML_WAR_NS_URI || error->code == XML_WAR_NS_URI_RELATIVE) return;
  std::string reason = error->message ? error->message : "malformed XML";
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  while (!reason.empty() && reason.back() == ' ') reason.pop_back();
  XmlPlace place;
  if (error->line > 0) place.line = static_cast<std::uint64_t>(error->line);
  if (error->int2 > 0) place.column = static_cast<std::uint32_t>(error->int2);
  handler_of(context).fault("XML: " + reason, place);
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
