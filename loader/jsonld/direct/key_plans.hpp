#pragma once

// KeyPlans remember what the keys and the names of types mean in an active context, for the direct path from objects to
// quads. A key is expanded once for each context and not once for each object.
//
// Local. Cost: a hash look-up a key; what is remembered is bounded.

#include <string>
#include <string_view>
#include <unordered_map>

#include "loader/jsonld/context/process_context.hpp"

namespace quadrille::jsonld {

enum class KeyAction : std::uint8_t {
  ignored,  // means nothing in this context
  context,  // @context
  id,       // @id
  type,     // @type
  graph,    // @graph
  value,    // @value, @language, @direction: parts of value objects
  language,
  direction,
  list,         // @list
  property,     // a property whose values the direct path can read
  unsupported,  // left to the algorithms of the specification
};

// The kind of term that a property makes of a string value.
enum class Coercion : std::uint8_t { literal, document_iri, vocab_iri, json };

struct KeyPlan {
  KeyAction action = KeyAction::ignored;
  Coercion coercion = Coercion::literal;
  bool is_list = false;    // @container: @list
  bool is_emitted = true;  // false: the predicate is malformed or a blank node, so there are no such triples
  std::string predicate;
  std::string datatype;  // empty: none is given
  std::string language;  // of strings, in lower case; empty: none
  Direction direction = Direction::none;
  ContextPtr scoped;  // the context of the values; nullptr: that of the node
};

// The IRI that the name of a type stands for.
struct TypePlan {
  std::string iri;          // or a blank node identifier as written
  bool is_emitted = false;  // it is well-formed
  bool is_blank = false;
  bool is_unsupported = false;  // the type has a context of its own
};

class KeyPlans {
 public:
  KeyPlans(ContextProcessor& contexts, ContextPtr active) : contexts_(contexts), active_(std::move(active)) {}

  // Valid until trim().
  const KeyPlan& key(std::string_view key);
  const TypePlan& type(std::string_view name);
  // Forgets all if there is too much.
  void trim();
  const ContextPtr& active() const { return active_; }

 private:
  KeyPlan make_key(std::string_view key);
  void plan_property(KeyPlan& plan, std::string_view key, const TermDefinition& definition);
  bool set_scope(KeyPlan& plan, std::string_view key, const TermDefinition& definition);
  TypePlan make_type(std::string_view name) const;

  ContextProcessor& contexts_;
  ContextPtr active_;
  StringMap<KeyPlan> keys_;
  StringMap<TypePlan> types_;
};

}  // namespace quadrille::jsonld
