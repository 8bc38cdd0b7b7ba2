#pragma once

// Creates the term definitions of one context definition (JSON-LD 1.1 API, 4.2). Terms may depend on others of the same
// context, in any order: creating one creates those that its IRI is made of.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "loader/jsonld/context/expand_iri.hpp"
#include "loader/jsonld/context/process_context.hpp"

namespace quadrille::jsonld {

class TermCreator {
 public:
  // All arguments outlive the creator; `active` is changed.
  TermCreator(ContextProcessor& processor, const std::shared_ptr<ActiveContext>& active, Value local,
              const std::optional<std::string>& base_url, ContextFlags flags, const RemoteChain& chain);
  TermCreator(const TermCreator&) = delete;
  TermCreator& operator=(const TermCreator&) = delete;

  // JsonLdError with the code of the specification. Does nothing if the term has been created.
  void create(std::string_view term);

 private:
  // The steps of the algorithm; each returns false if the term is to be ignored.
  bool set_reverse(std::string_view term, Value value, TermDefinition& definition);
  bool set_iri(std::string_view term, Value value, bool is_simple, TermDefinition& definition);
  bool set_given_iri(std::string_view term, Value id, bool is_simple, TermDefinition& definition);
  void set_type(std::string_view term, Value value, TermDefinition& definition);
  void set_index(std::string_view term, Value value, TermDefinition& definition);
  void set_context(std::string_view term, Value value, TermDefinition& definition);
  void define(std::string_view term, TermDefinition definition);
  void check_type_term(Value value) const;
  std::optional<std::string> expand(std::string_view text);
  bool is_1_0() const { return processor_.mode() == ProcessingMode::json_ld_1_0; }

  ContextProcessor& processor_;
  const std::shared_ptr<ActiveContext>& active_;
  Value local_;
  const std::optional<std::string>& base_url_;
  ContextFlags flags_;
  const RemoteChain& chain_;
  bool protect_ = false;     // @protected of the context
  StringMap<bool> defined_;  // false: being defined
  DefineTerm define_needed_;
};

}  // namespace quadrille::jsonld
