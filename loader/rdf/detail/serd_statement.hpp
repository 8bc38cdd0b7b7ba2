#pragma once

// Serd, asked for one statement at a time, in plain tokens (loader/rdf/plain_tokens.hpp). Its nodes become terms here:
// marks are taken off, names looked up, relative IRIs resolved, and what Serd lets through though the grammar forbids
// it is refused.

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

  // How many nodes without a label there are so far: the number of the last one. Others may number some on their own.
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
  // Refuses the statement; `near` is what Serd has made of the token at fault.
  bool refuse(std::string reason, std::string_view near);
  SerdStatus status(bool is_right) const { return is_right ? SERD_SUCCESS : SERD_ERR_BAD_SYNTAX; }

  SerdSyntax syntax_;
  DocumentNames& names_;
  std::unique_ptr<SerdReader, Free> reader_;
  std::uint64_t anonymous_before_ = 0;  // numbers of anonymous nodes that others than reader_ have given out
  std::uint64_t anonymous_ = 0;         // the highest one given out

  StatementQuads quads_;
  std::optional<std::string> fault_;
  std::string near_;  // of fault_; empty: Serd itself has refused, at serd_line_ and serd_column_
  unsigned serd_line_ = 0, serd_column_ = 0;
};

}  // namespace quadrille::detail
