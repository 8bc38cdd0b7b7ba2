#include "loader/rdf/term_scanner.hpp"

#include <bit>
#include <cstring>

#include "base/iri_reference.hpp"
#include "base/text.hpp"
#include "loader/rdf/blank_labels.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/detail/escapes.hpp"
#include "loader/rdf/detail/plain_parts.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille {

namespace {

using detail::is_alpha;
using detail::is_ascii;
using detail::is_digit;
using detail::is_hex;
using detail::is_of;
using detail::kLabel;
using detail::kLocalName;
using detail::skip_space;

std::string_view text_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// The first byte at or after `at` that ends the plain part of a string in quotes of this kind.
const char* find_string_stop(const char* at, char quote) {
  std::uint32_t not_ascii = 0;
  if (quote == '"') return detail::find_text_stop(at, not_ascii);
  while (*at != '\'' && *at != '\\' && *at != '\n' && *at != '\r') ++at;
  return at;
}

bool may_begin_name(char c) {
  return is_alpha(c) || c == ':' || !is_ascii(c);
}

const char* skip_digits(const char* at) {
  while (is_digit(*at)) ++at;
  return at;
}

// The end of the exponent of a number; nullptr if there is none at `at`.
const char* exponent_end(const char* at) {
  if (*at != 'e' && *at != 'E') return nullptr;
  const char* const digits = at + (at[1] == '+' || at[1] == '-' ? 2 : 1);
  return is_digit(*digits) ? skip_digits(digits) : nullptr;
}

}  // namespace

const char* TermScanner::node(const char* at, TermView& term) {
  if (*at == '<') return iri(at, term);
  if (*at == '_') return blank(at, term);
  return may_begin_name(*at) ? prefixed_name(at, term) : refuse(at);
}

const char* TermScanner::verb(const char* at, TermView& term) {
  if (*at == '<') return iri(at, term);
  if (*at == 'a' && !is_of(kLabel, at[1]) && at[1] != ':' && is_ascii(at[1])) {
    term = TermView::iri(iri::kRdfType);
    return at + 1;
  }
  return may_begin_name(*at) ? prefixed_name(at, term) : refuse(at);
}

const char* TermScanner::object(const char* at, TermView& term) {
  const char c = *at;
  if (c == '"' || c == '\'') return string(at, term);
  if (is_digit(c) || c == '-' || c == '+' || c == '.') return number(at, term);
  return c == 't' || c == 'f' ? word_or_name(at, term) : node(at, term);
}

const char* TermScanner::iri(const char* at, TermView& term) {
  std::uint32_t not_ascii = 0;
  const char* const end = detail::find_iri_stop(at + 1, not_ascii);
  if (*end == '\\') return escaped_iri(at + 1, end, term);
  if (*end != '>') return refuse(end);
  term = TermView::iri(text_between(at + 1, end));
  if (has_scheme(term.text)) return end + 1;
  scratch_.clear();
  if (!names_.append_iri(scratch_, term.text).empty()) return refuse(end);
  term.text = bytes_.add(scratch_);
  return end + 1;
}

// `begin` is after the "<", `at` at the first escape.
const char* TermScanner::escaped_iri(const char* begin, const char* at, TermView& term) {
  std::uint32_t not_ascii = 0;
  scratch_.assign(begin, at);
  while (*at == '\\') {
    if ((at[1] | 0x20) != 'u') return refuse(at);
    const char* const behind = detail::append_unescaped(scratch_, at);
    if (behind == nullptr) return refuse(at);
    at = detail::find_iri_stop(behind, not_ascii);
    scratch_.append(behind, at);
  }
  resolved_.clear();
  if (*at != '>' || !names_.append_iri(resolved_, scratch_).empty()) return refuse(at);
  term = TermView::iri(bytes_.add(resolved_));
  return at + 1;
}

const char* TermScanner::prefixed_name(const char* at, TermView& term) {
  const char* const prefix = at;
  while (is_of(kLabel, *at)) ++at;
  while (!is_ascii(*at)) {
    const char* const special = at;
    if (!(at = detail::skip_name_character(at, at == prefix))) return refuse(special);
    while (is_of(kLabel, *at)) ++at;
  }
  if (*at != ':' || (at != prefix && at[-1] == '.')) return refuse(at);
  const std::string* const iri = find_prefix(prefix, static_cast<std::size_t>(at - prefix));
  if (iri == nullptr) return refuse(at);
  std::string_view local;
  if (!(at = local_name(at + 1, local))) return nullptr;
  term = TermView::iri(bytes_.add(*iri, local));
  return at;
}

const std::string* TermScanner::find_prefix(const char* prefix, std::size_t size) {
  if (size > sizeof(std::uint64_t)) return names_.find_prefix({prefix, size});
  std::uint64_t bytes = 0;  // no prefix contains a zero byte
  std::memcpy(&bytes, prefix, sizeof bytes);
  if (size < sizeof bytes) bytes &= (std::uint64_t{1} << 8 * size) - 1;
  KnownPrefix& known = known_prefixes_[bytes * 0x9E3779B97F4A7C15u >> 58];
  if (known.iri == nullptr || known.bytes != bytes) known = {bytes, names_.find_prefix({prefix, size})};
  return known.iri;
}
static_assert(std::endian::native == std::endian::little);

// PN_LOCAL of the grammar; it can be empty, and does not begin with a dot, or with a minus: ":-1" is ":" and "-1".
const char* TermScanner::local_name(const char* at, std::string_view& name) {
  const char* const begin = at;
  const char* plain = at;  // the start of the text not copied yet
  const char* fixed = at;  // everything before it belongs to the name, also dots
  const auto stop = [&](const char* wrong) {
    name = {};
    const bool is_number = *begin == '-' && is_digit(begin[begin[1] == '.' ? 2 : 1]);
    return *begin == '.' || is_number ? begin : refuse(wrong);
  };
  for (;;) {
    while (is_of(kLocalName, *at)) ++at;
    const char* const special = at;
    if (*at == '%') {
      if (!is_hex(at[1]) || !is_hex(at[2])) return stop(at);
      at += 3;
    } else if (*at == '\\') {
      if (at[1] == '\0' || !std::strchr("_~.-!$&'()*+,;=/?#@%", at[1])) return stop(at);
      if (plain == begin) scratch_.clear();
      scratch_.append(plain, at);
      plain = at + 1;
      at += 2;
    } else if (is_ascii(*at)) {
      break;
    } else if (!(at = detail::skip_name_character(at, at == begin))) {
      return stop(special);
    }
    fixed = at;
  }
  while (at > fixed && at[-1] == '.') --at;
  if (at != begin && (*begin == '-' || *begin == '.')) return stop(at);
  if (plain == begin) {
    name = text_between(begin, at);
  } else {
    scratch_.append(plain, at);
    name = scratch_;
  }
  return at;
}

const char* TermScanner::blank(const char* at, TermView& term) {
  if (at[1] != ':') return refuse(at);
  const char* const label = at + 2;
  std::uint32_t not_ascii = 0;
  const char* const end = detail::find_label_end(label, not_ascii);
  if (end == nullptr) {
    at = label;
    while (is_of(kLabel, *at) || !is_ascii(*at)) ++at;
    return refuse(at);
  }
  term = TermView::blank(text_between(label, end));
  if (term.text.starts_with(kAnonymousLabel)) {
    scratch_.clear();
    append_written_label(scratch_, term.text);
    term.text = bytes_.add(scratch_);
  }
  return end;
}

const char* TermScanner::word_or_name(const char* at, TermView& term) {
  const char* end = at;
  while (is_of(kLabel, *end)) ++end;
  if (*end == ':' || !is_ascii(*end)) return prefixed_name(at, term);
  const char* const behind = end;
  while (end[-1] == '.') --end;
  const std::string_view word = text_between(at, end);
  if (word != "true" && word != "false") return refuse(behind);
  term = TermView::literal(word, iri::kXsdBoolean);
  return end;
}

// A dot belongs to the number if digits or an exponent follow.
const char* TermScanner::number(const char* at, TermView& term) {
  const char* const begin = at;
  std::string_view datatype = iri::kXsdInteger;
  if (*at == '+' || *at == '-') ++at;
  const char* const digits = at;
  at = skip_digits(at);
  const bool has_digits = at != digits;
  if (*at == '.' && (is_digit(at[1]) || (has_digits && exponent_end(at + 1) != nullptr))) {
    datatype = iri::kXsdDecimal;
    at = skip_digits(at + 1);
  } else if (!has_digits) {
    return refuse(at);
  }
  if (const char* const end = exponent_end(at)) {
    datatype = iri::kXsdDouble;
    at = end;
  }
  term = TermView::literal(text_between(begin, at), datatype);
  return at;
}

const char* TermScanner::string(const char* at, TermView& term) {
  const char quote = *at;
  const bool is_long = at[1] == quote && at[2] == quote;
  if (at[1] == quote && !is_long) {
    term = TermView::string(text_between(at + 1, at + 1));
    return suffix(at + 2, term);
  }
  const char* const text = at + (is_long ? 3 : 1);
  const char* plain = text;  // the start of the text not copied yet
  const char* p = find_string_stop(text, quote);
  for (;; p = find_string_stop(p, quote)) {
    if (*p == quote) {
      if (!is_long || (p[1] == quote && p[2] == quote)) break;
      ++p;
    } else if (*p == '\\') {
      if (plain == text) scratch_.clear();
      scratch_.append(plain, p);
      const char* const behind = detail::append_unescaped(scratch_, p);
      if (behind == nullptr) return refuse(p);
      plain = p = behind;
    } else {
      if (!is_long || p >= end_) return refuse(p);
      ++p;
    }
  }
  if (plain == text) {
    term = TermView::string(text_between(text, p));
  } else {
    scratch_.append(plain, p);
    term = TermView::string(bytes_.take(scratch_));
  }
  return suffix(p + (is_long ? 3 : 1), term);
}

const char* TermScanner::suffix(const char* at, TermView& literal) {
  const char* const behind = at;
  at = skip_space(at);
  if (*at == '@') {
    bool has_capitals = false;
    const char* const end = detail::find_tag_end(at + 1, has_capitals);
    const std::string_view tag = text_between(at + 1, end);
    if (language_fault(tag)) return refuse(end);
    literal = TermView::tagged_string(literal.text, has_capitals ? bytes_.add(to_lower(tag)) : tag);
    return end;
  }
  if (*at != '^') return behind;
  if (at[1] != '^') return refuse(at);
  at = skip_space(at + 2);
  TermView datatype;
  if (*at != '<' && !may_begin_name(*at)) return refuse(at);
  if (!(at = node(at, datatype))) return nullptr;
  if (datatype_fault(datatype.text)) return refuse(at);
  literal.datatype = datatype.text;
  return at;
}

}  // namespace quadrille
