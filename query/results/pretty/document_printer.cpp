#include "query/results/pretty/document_printer.hpp"

namespace quadrille::results {

namespace {

constexpr int kIndent = 4;  // columns

}  // namespace

void DocumentPrinter::print() {
  std::uint32_t graph = 0;
  bool is_first = true;  // of the document or of a graph
  for (std::uint32_t group = 0; group < quads_.groups().size(); ++group) {
    if (!has_statement(group)) continue;
    const std::uint32_t next = quads_.head(group).graph;
    if (next != graph) {
      open_graph(next - 1, graph != 0, is_first);
      is_first = true;
      graph = next;
    }
    if (!is_first) layout_.break_line(0);
    is_first = false;
    statement(group, graph == 0 ? 0 : kIndent);
  }
  if (graph != 0) out() += "}\n";
  layout_.pass_on();
}

void DocumentPrinter::open_graph(TermNumber name, bool is_in_graph, bool is_at_begin) {
  if (is_in_graph) out() += "}\n";
  if (!is_at_begin) out() += '\n';
  term(name);
  out() += " {";
  layout_.break_line(0);
}

// A statement whose quads are all annotations is written with those.
bool DocumentPrinter::has_statement(std::uint32_t group) const {
  if (shape_.form(group) != DocumentShape::Form::statement) return false;
  const auto [first, last] = quads_.groups()[group];
  std::uint32_t quad = first;
  while (quad < last && shape_.is_annotation(quad)) ++quad;
  return quad < last;
}

void DocumentPrinter::statement(std::uint32_t group, int indent) {
  out().append(static_cast<std::size_t>(indent), ' ');
  subject(group);
  properties(group, indent + kIndent);
  out() += " .";
  layout_.break_line(0);
}

void DocumentPrinter::subject(std::uint32_t group) {
  if (shape_.reification(group) != kNone) return reified(group);
  if (!shape_.has_label(group)) {
    out() += "[]";
  } else {
    term(quads_.head(group).subject);
  }
}

// Annotations are written at their triples, and the reification of a group as its subject or as a whole.
bool DocumentPrinter::is_property(std::uint32_t quad, std::uint32_t group) const {
  const bool is_subject = quad == shape_.reification(group) && shape_.form(group) == DocumentShape::Form::statement;
  return !is_subject && !shape_.is_annotation(quad);
}

// Each predicate but the first is on a line of its own.
void DocumentPrinter::properties(std::uint32_t group, int indent) {
  TermNumber last = kNoTerm;
  for (std::uint32_t quad = quads_.groups()[group].first; quad < quads_.groups()[group].last; ++quad) {
    if (!is_property(quad, group)) continue;
    const TermNumber next = quads_[quad].predicate;
    const bool is_new = next != last;
    if (!is_new) {
      out() += ',';
    } else if (last == kNoTerm) {
      if (out().back() != ' ') out() += ' ';
      predicate(next);
    } else {
      out() += " ;";
      layout_.break_line(indent);
      predicate(next);
    }
    last = next;
    const LineLayout::Wrap wrap = is_new ? LineLayout::Wrap::never : wrap_of(quad);
    layout_.place(indent, indent + kIndent, wrap, [&](int at) { object(quad, at); });
    if (layout_.is_too_long()) return;
  }
}

// Nodes can have lines of their own.
LineLayout::Wrap DocumentPrinter::wrap_of(std::uint32_t quad) const {
  return shape_.node_at(quad) == kNone ? LineLayout::Wrap::always : LineLayout::Wrap::if_enough;
}

void DocumentPrinter::object(std::uint32_t quad, int indent) {
  if (!layout_.in_line([&] { object_alone(quad, indent); })) object_alone(quad, indent);
  annotations(quad, indent);
}

void DocumentPrinter::object_alone(std::uint32_t quad, int indent) {
  const TermNumber object = quads_[quad].object;
  if (const std::uint32_t group = shape_.node_at(quad); group != kNone) {
    node(group, indent);
  } else if (shape_.is_empty_node(quad)) {
    out() += "[]";
  } else if (object == shape_.syntax().nil) {
    out() += "()";
  } else {
    text_.append_in_lines(out(), terms_.view(object, bytes_));
  }
}

// A block is about the reifier in front of it; some readers also take one behind another block so. Hence a reifier
// without a name has a "~", unless its block is the first annotation.
void DocumentPrinter::annotations(std::uint32_t quad, int indent) {
  bool is_first = true;
  for (const DocumentShape::Annotation& annotation : shape_.annotations(quad)) {
    const std::uint32_t group = quads_.group_of(annotation.by);
    const auto [first, last] = quads_.groups()[group];
    const bool has_block = shape_.form(group) == DocumentShape::Form::block && last - first > 1;
    const bool has_name = shape_.has_label(group);
    if (has_name || !has_block || !is_first) out() += " ~";
    if (has_name) {
      layout_.place(indent, indent + kIndent, LineLayout::Wrap::always,
                    [&](int) { term(quads_[annotation.by].subject); });
    }
    if (has_block) layout_.place(indent, indent, LineLayout::Wrap::never, [&](int at) { block(group, at); });
    is_first = false;
    if (layout_.is_too_long()) return;
  }
}

void DocumentPrinter::block(std::uint32_t group, int indent) {
  out() += "{|";
  layout_.break_line(indent + kIndent);
  properties(group, indent + kIndent);
  layout_.break_line(indent);
  out() += "|}";
}

void DocumentPrinter::node(std::uint32_t group, int indent) {
  const auto [first, last] = quads_.groups()[group];
  if (shape_.is_list(group)) return list(group, indent);
  if (shape_.reification(group) != kNone && last - first == 1) return reified(group);
  out() += '[';
  layout_.break_line(indent + kIndent);
  properties(group, indent + kIndent);
  layout_.break_line(indent);
  out() += ']';
}

// As many elements in a line as fit.
void DocumentPrinter::list(std::uint32_t group, int indent) {
  const int inside = indent + kIndent;
  out() += '(';
  layout_.break_line(inside);
  for (std::uint32_t cell = group; cell != kNone;) {
    const std::uint32_t first = quads_.groups()[cell].first;
    layout_.place(inside, inside, wrap_of(first), [&](int at) { object(first, at); });
    if (layout_.is_too_long()) return;
    cell = shape_.node_at(first + 1);
  }
  layout_.break_line(indent);
  out() += ')';
}

// << s p o ~ r >>, or without the reifier if it has no label.
void DocumentPrinter::reified(std::uint32_t group) {
  const DocumentQuad& quad = quads_[shape_.reification(group)];
  const auto& [subject, predicate_of, object] = terms_.triple(quad.object);
  out() += "<< ";
  term(subject);
  out() += ' ';
  predicate(predicate_of);
  out() += ' ';
  term(object);
  if (shape_.has_label(group)) {
    out() += " ~ ";
    term(quad.subject);
  }
  out() += " >>";
}

void DocumentPrinter::term(TermNumber term) {
  text_.append(out(), terms_.view(term, bytes_));
}

void DocumentPrinter::predicate(TermNumber term) {
  text_.append_predicate(out(), terms_.view(term, bytes_));
}

}  // namespace quadrille::results
