#pragma once

// A DirectConverter makes the quads of an object without expanding it, for objects that use only the common parts of
// JSON-LD. It has the results of the literal algorithms (expand/, flatten/, rdf/deserialize.hpp), which judge it in
// tests.
//
//   common     @context, @id, @type, properties with strings, numbers, booleans, arrays, nodes, value objects, lists;
//              types of terms (@id, @vocab, @json, datatypes), languages, directions, @set and @list, contexts of
//              properties
//   the rest   @graph within nodes, @reverse, @nest, @included, @index, @set as a key, maps by language, index, id and
//              type, contexts of types, whatever is an error
//
// Local. Cost: one pass over the object; the quads are kept until it is clear that all of it is common.

#include <unordered_map>
#include <vector>

#include "loader/jsonld/direct/key_plans.hpp"
#include "loader/jsonld/flatten/blank_nodes.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

enum class DirectPlace : std::uint8_t { document, item };

class DirectConverter {
 public:
  // The references outlive the converter.
  DirectConverter(ContextProcessor& contexts, WrittenBlankNodes& blank_nodes, RdfDirection rdf_direction,
                  std::optional<std::string> base_url)
      : contexts_(contexts), blank_nodes_(blank_nodes), rdf_direction_(rdf_direction), base_url_(std::move(base_url)) {}

  // Passes on the quads of `element` in the graph; "@default" is the default graph. False: the element is not common,
  // and nothing has been passed on. JsonLdError of a context. The texts of quads lie in the element, in `arena` and
  // here.
  bool convert(const ContextPtr& active, Value element, DirectPlace place, std::string_view graph, Arena& arena,
               QuadSink& sink);

 private:
  struct Quad {
    TermView subject;
    std::string_view predicate;
    TermView object;
  };

  bool document(const ContextPtr& active, Value element);
  bool node(const ContextPtr& active, Value element, TermView& subject);
  bool entries(KeyPlans& plans, Value element, TermView subject);
  bool types(KeyPlans& plans, Value types, TermView subject);
  bool values(KeyPlans& plans, const KeyPlan& plan, Value value, TermView subject);
  bool value(KeyPlans& plans, const KeyPlan& plan, Value value, TermView subject, std::string_view predicate);
  bool object(KeyPlans& plans, const KeyPlan& plan, Value object, TermView subject, std::string_view predicate);
  bool value_object(KeyPlans& plans, Value object, TermView subject, std::string_view predicate);
  bool list(KeyPlans& plans, const KeyPlan& plan, Value items, TermView subject, std::string_view predicate);
  bool reference(KeyPlans& plans, std::string_view text, Coercion coercion, TermView& term, bool& is_emitted);
  void literal(const KeyPlan& plan, Value scalar, TermView subject, std::string_view predicate);
  void emit(TermView subject, std::string_view predicate, TermView object) {
    quads_.push_back({subject, predicate, object});
  }
  void pass_on(std::string_view graph, QuadSink& sink);
  KeyPlans& plans_of(const ContextPtr& active);
  TermView blank(std::string_view identifier) { return TermView::blank(identifier.substr(2)); }

  ContextProcessor& contexts_;
  WrittenBlankNodes& blank_nodes_;
  RdfDirection rdf_direction_;
  std::optional<std::string> base_url_;
  std::unordered_map<const ActiveContext*, std::unique_ptr<KeyPlans>> plans_;
  Arena* arena_ = nullptr;
  std::vector<Quad> quads_;
};

}  // namespace quadrille::jsonld
