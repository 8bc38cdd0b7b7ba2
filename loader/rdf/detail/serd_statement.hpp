#pragma once

// Passes one statement at a time to Serd, in plain tokens (loader/rdf/plain_tokens.hpp), and converts its nodes to
// terms: removes marks, looks up names, resolves relative IRIs, and rejects terms that Serd accepts although the
// grammar forbids them.

#include <serd/serd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/statement_quads.hpp"
#include "loader/rdf/plain_tokens.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille::detail {

class SerdStatement {
 public:
  SerdStatement(SerdSyntax syntax, DocumentNames& names);

  // Reads `plain`; its quads are in quads() unless there is a fault, whose offset is in the document's text.
  std::optional<Fault> read(const PlainTokens& plain, StatementContent content);

  const StatementQuads& quads() const { return quads_; }

  // The number of the last node without a label so far. Other readers may number some too.
  std::uint64_t anonymous() const { return anonymous_; }
  void set_anonymous(std::uint64_t count) {
    anonymous_before_ += count - anonymous_;
    anonymous_ = count;
  }

 private:
  struct Free {
    void operator()(SerdReader* reader) const { serd_reader_free(reader); }
  };

  void start_reader();
  std::size_t offset_of_serd(std::string_view text) const;

  // False: fault_ is set.
  bool add(const SerdNode* graph, const SerdNode& subject, const SerdNode& predicate, const SerdNode& object,
           const SerdNode* datatype, const SerdNode* language);
  bool add_term(const SerdNode& node, StoredTerm& term);
  bool add_iri(const SerdNode& node, Piece& piece);
  bool add_blank(const SerdNode& node, Piece& piece);
  bool add_literal(const SerdNode& node, const SerdNode* datatype, const SerdNode* language, StoredTerm& term);
  // Rejects the statement; `near` is Serd's form of the wrong token.
  bool refuse(std::string reason, std::string_view near);
  SerdStatus status(bool is_right) const { return is_right ? SERD_SUCCESS : SERD_ERR_BAD_SYNTAX; }

  SerdSyntax syntax_;
  DocumentNames& names_;
  std::unique_ptr<SerdReader, Free> reader_;
  std::uint64_t anonymous_before_ = 0;  // the number of anonymous nodes from other readers than reader_
  std::uint64_t anonymous_ = 0;         // the highest one given out

  StatementQuads quads_;
  std::optional<std::string> fault_;
  std::string near_;  // of fault_; empty: Serd's own error, at serd_line_ and serd_column_
  unsigned serd_line_ = 0, serd_column_ = 0;
};

}  // namespace quadrille::detail
