#include "loader/rdf/detail/rdfxml_grammar.hpp"

#include <fmt/format.h>
#include <libxml/tree.h>

#include <algorithm>
#include <utility>

#include "base/iri_reference.hpp"
#include "base/longest_term.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "loader/rdf/blank_labels.hpp"
#include "loader/rdf/rdf_version.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

namespace {

constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
constexpr std::string_view kIts = "http://www.w3.org/2005/11/its";
constexpr std::string_view kXml = "http://www.w3.org/XML/1998/namespace";

using Names = std::span<const std::string_view>;
constexpr std::string_view kCoreSyntaxTerms[] = {"RDF",    "ID",       "about",   "parseType",  "resource",
                                                 "nodeID", "datatype", "version", "annotation", "annotationNodeID"};
constexpr std::string_view kOldTerms[] = {"aboutEach", "aboutEachPrefix", "bagID"};
constexpr std::string_view kUnqualified[] = {"ID", "about", "resource", "parseType",
                                             "type"};  // from RDF of 1999 (6.1.4)

bool is_in(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_rdf(const XmlName& name, std::string_view local) {
  return name.space == kRdf && name.local == local;
}

bool is_syntax(const XmlName& name) {
  return name.space == kRdf && (is_in(kCoreSyntaxTerms, name.local) || is_in(kOldTerms, name.local));
}

bool is_its(const XmlName& name, std::string_view local) {
  return name.space == kIts && name.local == local;
}

bool is_space(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool is_ncname(std::string_view name) {
  return xmlValidateNCName(reinterpret_cast<const xmlChar*>(std::string(name).c_str()), 0) == 0;
}

std::string written(const XmlName& name) {
  return name.prefix.empty() ? std::string(name.local) : fmt::format("{}:{}", name.prefix, name.local);
}

Term rdf_term(std::string_view local) {
  return Term(TermView::iri(std::string(kRdf) + std::string(local)));
}

}  // namespace

// The attributes of an element: those of the syntax, and those that are properties. xml:* and xmlns are left out.
struct RdfXmlGrammar::Attributes {
  std::optional<std::string_view> id, about, node_id, resource, parse_type, datatype, annotation, annotation_node_id;
  std::vector<XmlAttribute> properties;

  // These can be with any form of a property element: rdf:ID, rdf:annotation, rdf:annotationNodeID.
  bool only_id() const { return !about && !node_id && !resource && !datatype && properties.empty(); }
  bool has_annotation() const { return annotation || annotation_node_id; }
};

RdfXmlGrammar::RdfXmlGrammar(std::string base, OnFault on_fault, OnFault on_warning)
    : on_fault_(std::move(on_fault)), on_warning_(std::move(on_warning)) {
  Frame document;
  document.content = Content::root;
  document.scope.base = std::move(base);
  frames_.push_back(std::move(document));
}

void RdfXmlGrammar::start_element(const XmlName& name, std::span<const XmlAttribute> attributes, XmlPlace place) {
  if (Frame& parent = frames_.back(); parent.literal) {
    parent.literal->start_element(name, attributes);
    return;
  }
  Frame frame;
  frame.scope = frames_.back().scope;
  try {
    const Content content = frames_.back().content;
    if (content != Content::ignored) {
      const Attributes sorted = sort_attributes(attributes, frame, place);
      if (name.space.empty()) throw Refusal{fmt::format("the element {} has no namespace", written(name))};
      if (content == Content::root && is_rdf(name, "RDF")) {
        if (sorted.id || sorted.parse_type || !sorted.only_id() || sorted.has_annotation())
          throw Refusal{"rdf:RDF cannot have attributes"};
        frame.content = Content::nodes;
      } else if (content == Content::properties) {
        start_property(name, sorted, frame, place);
      } else if (content == Content::nothing) {
        throw Refusal{
            "a property element with an rdf:resource, rdf:nodeID, rdf:datatype or properties holds no elements"};
      } else {
        start_node(name, sorted, frame);
      }
      has_begun_ = true;
    }
  } catch (const Refusal& refusal) {
    refuse(refusal.reason, place);
    frame.content = Content::ignored;
    frame.is_property = false;
  }
  frames_.push_back(std::move(frame));
}

RdfXmlGrammar::Attributes RdfXmlGrammar::sort_attributes(std::span<const XmlAttribute> attributes, Frame& frame,
                                                         XmlPlace place) const {
  Attributes sorted;
  for (const XmlAttribute& attribute : attributes) {
    if (attribute.name.space == kXml) {
      if (attribute.name.local == "base") frame.scope.base = resolve(attribute.value, frame).text;
      if (attribute.name.local == "lang") {
        if (!attribute.value.empty() && language_tag_fault(attribute.value)) {
          throw Refusal{fmt::format("xml:lang=\"{}\": {}", attribute.value, language_tag_fault(attribute.value))};
        }
        frame.scope.language = to_lower(attribute.value);
      }
    }
  }
  for (XmlAttribute attribute : attributes) {
    XmlName& name = attribute.name;
    if (name.space == kXml) continue;
    if (is_its(name, "version")) continue;  // has no effect by itself
    if (is_its(name, "dir")) {
      frame.scope.direction = attribute.value;
      continue;
    }
    if (is_rdf(name, "version")) {
      take_version(attribute.value, frame.scope, place);
      continue;
    }
    if (name.space.empty()) {
      if (name.local.starts_with("xml")) continue;
      if (!is_in(kUnqualified, name.local)) {
        throw Refusal{
            fmt::format("the attribute {} has no namespace; a property has one, as in ex:{}", name.local, name.local)};
      }
      name.space = kRdf;
    }
    const std::pair<std::string_view, std::optional<std::string_view>*> known[] = {
        {"ID", &sorted.id},
        {"about", &sorted.about},
        {"nodeID", &sorted.node_id},
        {"resource", &sorted.resource},
        {"parseType", &sorted.parse_type},
        {"datatype", &sorted.datatype},
        {"annotation", &sorted.annotation},
        {"annotationNodeID", &sorted.annotation_node_id}};
    const auto found =
        std::find_if(std::begin(known), std::end(known), [&](const auto& entry) { return is_rdf(name, entry.first); });
    if (found != std::end(known)) {
      *found->second = attribute.value;
    } else if (is_syntax(name) || is_rdf(name, "li") || is_rdf(name, "Description")) {
      throw Refusal{fmt::format("the attribute {} is not allowed here", written(name))};
    } else {
      sorted.properties.push_back(attribute);
    }
  }
  if (frame.scope.has_version && !frame.scope.direction.empty() && !is_direction(frame.scope.direction)) {
    throw Refusal{fmt::format("its:dir=\"{}\": a direction is ltr or rtl", frame.scope.direction)};
  }
  return sorted;
}

void RdfXmlGrammar::take_version(std::string_view version, Scope& scope, XmlPlace place) const {
  scope.has_version = version != "1.1";
  if (!is_known_version(version)) warn(version_warning(version), place);
}

// 7.2.11, nodeElement.
void RdfXmlGrammar::start_node(const XmlName& name, const Attributes& attributes, Frame& frame) {
  if (is_syntax(name) || is_rdf(name, "li")) throw Refusal{fmt::format("{} cannot be a node", written(name))};
  if (attributes.resource || attributes.parse_type || attributes.datatype) {
    throw Refusal{"a node element cannot have rdf:resource, rdf:parseType or rdf:datatype"};
  }
  if (attributes.has_annotation()) {
    throw Refusal{"a node element cannot have rdf:annotation or rdf:annotationNodeID; a property element can"};
  }
  frame.subject = subject_of(attributes, frame);
  take_as_object(frame.subject);
  frame.content = Content::properties;
  if (!is_rdf(name, "Description")) {
    add(frame.subject, rdf_term("type"), iri_of(name));
  }
  add_property_attributes(attributes, frame.subject, frame);
}

Term RdfXmlGrammar::subject_of(const Attributes& attributes, const Frame& frame) {
  const int names = (attributes.id ? 1 : 0) + (attributes.about ? 1 : 0) + (attributes.node_id ? 1 : 0);
  if (names > 1) throw Refusal{"a node element has at most one of rdf:ID, rdf:about and rdf:nodeID"};
  if (attributes.id) return Term(TermView::iri(take_id(*attributes.id, frame)));
  if (attributes.about) return resolve(*attributes.about, frame);
  return attributes.node_id ? named_node("rdf:nodeID", *attributes.node_id) : anonymous();
}

Term RdfXmlGrammar::named_node(std::string_view attribute, std::string_view id) const {
  if (!is_ncname(id)) throw Refusal{fmt::format("{}=\"{}\" is not an XML name", attribute, id)};
  std::string label;
  if (blank_label_fault(id)) {
    append_odd_label(label, id);
  } else {
    append_written_label(label, id);
  }
  return Term(TermView::blank(label));
}

std::optional<Term> RdfXmlGrammar::reifier_of(const Attributes& attributes, const Frame& frame) const {
  if (attributes.annotation && attributes.annotation_node_id) {
    throw Refusal{"a property element has rdf:annotation or rdf:annotationNodeID, not both"};
  }
  if (attributes.annotation) return resolve(*attributes.annotation, frame);
  if (attributes.annotation_node_id) return named_node("rdf:annotationNodeID", *attributes.annotation_node_id);
  return std::nullopt;
}

// A node element within a property element becomes its object; within a collection, the next member.
void RdfXmlGrammar::take_as_object(const Term& node) {
  Frame& parent = frames_.back();
  if (parent.content == Content::object) {
    if (parent.object) throw Refusal{"a property element holds one node element at most"};
    if (!is_space(parent.text)) throw Refusal{"a property element holds text or a node element, not both"};
    parent.object = node;
  } else if (parent.content == Content::triple) {
    if (parent.object) throw Refusal{"a property element with rdf:parseType=\"Triple\" holds one node element"};
    parent.object = node;
  } else if (parent.content == Content::collection) {
    const Term cell = anonymous();
    if (parent.last_cell) {
      add(*parent.last_cell, rdf_term("rest"), cell);
    } else {
      parent.object = cell;
    }
    add(cell, rdf_term("first"), node);
    parent.last_cell = cell;
  }
}

// 7.2.14, propertyElt.
void RdfXmlGrammar::start_property(const XmlName& name, const Attributes& attributes, Frame& frame, XmlPlace place) {
  Frame& parent = frames_.back();
  if (is_syntax(name) || is_rdf(name, "Description")) {
    throw Refusal{fmt::format("{} cannot be a property", written(name))};
  }
  if (attributes.about) throw Refusal{"a property element cannot have rdf:about"};
  frame.is_property = true;
  frame.subject = parent.subject;
  frame.predicate = is_rdf(name, "li") ? rdf_term(fmt::format("_{}", ++parent.members)) : iri_of(name);
  if (attributes.id) frame.statement = take_id(*attributes.id, frame);
  frame.reifier = reifier_of(attributes, frame);
  if (attributes.parse_type) {
    start_by_parse_type(*attributes.parse_type, attributes, frame, place);
  } else if (attributes.datatype) {
    if (attributes.resource || attributes.node_id || !attributes.properties.empty()) {
      throw Refusal{
          "a property element with rdf:datatype holds text, and no other attributes but rdf:ID and rdf:annotation"};
    }
    frame.datatype = resolve(*attributes.datatype, frame).text;
    if (const char* fault = datatype_fault(frame.datatype)) throw Refusal{fault};
    frame.content = Content::object;
  } else if (attributes.only_id()) {
    frame.content = Content::object;
  } else {
    start_empty_property(attributes, frame);
  }
}

// 7.2.17 to 7.2.20, parseTypeLiteralPropertyElt and related productions.
void RdfXmlGrammar::start_by_parse_type(std::string_view type, const Attributes& attributes, Frame& frame,
                                        XmlPlace place) {
  if (!attributes.only_id()) {
    throw Refusal{"a property element with rdf:parseType has no other attributes but rdf:ID and rdf:annotation"};
  }
  if (type == "Triple") {
    start_triple(frame, place);
  } else if (type == "Resource") {
    const Term node = anonymous();
    add_property(frame, node);
    frame.is_property = false;
    frame.subject = node;
    frame.content = Content::properties;
  } else if (type == "Collection") {
    frame.content = Content::collection;
  } else {
    frame.content = Content::xml;
    frame.literal = std::make_unique<XmlLiteral>();
  }
}

void RdfXmlGrammar::start_triple(Frame& frame, XmlPlace place) {
  if (!frame.scope.has_version) {
    warn("a property with rdf:parseType=\"Triple\" is left out, since no element around it has rdf:version=\"1.2\"",
         place);
    frame.is_property = false;  // its content is ignored
    return;
  }
  if (made_.size() == kMostNestedTriples) {
    throw Refusal{deep_triples_fault()};
  }
  frame.content = Content::triple;
  frame.makes_triple = true;
  made_.emplace_back();
}

// 7.2.21, emptyPropertyElt with attributes.
void RdfXmlGrammar::start_empty_property(const Attributes& attributes, Frame& frame) {
  if (attributes.resource && attributes.node_id)
    throw Refusal{"a property element has rdf:resource or rdf:nodeID, not both"};
  if (attributes.resource) {
    frame.object = resolve(*attributes.resource, frame);
  } else {
    Attributes node = {};
    node.node_id = attributes.node_id;
    frame.object = subject_of(node, frame);
  }
  frame.content = Content::nothing;
  add_property_attributes(attributes, *frame.object, frame);
}

void RdfXmlGrammar::add_property_attributes(const Attributes& attributes, const Term& subject, const Frame& frame) {
  for (const XmlAttribute& attribute : attributes.properties) {
    const Term predicate = iri_of(attribute.name);
    const bool is_type = is_rdf(attribute.name, "type");
    add(subject, predicate, is_type ? resolve(attribute.value, frame) : literal(attribute.value, frame));
  }
}

void RdfXmlGrammar::end_element(const XmlName& name, XmlPlace place) {
  Frame& frame = frames_.back();
  if (frame.literal && frame.literal->depth() > 0) {
    frame.literal->end_element(name);
    return;
  }
  try {
    if (frame.makes_triple) {
      const MadeTriples made = std::move(made_.back());
      made_.pop_back();
      if (frame.is_property) end_triple(frame, made);
    } else if (frame.is_property) {
      end_property(frame);
    }
  } catch (const Refusal& refusal) {
    refuse(refusal.reason, place);
  }
  frames_.pop_back();
}

void RdfXmlGrammar::end_property(Frame& frame) {
  switch (frame.content) {
    case Content::object:
      if (frame.object && !frame.datatype.empty()) throw Refusal{"a property element with rdf:datatype holds text"};
      if (frame.object && !is_space(frame.text))
        throw Refusal{"a property element holds text or a node element, not both"};
      if (!frame.object) {
        frame.object = literal(frame.text, frame);
        std::string().swap(frame.text);  // it may be long
      }
      add_property(frame, *frame.object);
      return;
    case Content::collection:
      end_collection(frame);
      return;
    case Content::xml:
      frame.datatype = std::string(kRdf) + "XMLLiteral";
      add_property(frame, literal(frame.literal->canonical(), frame));
      return;
    case Content::nothing:
      add_property(frame, *frame.object);
      return;
    default:
      return;
  }
}

void RdfXmlGrammar::end_collection(Frame& frame) {
  const Term nil = rdf_term("nil");
  if (frame.last_cell) add(*frame.last_cell, rdf_term("rest"), nil);
  add_property(frame, frame.object.value_or(nil));
}

void RdfXmlGrammar::end_triple(Frame& frame, const MadeTriples& made) {
  if (made.has_fault) {  // which is known, so the element around it gets no other
    if (!made_.empty()) made_.back().has_fault = true;
    return;
  }
  if (made.count != 1) {
    throw Refusal{fmt::format(
        "a property element with rdf:parseType=\"Triple\" holds one node element that makes one triple; this makes {}",
        made.count)};
  }
  if (made.first.size() > kLongestTermBytes) throw Refusal{too_long_term(made.first.size())};
  add_property(frame, Term(TermView::triple(made.first)));
}

void RdfXmlGrammar::text(std::string_view text, XmlPlace place) {
  Frame& frame = frames_.back();
  switch (frame.content) {
    case Content::xml:
      frame.literal->text(text);
      return;
    case Content::object:
      frame.text += text;
      return;
    case Content::ignored:
      return;
    default:
      if (is_space(text)) return;
      refuse("text where only elements are allowed", place);
      frame.content = Content::ignored;
      frame.is_property = false;
  }
}

void RdfXmlGrammar::comment(std::string_view text) {
  if (frames_.back().literal) frames_.back().literal->comment(text);
}

void RdfXmlGrammar::instruction(std::string_view target, std::string_view data) {
  if (frames_.back().literal) frames_.back().literal->instruction(target, data);
}

Term RdfXmlGrammar::literal(std::string_view text, const Frame& frame) const {
  const bool has_direction = frame.scope.has_version && !frame.scope.direction.empty() && !frame.scope.language.empty();
  const std::string language =
      has_direction ? fmt::format("{}--{}", frame.scope.language, frame.scope.direction) : frame.scope.language;
  const std::size_t apart = std::max(frame.datatype.size(), language.size());
  const std::size_t bytes = text.size() + (apart == 0 ? 0 : apart + 1);
  if (bytes > kLongestTermBytes) throw Refusal{too_long_term(bytes)};
  if (!frame.datatype.empty()) return Term(TermView::literal(text, frame.datatype));
  if (!language.empty()) return Term(TermView::tagged_string(text, language));
  return Term(TermView::string(text));
}

Term RdfXmlGrammar::resolve(std::string_view reference, const Frame& frame) const {
  if (const char* fault = iri_fault(reference)) throw Refusal{fmt::format("\"{}\": {}", reference, fault)};
  if (!has_scheme(reference) && frame.scope.base.empty()) {
    throw Refusal{
        fmt::format("the IRI \"{}\" is relative, and the document has no base; give one with --base IRI", reference)};
  }
  return Term(TermView::iri(resolve_iri(frame.scope.base, reference)));
}

// The IRI of an element or attribute that is a class or a property.
Term RdfXmlGrammar::iri_of(const XmlName& name) const {
  Term term(TermView::iri(fmt::format("{}{}", name.space, name.local)));
  if (const char* fault = iri_fault(term.text))
    throw Refusal{fmt::format("the namespace of {}: {}", written(name), fault)};
  if (!has_scheme(term.text)) throw Refusal{fmt::format("the namespace of {} is not absolute", written(name))};
  return term;
}

std::string RdfXmlGrammar::take_id(std::string_view id, const Frame& frame) {
  if (!is_ncname(id)) throw Refusal{fmt::format("rdf:ID=\"{}\" is not an XML name", id)};
  std::string iri = resolve(fmt::format("#{}", id), frame).text;
  if (!ids_.insert(iri).second) throw Refusal{fmt::format("rdf:ID=\"{}\" has been used before", id)};
  return iri;
}

Term RdfXmlGrammar::anonymous() {
  std::string label;
  append_anonymous_label(label, ++anonymous_);
  return Term(TermView::blank(label));
}

void RdfXmlGrammar::refuse(const std::string& reason, XmlPlace place) {
  if (!made_.empty()) made_.back().has_fault = true;
  on_fault_(reason, place);
}

void RdfXmlGrammar::warn(std::string reason, XmlPlace place) const {
  if (on_warning_) on_warning_(std::move(reason), place);
}

void RdfXmlGrammar::add(const Term& subject, const Term& predicate, const Term& object) {
  if (!made_.empty()) {
    MadeTriples& made = made_.back();
    if (made.count++ == 0) append_triple_term(made.first, subject.view(), predicate.view(), object.view());
    return;
  }
  triples_.add(subject.view(), predicate.view(), object.view());
}

// 7.3, reification rules.
void RdfXmlGrammar::add_property(const Frame& frame, const Term& object) {
  if (frame.reifier) {
    if (object.kind == TermKind::triple && depth_of_triple(object.text) == kMostNestedTriples) {
      throw Refusal{deep_triples_fault()};
    }
    std::string triple;
    append_triple_term(triple, frame.subject.view(), frame.predicate.view(), object.view());
    if (triple.size() > kLongestTermBytes) throw Refusal{too_long_term(triple.size())};
    add(*frame.reifier, Term(TermView::iri(iri::kRdfReifies)), Term(TermView::triple(triple)));
  }
  add(frame.subject, frame.predicate, object);
  if (frame.statement.empty()) return;
  const Term statement(TermView::iri(frame.statement));
  add(statement, rdf_term("subject"), frame.subject);
  add(statement, rdf_term("predicate"), frame.predicate);
  add(statement, rdf_term("object"), object);
  add(statement, rdf_term("type"), rdf_term("Statement"));
}

}  // namespace quadrille::detail
