#include "query/results/detail/xml_refusal.hpp"

#include <array>
#include <utility>

#include "base/error.hpp"

namespace quadrille::results {

namespace {

constexpr char kMark = '\0';
constexpr std::size_t kShownBytes = 500;  // of a term

struct Refused {
  std::string_view reason, term;  // empty if the text is no refusal
};

Refused refused(std::string_view text) {
  if (text[0] != kMark) return {};
  const std::size_t end = text.find(kMark, 1);
  return {text.substr(1, end - 1), text.substr(end + 1)};
}

std::string without_references(std::string_view xml) {
  constexpr std::array<std::pair<std::string_view, char>, 4> kReferences{
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}}};
  std::string text;
  while (!xml.empty()) {
    std::pair<std::string_view, char> next{xml.substr(0, 1), xml[0]};
    for (const auto& reference : kReferences) {
      if (xml.starts_with(reference.first)) next = reference;
    }
    text += next.second;
    xml.remove_prefix(next.first.size());
  }
  return text;
}

// The text between two others, or what is left of it if the second is missing.
std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  text.remove_prefix(std::min(text.find(begin) + begin.size(), text.size()));
  return without_references(text.substr(0, text.rfind(end)));
}

// A term as people know it from Turtle, from its text in RDF/XML.
std::string shown(std::string_view text) {
  std::string term(refused(text).term);
  if (!term.empty()) {
  } else if (text.starts_with(" rdf:nodeID=")) {
    term = "_:" + between(text, "\"", "\"");
  } else if (text.starts_with(" rdf:about=") || text.starts_with(" rdf:resource=")) {
    term = "<" + between(text, "\"", "\"") + ">";
  } else if (text.starts_with(" rdf:parseType=")) {
    term = "<<( ... )>>";
  } else if (const std::size_t declared = text.find(" xmlns:p="); declared != text.npos && text[0] != ' ') {
    term = "<" + between(text, "\"", "\"") + std::string(text.substr(2, declared - 2)) + ">";
  } else if (text[0] == ' ' || text[0] == '>') {
    term = "\"" + between(text, ">", "</") + "\"";
  } else {
    term = text;
  }
  return term.size() <= kShownBytes ? term : term.substr(0, kShownBytes) + "...";
}

}  // namespace

void append_refusal(std::string& out, const XmlRefusal& refusal, const TermView& term) {
  out += kMark;
  out += refusal.reason;
  out += kMark;
  append_ntriples(out, term);
}

void refuse_row(std::string_view subject, std::string_view predicate, std::string_view object) {
  std::string_view reason;
  for (const std::string_view text : {object, predicate, subject}) {
    if (text[0] == kMark) reason = refused(text).reason;
  }
  fail(ErrorKind::user, "RDF/XML cannot express the triple {} {} {}: {}; use another format, such as Turtle",
       shown(subject), shown(predicate), shown(object), reason);
}

}  // namespace quadrille::results
