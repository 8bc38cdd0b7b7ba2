#include "loader/rdf/detail/xml_literal.hpp"

#include <algorithm>

namespace quadrille::detail {

namespace {

void append_name(std::string& out, const XmlName& name) {
  if (!name.prefix.empty()) {
    out += name.prefix;
    out += ':';
  }
  out += name.local;
}

// Appends the text with the characters of `special` as references, in the same order.
void append_escaped(std::string& out, std::string_view text, std::string_view special,
                    std::initializer_list<std::string_view> references) {
  for (const char c : text) {
    const std::size_t place = special.find(c);
    place == special.npos ? out += c : out += references.begin()[place];
  }
}

void append_text(std::string& out, std::string_view text) {
  append_escaped(out, text, "&<>\r", {"&amp;", "&lt;", "&gt;", "&#xD;"});
}

void append_value(std::string& out, std::string_view value) {
  append_escaped(out, value, "&<\"\t\n\r", {"&amp;", "&lt;", "&quot;", "&#x9;", "&#xA;", "&#xD;"});
}

}  // namespace

// A namespace is declared at its first visible use, unless a surrounding element declares it for this prefix.
void XmlLiteral::start_element(const XmlName& name, std::span<const XmlAttribute> attributes) {
  Declared declared = rendered_.empty() ? Declared{{"", ""}} : rendered_.back();
  std::map<std::string_view, std::string_view> fresh;
  const auto use = [&](const XmlName& used) {
    if (used.prefix == "xml") return;
    const auto found = declared.find(used.prefix);
    if (found != declared.end() && found->second == used.space) return;
    declared.insert_or_assign(std::string(used.prefix), std::string(used.space));
    fresh[used.prefix] = used.space;
  };
  use(name);
  for (const XmlAttribute& attribute : attributes) {
    if (!attribute.name.prefix.empty()) use(attribute.name);
  }

  out_ += '<';
  append_name(out_, name);
  for (const auto& [prefix, space] : fresh) {
    out_ += prefix.empty() ? " xmlns" : " xmlns:";
    out_ += prefix;
    out_ += "=\"";
    append_value(out_, space);
    out_ += '"';
  }
  std::vector<XmlAttribute> sorted(attributes.begin(), attributes.end());
  std::sort(sorted.begin(), sorted.end(), [](const XmlAttribute& a, const XmlAttribute& b) {
    return std::pair(a.name.space, a.name.local) < std::pair(b.name.space, b.name.local);
  });
  for (const XmlAttribute& attribute : sorted) {
    out_ += ' ';
    append_name(out_, attribute.name);
    out_ += "=\"";
    append_value(out_, attribute.value);
    out_ += '"';
  }
  out_ += '>';
  rendered_.push_back(std::move(declared));
}

void XmlLiteral::end_element(const XmlName& name) {
  out_ += "</";
  append_name(out_, name);
  out_ += '>';
  rendered_.pop_back();
}

void XmlLiteral::text(std::string_view text) {
  append_text(out_, text);
}

void XmlLiteral::comment(std::string_view text) {
  out_ += "<!--";
  out_ += text;
  out_ += "-->";
}

void XmlLiteral::instruction(std::string_view target, std::string_view data) {
  out_ += "<?";
  out_ += target;
  if (!data.empty()) {
    out_ += ' ';
    out_ += data;
  }
  out_ += "?>";
}

}  // namespace quadrille::detail
