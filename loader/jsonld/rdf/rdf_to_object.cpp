#include "loader/jsonld/rdf/rdf_to_object.hpp"

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/json/number_text.hpp"
#include "loader/jsonld/json/parse_json.hpp"

namespace quadrille::jsonld {

namespace {

// Step 2.4: null if the literal has no native form.
Value native_value(TermView literal) {
  if (literal.datatype == iri::kXsdBoolean) {
    if (literal.text == "true" || literal.text == "1") return Value(true);
    if (literal.text == "false" || literal.text == "0") return Value(false);
  }
  const bool is_integer = literal.datatype == iri::kXsdInteger;
  if (!is_integer && literal.datatype != iri::kXsdDouble) return Value();
  return number_of_xsd(literal.text, is_integer).value_or(Value());
}

Value json_value(std::string_view text, Arena& arena) {
  try {
    return parse_json(text, arena);
  } catch (const JsonSyntaxError& error) {
    refuse(ErrorCode::invalid_json_literal, "a literal of the type rdf:JSON, {}", error.what());
  }
}

// "https://www.w3.org/ns/i18n#en_rtl" has the language "en" and the direction "rtl".
void set_i18n(Value result, std::string_view datatype, Arena& arena) {
  const std::string_view fragment = datatype.substr(kI18n.size());
  const auto underscore = std::min(fragment.find('_'), fragment.size());
  if (underscore > 0) result.set(arena, "@language", Value(arena.copy(fragment.substr(0, underscore))));
  if (underscore < fragment.size()) {
    result.set(arena, "@direction", Value(arena.copy(fragment.substr(underscore + 1))));
  }
}

// Step 2.5: the value is the lexical form, with its language or its type.
void set_literal(Value result, TermView literal, const RdfToObject& options, Arena& arena) {
  result.set(arena, "@value", Value(arena.copy(literal.text)));
  if (literal.datatype.starts_with(kI18n) && options.rdf_direction == RdfDirection::i18n_datatype) {
    set_i18n(result, literal.datatype, arena);
  } else if (!literal.language.empty()) {
    result.set(arena, "@language", Value(arena.copy(language_tag(literal.language))));
    const std::string_view direction = quadrille::direction_of(literal.language);
    if (!direction.empty() && options.rdf_direction == RdfDirection::native) {
      result.set(arena, "@direction", Value(arena.copy(direction)));
    }
  } else if (literal.datatype != iri::kXsdString) {
    result.set(arena, "@type", Value(arena.copy(literal.datatype)));
  }
}

}  // namespace

std::string_view identifier_of(TermView node, Arena& arena) {
  if (node.kind == TermKind::triple) {
    fail(ErrorKind::user,
         "JSON-LD 1.1 cannot express the triple term {}; choose another format, such as TriG or N-Quads", node.text);
  }
  return node.kind == TermKind::blank ? arena.concatenate("_:", node.text) : arena.copy(node.text);
}

Value object_of(TermView term, const RdfToObject& options, Arena& arena) {
  const Value result = Value::object(arena);
  if (term.kind != TermKind::literal) {
    result.set(arena, "@id", Value(identifier_of(term, arena)));
    return result;
  }
  const Value native = options.use_native_types ? native_value(term) : Value();
  if (!native.is_null()) {
    result.set(arena, "@value", native);
  } else if (term.datatype == kRdfJson) {
    result.set(arena, "@value", json_value(term.text, arena));
    result.set(arena, "@type", Value(std::string_view("@json")));
  } else {
    set_literal(result, term, options, arena);
  }
  return result;
}

}  // namespace quadrille::jsonld
