#include "query/expression/value_bytes.hpp"

#include "base/bytes.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/volatile_huri.hpp"

namespace quadrille::query {

namespace {

constexpr unsigned char kError = 1;
constexpr unsigned char kHuri = 2;
constexpr unsigned char kTerm = 4;

}  // namespace

void append_text(std::string& out, std::string_view text) {
  append_varint(out, text.size());
  out += text;
}

std::string_view read_text(const unsigned char*& from) {
  const auto size = static_cast<std::size_t>(get_varint(from));
  const std::string_view text(reinterpret_cast<const char*>(from), size);
  from += size;
  return text;
}

void append_value(std::string& out, const Value& value) {
  const Huri huri = value.huri();
  const bool term = value.is_bound() && !is_inline(huri) && (huri.is_unbound() || value.has_text());
  const bool travels = !huri.is_unbound() && (!term || !is_query_term(huri) || huri.is_blank());
  out += static_cast<char>((value.is_error() ? kError : 0) | (travels ? kHuri : 0) | (term ? kTerm : 0));
  if (travels) {
    char word[sizeof(std::uint64_t)];
    store(word, huri.bits());
    out.append(word, sizeof word);
  }
  if (term) {
    std::pmr::monotonic_buffer_resource arena;
    const TermView view = to_term_view(value, arena);
    out += static_cast<char>(view.kind);
    append_text(out, view.text);
    append_text(out, view.datatype);
    append_text(out, view.language);
  }
}

Value read_value(const unsigned char*& from, Arena& arena) {
  const unsigned char form = *from++;
  if ((form & kError) != 0) return Value::error();
  Huri huri;
  if ((form & kHuri) != 0) {
    huri = Huri(load<std::uint64_t>(from));
    from += sizeof(std::uint64_t);
  }
  if ((form & kTerm) == 0) return Value::from_huri(huri, arena);
  TermView term;
  term.kind = static_cast<TermKind>(*from++);
  term.text = keep(read_text(from), arena);
  term.datatype = keep(read_text(from), arena);
  term.language = keep(read_text(from), arena);
  return Value::from_term(term, arena, huri);
}

}  // namespace quadrille::query
