#include "loader/jsonld/write/json_ld_writer.hpp"

#include "loader/jsonld/write/expressible.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::size_t kMostKeys = 4096;

void set_node(Term& term, TermView node) {
  term.kind = node.kind;
  term.text = node.text;
}

bool is_same_node(const Term& term, TermView node) {
  return term.text == node.text && term.kind == node.kind;
}

void refuse_if(const QuadView& quad, std::string_view obstacle) {
  if (!obstacle.empty()) refuse_quad(quad, obstacle);
}

// `{"@id":"ex:a"`, or `{"@context":null,"@id":"http://ex.org/a"` where the context is switched off.
void append_start(std::string& out, TermView node, const IriTexts& iris, bool switches_off) {
  out += switches_off ? "{\"@context\":null,\"@id\":" : "{\"@id\":";
  append_identifier(out, node, iris);
}

}  // namespace

void JsonLdWriter::begin(std::string& out) {
  out.append("{\"@context\":").append(compact_.context()).append(",\"@graph\":[");
  is_first_item_ = true;
}

void JsonLdWriter::end(std::string& out) const {
  out += "\n]}\n";
}

void JsonLdWriter::add(std::string& out, const QuadView& quad) {
  const std::size_t before = out.size();
  const bool is_same = continues_node(quad);
  if (!is_same) prepare_new_node(quad);
  Key& predicate = key_of(quad);
  const bool fits = is_same && (node_.iris == &plain_ || !predicate.text.empty());
  const IriTexts& iris = fits ? *node_.iris : iris_for(quad, predicate);
  Key& key = set_value(quad, predicate, iris);
  if (fits && &key == node_.key) {
    if (!node_.in_array) out += '[';
    out.append(node_.value) += ',';
    node_.in_array = true;
  } else {
    // An object has each key once.
    if (fits && key.node != nodes_) {
      close_value(out);
    } else {
      open_node(out, quad, iris);
    }
    out += ',';
    if (&iris == &plain_ && &key != &type_) {
      out.append("\"").append(quad.predicate.text).append("\":");
    } else {
      out += key.text;
    }
    node_.key = &key;
    key.node = nodes_;
  }
  std::swap(node_.value, value_);
  item_bytes_ += out.size() - before;
}

bool JsonLdWriter::continues_graph(const QuadView& quad) const {
  if (!graph_.is_open || graph_.is_named != quad.graph.has_value()) return false;
  return !graph_.is_named || (is_same_node(graph_.name, *quad.graph) && item_bytes_ < kItemBytes);
}

bool JsonLdWriter::continues_node(const QuadView& quad) const {
  return node_.is_open && item_bytes_ < kItemBytes && is_same_node(node_.subject, quad.subject) &&
         continues_graph(quad);
}

void JsonLdWriter::prepare_new_node(const QuadView& quad) {
  refuse_if(quad, obstacle_in(quad.subject));
  if (quad.graph && !continues_graph(quad)) refuse_if(quad, obstacle_in(*quad.graph));
  if (keys_.size() < kMostKeys) return;
  keys_.clear();
  node_.key = nullptr;
  item_bytes_ = kItemBytes;  // the open node cannot go on, even if this quad is refused
}

JsonLdWriter::Key& JsonLdWriter::key_of(const QuadView& quad) {
  if (const auto found = keys_.find(quad.predicate.text);
      found != keys_.end() && quad.predicate.kind == TermKind::iri) {
    return found->second;
  }
  refuse_if(quad, obstacle_in_predicate(quad.predicate));
  Key key;
  if (compact_.append(key.text, quad.predicate.text)) key.text += ':';
  key.is_type = quad.predicate.text == iri::kRdfType;
  return keys_.emplace(quad.predicate.text, std::move(key)).first->second;
}

// For the quad in a node of its own.
const IriTexts& JsonLdWriter::iris_for(const QuadView& quad, const Key& predicate) const {
  std::string text;
  const bool is_plain =
      continues_graph(quad) ? graph_.iris == &plain_ : quad.graph && !append_identifier(text, *quad.graph, compact_);
  const bool is_compact = !is_plain && !predicate.text.empty() && append_identifier(text, quad.subject, compact_);
  return is_compact ? compact_ : plain_;
}

// Returns the key that the value has.
JsonLdWriter::Key& JsonLdWriter::set_value(const QuadView& quad, Key& predicate, const IriTexts& iris) {
  refuse_if(quad, obstacle_in(quad.object));
  value_.clear();
  const bool may_be_type = predicate.is_type && quad.object.kind != TermKind::literal;
  if (may_be_type && append_identifier(value_, quad.object, iris)) return type_;
  append_value(value_, quad.object, iris, scratch_);
  return predicate;
}

void JsonLdWriter::begin_item(std::string& out) {
  out += is_first_item_ ? "\n" : ",\n";
  is_first_item_ = false;
  item_bytes_ = 0;
}

void JsonLdWriter::open_graph(std::string& out, const QuadView& quad) {
  finish(out);
  graph_.is_open = true;
  graph_.is_named = quad.graph.has_value();
  graph_.iris = &compact_;
  if (!graph_.is_named) return;
  begin_item(out);
  std::string text;
  if (!append_identifier(text, *quad.graph, compact_)) graph_.iris = &plain_;
  append_start(out, *quad.graph, *graph_.iris, graph_.iris == &plain_);
  out += ",\"@graph\":[";
  set_node(graph_.name, *quad.graph);
  graph_.has_nodes = false;
}

void JsonLdWriter::open_node(std::string& out, const QuadView& quad, const IriTexts& iris) {
  if (continues_graph(quad)) {
    close_node(out);
  } else {
    open_graph(out, quad);
  }
  if (graph_.is_named) {
    out += graph_.has_nodes ? ",\n" : "\n";
    graph_.has_nodes = true;
  } else {
    begin_item(out);
  }
  append_start(out, quad.subject, iris, &iris != graph_.iris);
  set_node(node_.subject, quad.subject);
  node_.iris = &iris;
  node_.is_open = true;
  ++nodes_;
}

void JsonLdWriter::close_value(std::string& out) {
  out += node_.value;
  if (node_.in_array) out += ']';
  node_.in_array = false;
}

void JsonLdWriter::close_node(std::string& out) {
  if (!node_.is_open) return;
  close_value(out);
  out += '}';
  node_.is_open = false;
}

void JsonLdWriter::finish(std::string& out) {
  close_node(out);
  if (graph_.is_open && graph_.is_named) out += "\n]}";
  graph_.is_open = false;
}

}  // namespace quadrille::jsonld
