#include "loader/rdfxml_reader.hpp"

#include <raptor2.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "loader/blank_labels.hpp"
#include "loader/detail/statement_quads.hpp"
#include "loader/term_faults.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;

struct FreeWorld {
  void operator()(raptor_world* world) const { raptor_free_world(world); }
};
struct FreeParser {
  void operator()(raptor_parser* parser) const { raptor_free_parser(parser); }
};
struct FreeUri {
  void operator()(raptor_uri* uri) const { raptor_free_uri(uri); }
};

std::string_view text_of(raptor_uri* uri) {
  std::size_t size = 0;
  const unsigned char* text = raptor_uri_as_counted_string(uri, &size);
  return {reinterpret_cast<const char*>(text), size};
}

std::string_view text_of(const unsigned char* text, std::size_t size) {
  return {reinterpret_cast<const char*>(text), size};
}

unsigned char* copy_for_raptor(const std::string& text) {
  auto* copy = static_cast<unsigned char*>(raptor_alloc_memory(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// raptor2's callbacks gather quads and errors; nothing is thrown through its frames.
class RdfXml {
 public:
  explicit RdfXml(const std::string& file) : file_(file), world_(raptor_new_world()) {
    if (!world_ || raptor_world_open(world_.get()) != 0) fail(ErrorKind::memory, "no memory for raptor2");
    raptor_world_set_log_handler(
        world_.get(), this, [](void* self, raptor_log_message* message) { static_cast<RdfXml*>(self)->log(*message); });
    raptor_world_set_generate_bnodeid_handler(world_.get(), this, [](void* self, unsigned char* written) {
      return static_cast<RdfXml*>(self)->label(written);
    });
    parser_.reset(raptor_new_parser(world_.get(), "rdfxml"));
    if (!parser_) fail(ErrorKind::internal, "raptor2 was built without its RDF/XML parser");
    raptor_parser_set_option(parser_.get(), RAPTOR_OPTION_NO_NET, nullptr, 1);
    raptor_parser_set_option(parser_.get(), RAPTOR_OPTION_NO_FILE, nullptr, 1);
    raptor_parser_set_option(parser_.get(), RAPTOR_OPTION_LOAD_EXTERNAL_ENTITIES, nullptr, 0);
    raptor_parser_set_statement_handler(parser_.get(), this, [](void* self, raptor_statement* statement) {
      static_cast<RdfXml*>(self)->add(*statement);
    });
  }

  void start(const std::string& base) {
    const auto* text = reinterpret_cast<const unsigned char*>(base.c_str());
    base_.reset(raptor_new_uri(world_.get(), text));
    if (raptor_parser_parse_start(parser_.get(), base_.get()) != 0) fail(ErrorKind::internal, "raptor2 does not start");
  }

  // False: the document cannot be read further.
  bool parse(std::span<const char> bytes, bool is_last) {
    const auto* text = reinterpret_cast<const unsigned char*>(bytes.data());
    return raptor_parser_parse_chunk(parser_.get(), text, bytes.size(), is_last ? 1 : 0) == 0;
  }

  const std::vector<SyntaxErrorAt>& errors() const { return errors_; }
  const detail::StatementQuads& quads() const { return quads_; }
  void clear() {
    quads_.clear();
    errors_.clear();
  }

 private:
  void log(const raptor_log_message& message) {
    if (message.level < RAPTOR_LOG_LEVEL_ERROR) return;
    report(message.text, message.locator);
  }

  void report(std::string_view reason, const raptor_locator* locator) {
    SyntaxErrorAt error{file_, 1, 1, std::string(reason), {}};
    if (locator && locator->line > 0) error.line = static_cast<std::uint64_t>(locator->line);
    if (locator && locator->column > 0) error.column = static_cast<std::uint32_t>(locator->column);
    errors_.push_back(std::move(error));
  }

  // raptor2 asks for the label of a node, which has been `written` (rdf:nodeID) or not; it frees what it gets.
  unsigned char* label(unsigned char* written) {
    std::string label;
    if (written) {
      append_written_label(label, reinterpret_cast<const char*>(written));
      raptor_free_memory(written);
    } else {
      append_anonymous_label(label, ++anonymous_);
    }
    return copy_for_raptor(label);
  }

  void add(const raptor_statement& statement) {
    detail::StoredQuad quad;
    const char* fault = store(*statement.subject, quad.subject);
    if (!fault) fault = store(*statement.predicate, quad.predicate);
    if (!fault) fault = store(*statement.object, quad.object);
    if (fault) {
      report(fault, raptor_parser_get_locator(parser_.get()));
    } else {
      quads_.quads.push_back(quad);
    }
  }

  detail::Piece store(std::string_view text) {
    const std::size_t begin = quads_.bytes.size();
    quads_.bytes += text;
    return {begin, text.size()};
  }

  // What is wrong with the term, or nullptr.
  const char* store(const raptor_term& term, detail::StoredTerm& stored) {
    switch (term.type) {
      case RAPTOR_TERM_TYPE_URI:
        stored.kind = TermKind::iri;
        return store_iri(term.value.uri, stored.text);
      case RAPTOR_TERM_TYPE_BLANK:
        stored.kind = TermKind::blank;
        stored.text = store(text_of(term.value.blank.string, term.value.blank.string_len));
        return nullptr;
      case RAPTOR_TERM_TYPE_LITERAL:
        return store_literal(term.value.literal, stored);
      default:
        return "a term of an unknown kind";
    }
  }

  const char* store_iri(raptor_uri* uri, detail::Piece& stored) {
    const std::string_view iri = text_of(uri);
    stored = store(iri);
    if (const char* fault = iri_fault(iri)) return fault;
    return has_scheme(iri) ? nullptr : "a relative IRI, and the document has no base; give one with --base IRI";
  }

  const char* store_literal(const raptor_term_literal_value& literal, detail::StoredTerm& stored) {
    stored.kind = TermKind::literal;
    stored.text = store(text_of(literal.string, literal.string_len));
    if (literal.language && literal.language_len > 0) {
      const std::string_view language = text_of(literal.language, literal.language_len);
      stored.language = store(to_lower_language(language));
      stored.datatype = store(iri::kRdfLangString);
      return language_fault(language);
    }
    if (!literal.datatype) {
      stored.datatype = store(iri::kXsdString);
      return nullptr;
    }
    if (const char* fault = store_iri(literal.datatype, stored.datatype)) return fault;
    return datatype_fault(quads_.view(stored.datatype));
  }

  std::string file_;
  std::unique_ptr<raptor_world, FreeWorld> world_;
  std::unique_ptr<raptor_uri, FreeUri> base_;
  std::unique_ptr<raptor_parser, FreeParser> parser_;
  std::uint64_t anonymous_ = 0;
  detail::StatementQuads quads_;
  std::vector<SyntaxErrorAt> errors_;
};

std::size_t fill(ByteSource& bytes, std::span<char> chunk) {
  std::size_t size = 0;
  while (size < chunk.size()) {
    const std::size_t got = bytes.read(chunk.subspan(size));
    if (got == 0) break;
    size += got;
  }
  return size;
}

}  // namespace

void read_rdfxml(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  RdfXml document(file.path);
  document.start(options.base.empty() ? file_iri(file) : options.base);
  std::vector<char> chunk(kChunkBytes);
  for (bool goes_on = true; goes_on;) {
    const std::size_t size = fill(*bytes, chunk);
    const bool is_last = size < chunk.size();
    goes_on = document.parse(std::span(chunk).first(size), is_last) && !is_last;
    for (const detail::StoredQuad& quad : document.quads().quads) {
      sink.quad(document.quads().view(quad, options.graph_of_triples()));
    }
    for (const SyntaxErrorAt& error : document.errors()) errors.report(error);
    document.clear();
  }
}

}  // namespace quadrille
