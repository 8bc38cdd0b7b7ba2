#include "loader/rdf/detail/serd_statement.hpp"

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "loader/rdf/blank_labels.hpp"
#include "loader/rdf/detail/token_words.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

namespace {

// Serd's own labels are b1, b2, ... of 32 bits; a new reader starts before they run out.
constexpr std::uint64_t kLabelsOfAReader = std::uint64_t{1} << 31;

std::string_view text_of(const SerdNode& node) {
  return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
}

bool exists(const SerdNode* node) {
  return node != nullptr && node->type != SERD_NOTHING;
}

}  // namespace

SerdStatement::SerdStatement(SerdSyntax syntax, DocumentNames& names) : syntax_(syntax), names_(names) {
  start_reader();
}

// After an error Serd's stack keeps its content, so a new reader continues, with unused numbers for anonymous nodes.
void SerdStatement::start_reader() {
  anonymous_before_ = anonymous_;
  reader_.reset(serd_reader_new(
      syntax_, this, nullptr,
      [](void* self, const SerdNode* iri) {
        auto& me = *static_cast<SerdStatement*>(self);
        std::string fault = me.names_.set_base(text_of(*iri).substr(kIriMark.size()));
        return me.status(fault.empty() || me.refuse(std::move(fault), text_of(*iri)));
      },
      [](void* self, const SerdNode* name, const SerdNode* iri) {
        auto& me = *static_cast<SerdStatement*>(self);
        if (text_of(*name).empty()) return me.status(me.refuse("a prefix is written as a name and \":\"", {}));
        const std::string_view prefix = text_of(*name).substr(1);
        if (auto bad = prefixed_name_fault(std::string(prefix) + ":")) return me.status(me.refuse(bad->reason, prefix));
        std::string fault = me.names_.set_prefix(prefix, text_of(*iri).substr(kIriMark.size()));
        return me.status(fault.empty() || me.refuse(std::move(fault), text_of(*iri)));
      },
      [](void* self, SerdStatementFlags, const SerdNode* graph, const SerdNode* subject, const SerdNode* predicate,
         const SerdNode* object, const SerdNode* datatype, const SerdNode* language) {
        auto& me = *static_cast<SerdStatement*>(self);
        return me.status(me.add(graph, *subject, *predicate, *object, datatype, language));
      },
      nullptr));
  if (!reader_) fail(ErrorKind::memory, "no memory for Serd");
  serd_reader_set_strict(reader_.get(), true);
  serd_reader_set_error_sink(
      reader_.get(),
      [](void* self, const SerdError* error) {
        auto& me = *static_cast<SerdStatement*>(self);
        if (me.fault_) return SERD_SUCCESS;  // the first fault is the most useful
        char reason[200];
        std::va_list arguments;
        va_copy(arguments, *error->args);
        std::vsnprintf(reason, sizeof reason, error->fmt, arguments);
        va_end(arguments);
        me.fault_ = reason;
        std::erase(*me.fault_, '\n');
        me.near_.clear();
        me.serd_line_ = error->line;
        me.serd_column_ = error->col;
        return SERD_SUCCESS;
      },
      this);
}

std::optional<Fault> SerdStatement::read(const PlainTokens& plain, StatementContent content) {
  if (anonymous_ - anonymous_before_ > kLabelsOfAReader) start_reader();
  quads_.clear();
  fault_.reset();
  serd_line_ = serd_column_ = 0;
  const SerdStatus result =
      serd_reader_read_string(reader_.get(), reinterpret_cast<const std::uint8_t*>(plain.text().c_str()));
  const bool is_dropped = content == StatementContent::quads && quads_.quads.empty();
  if (content == StatementContent::no_quads) quads_.clear();
  if (result <= SERD_FAILURE && !fault_ && !is_dropped) return std::nullopt;
  start_reader();
  if (!fault_) fault_ = "malformed statement";
  if (near_.empty()) return Fault{plain.original_offset(offset_of_serd(plain.text())), *fault_};
  const std::size_t found = plain.text().find(near_);
  return Fault{found == std::string::npos ? 0 : plain.original_token(found), *fault_};
}

// Serd counts lines and columns (bytes) from 1, and columns from 0 after a line end.
std::size_t SerdStatement::offset_of_serd(std::string_view text) const {
  std::size_t line_begin = 0;
  for (unsigned line = 1; line < serd_line_; ++line) {
    const std::size_t line_end = text.find('\n', line_begin);
    if (line_end == std::string_view::npos) break;
    line_begin = line_end + 1;
  }
  const std::size_t column = serd_line_ == 1 && serd_column_ > 0 ? serd_column_ - 1 : serd_column_;
  return std::min(line_begin + column, text.size());
}

bool SerdStatement::refuse(std::string reason, std::string_view near) {
  if (!fault_) {
    fault_ = std::move(reason);
    near_ = near;
  }
  return false;
}

bool SerdStatement::add(const SerdNode* graph, const SerdNode& subject, const SerdNode& predicate,
                        const SerdNode& object, const SerdNode* datatype, const SerdNode* language) {
  StoredQuad quad;
  if (!add_term(subject, quad.subject) || !add_term(predicate, quad.predicate)) return false;
  if (object.type == SERD_LITERAL) {
    if (!add_literal(object, datatype, language, quad.object)) return false;
  } else if (!add_term(object, quad.object)) {
    return false;
  }
  if (exists(graph) && !add_term(*graph, quad.graph.emplace())) return false;
  if (!quads_.quads.empty()) {
    const StoredQuad& previous = quads_.quads.back();
    quad.same_subject = quads_.view(quad.subject) == quads_.view(previous.subject);
    quad.same_predicate = quads_.view(quad.predicate) == quads_.view(previous.predicate);
  }
  quads_.quads.push_back(quad);
  return true;
}

bool SerdStatement::add_term(const SerdNode& node, StoredTerm& term) {
  switch (node.type) {
    case SERD_URI:
    case SERD_CURIE:
      term.kind = TermKind::iri;
      return add_iri(node, term.text);
    case SERD_BLANK:
      term.kind = TermKind::blank;
      return add_blank(node, term.text);
    default:
      return refuse("a literal is not allowed here, expected an IRI or a blank node", text_of(node));
  }
}

bool SerdStatement::add_iri(const SerdNode& node, Piece& piece) {
  std::string_view text = text_of(node);
  const std::size_t begin = quads_.bytes.size();
  std::string fault;
  if (node.type == SERD_CURIE) {
    const std::size_t colon = text.find(':');
    // A word without a colon, or no word at all in the place of a subject: Serd continues as if it were a name.
    if (colon == std::string_view::npos || text.front() != kNameMark)
      return refuse("expected an IRI or a blank node", text);
    fault = names_.append_name(quads_.bytes, text.substr(1, colon - 1), text.substr(colon + 1));
  } else if (text.starts_with(kIriMark)) {
    fault = names_.append_iri(quads_.bytes, text.substr(kIriMark.size()));
  } else {
    quads_.bytes += text;
  }
  piece = {begin, quads_.bytes.size() - begin};
  return fault.empty() || refuse(std::move(fault), text);
}

bool SerdStatement::add_blank(const SerdNode& node, Piece& piece) {
  const std::string_view text = text_of(node);
  const std::string_view rest = text.substr(1);
  const std::size_t begin = quads_.bytes.size();
  if (text.front() == kNameMark) {
    if (const char* fault = blank_label_fault(rest)) return refuse(fault, text);
    if (syntax_ == SERD_NQUADS) {
      quads_.bytes += rest;  // as in the line scanner: lines have no anonymous nodes that could clash
    } else {
      append_written_label(quads_.bytes, rest);
    }
  } else if (text.front() == kGraphMark) {
    quads_.bytes += kAnonymousLabel;
    quads_.bytes += text;
  } else {
    std::uint64_t number = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), number);
    anonymous_ = std::max(anonymous_, anonymous_before_ + number);
    append_anonymous_label(quads_.bytes, anonymous_before_ + number);
  }
  piece = {begin, quads_.bytes.size() - begin};
  return true;
}

bool SerdStatement::add_literal(const SerdNode& node, const SerdNode* datatype, const SerdNode* language,
                                StoredTerm& term) {
  term.kind = TermKind::literal;
  term.text = quads_.add(text_of(node));
  if (exists(language)) {
    if (const char* fault = language_fault(text_of(*language))) return refuse(fault, text_of(*language));
    term.language = quads_.add(to_lower(text_of(*language)));
    term.datatype = quads_.add(iri::kRdfLangString);
    return true;
  }
  if (!exists(datatype)) {
    term.datatype = quads_.add(iri::kXsdString);
    return true;
  }
  if (!add_iri(*datatype, term.datatype)) return false;
  const char* fault = datatype_fault(quads_.view(term.datatype));
  return !fault || refuse(fault, text_of(*datatype));
}

}  // namespace quadrille::detail
