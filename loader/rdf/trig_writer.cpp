#include "loader/rdf/trig_writer.hpp"

#include "base/assert.hpp"

namespace quadrille {

namespace {

// Of a term in the form of N-Triples.
bool needs_version(std::string_view object) {
  return object.starts_with("<<(") ||
         (object.starts_with('"') && (object.ends_with("--rtl") || object.ends_with("--ltr")));
}

}  // namespace

void TrigWriter::add(std::string& out, std::string_view graph, std::string_view subject, std::string_view predicate,
                     std::string_view object) {
  if (!has_version_ && needs_version(object)) {
    finish(out);
    out += "VERSION \"1.2\"\n";
    has_version_ = true;
  }
  if (in_statement_ && graph == graph_ && subject == subject_) {
    if (predicate == predicate_) {
      out += " , ";
    } else {
      out.append(" ;\n  ").append(predicate) += ' ';
    }
  } else {
    if (in_statement_ && graph == graph_) {
      out += " .\n";
    } else {
      finish(out);
      if (!graph.empty()) out.append("GRAPH ").append(graph).append(" {\n");
    }
    out.append(subject).append(" ").append(predicate) += ' ';
  }
  out += object;
  in_statement_ = true;
  graph_ = graph;
  subject_ = subject;
  predicate_ = predicate;
}

void TrigWriter::add_line(std::string& out, std::string_view line) {
  const auto take_term = [&] {
    const std::size_t end = line.find(' ');
    QUADRILLE_ASSERT(end != line.npos, "a line has four terms, the graph may be empty");
    const std::string_view term = line.substr(0, end);
    line.remove_prefix(end + 1);
    return term;
  };
  const std::string_view graph = take_term(), subject = take_term(), predicate = take_term();
  QUADRILLE_ASSERT(line.ends_with(" ."), "a line ends in a point");
  line.remove_suffix(2);
  add(out, graph, subject, predicate, line);
}

void TrigWriter::add_lines(std::string& out, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    add_line(out, lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
}

void TrigWriter::finish(std::string& out) {
  if (!in_statement_) return;
  out += graph_.empty() ? " .\n" : " .\n}\n";
  in_statement_ = false;
}

}  // namespace quadrille
