#include "query/expression/detail/builtins.hpp"

#include "query/expression/digest.hpp"
#include "query/expression/numeric.hpp"
#include "query/expression/string_functions.hpp"
#include "query/expression/term_functions.hpp"
#include "query/expression/time_functions.hpp"

namespace quadrille::query::detail {

namespace {

using parser::Builtin;
using parser::ExpressionKind;

template <auto function, std::size_t arity>
constexpr BuiltinRow row(Builtin builtin, Needs needs = {}) {
  return {builtin, arity, kernel_of<function, arity>, needs, true};
}

// For functions that may return another value for the same operands.
template <auto function, std::size_t arity>
constexpr BuiltinRow varying(Builtin builtin, Needs needs = {}) {
  return {builtin, arity, kernel_of<function, arity>, needs, false};
}

// Selects an overload by its type.
using InScope = Value (*)(const Value&, Scope&);
using OneMore = Value (*)(const Value&, const Value&, Arena&);
using TwoMore = Value (*)(const Value&, const Value&, const Value&, Arena&);

constexpr KindSet kText = kStringKinds;
constexpr KindSet kNumber = kUnreadKinds;

constexpr BuiltinRow kBuiltins[] = {
    // 17.4.2, on terms
    row<is_iri, 1>(Builtin::is_iri),
    row<is_blank, 1>(Builtin::is_blank),
    row<is_literal, 1>(Builtin::is_literal),
    row<is_numeric, 1>(Builtin::is_numeric, {kUnreadKinds}),
    row<str, 1>(Builtin::str, {kTermKinds}),
    row<direction_of_text, 1>(Builtin::lang_dir, {kLanguageKinds}),
    row<has_language, 1>(Builtin::has_lang),
    row<has_direction, 1>(Builtin::has_lang_dir, {kLanguageKinds}),
    row<make_direction_string, 3>(Builtin::strlang_dir, {kText, kText, kText}),
    row<is_triple, 1>(Builtin::is_triple),
    row<subject_of, 1>(Builtin::subject, {kTripleKinds}),
    row<predicate_of, 1>(Builtin::predicate, {kTripleKinds}),
    row<object_of, 1>(Builtin::object, {kTripleKinds}),
    row<make_triple, 3>(Builtin::triple, {kAllKinds, kIriKinds, kAllKinds}),
    row<language_of, 1>(Builtin::lang, {kLanguageKinds}),
    row<literal_datatype, 1>(Builtin::datatype, {kUnreadKinds}),
    row<static_cast<InScope>(make_iri), 1>(Builtin::iri, {kTermKinds}),
    row<static_cast<OneMore>(make_iri), 2>(Builtin::iri, {kTermKinds, kIriKinds}),  // the parser adds a BASE
    varying<fresh_blank, 0>(Builtin::bnode),
    varying<blank_for, 1>(Builtin::bnode, {kText}),
    row<make_typed, 2>(Builtin::strdt, {kText, kIriKinds}),
    row<make_language_string, 2>(Builtin::strlang, {kText, kText}),
    varying<uuid, 0>(Builtin::uuid),
    varying<uuid_string, 0>(Builtin::struuid),
    // 17.4.3, on strings
    row<strlen, 1>(Builtin::strlen, {kText}),
    row<static_cast<OneMore>(substring), 2>(Builtin::substr, {kText, kNumber}),
    row<static_cast<TwoMore>(substring), 3>(Builtin::substr, {kText, kNumber, kNumber}),
    row<upper_case, 1>(Builtin::ucase, {kText}),
    row<lower_case, 1>(Builtin::lcase, {kText}),
    row<starts_with, 2>(Builtin::strstarts, {kText, kText}),
    row<ends_with, 2>(Builtin::strends, {kText, kText}),
    row<contains, 2>(Builtin::contains, {kText, kText}),
    row<before, 2>(Builtin::strbefore, {kText, kText}),
    row<after, 2>(Builtin::strafter, {kText, kText}),
    row<encode_for_uri, 1>(Builtin::encode_for_uri, {kText}),
    row<language_matches, 2>(Builtin::lang_matches, {kText, kText}),
    // 17.4.4, on numbers
    row<absolute, 1>(Builtin::abs, {kNumber}),
    row<round, 1>(Builtin::round, {kNumber}),
    row<ceiling, 1>(Builtin::ceil, {kNumber}),
    row<floor, 1>(Builtin::floor, {kNumber}),
    varying<random_number, 0>(Builtin::rand),
    // 17.4.5, on dates and times
    row<now, 0>(Builtin::now),
    row<year, 1>(Builtin::year, {kUnreadKinds}),
    row<month, 1>(Builtin::month, {kUnreadKinds}),
    row<day, 1>(Builtin::day, {kUnreadKinds}),
    row<hours, 1>(Builtin::hours, {kUnreadKinds}),
    row<minutes, 1>(Builtin::minutes, {kUnreadKinds}),
    row<seconds, 1>(Builtin::seconds, {kUnreadKinds}),
    row<timezone, 1>(Builtin::timezone, {kUnreadKinds}),
    row<timezone_text, 1>(Builtin::tz, {kUnreadKinds}),
    // 17.4.6, digests
    row<md5, 1>(Builtin::md5, {kText}),
    row<sha1, 1>(Builtin::sha1, {kText}),
    row<sha256, 1>(Builtin::sha256, {kText}),
    row<sha384, 1>(Builtin::sha384, {kText}),
    row<sha512, 1>(Builtin::sha512, {kText}),
};

constexpr OperatorRow kOperators[] = {
    {ExpressionKind::add, 2, kernel_of<add, 2>},
    {ExpressionKind::subtract, 2, kernel_of<subtract, 2>},
    {ExpressionKind::multiply, 2, kernel_of<multiply, 2>},
    {ExpressionKind::divide, 2, kernel_of<divide, 2>},
    {ExpressionKind::unary_plus, 1, kernel_of<unary_plus, 1>},
    {ExpressionKind::unary_minus, 1, kernel_of<opposite, 1>},
};

}  // namespace

const BuiltinRow* find_builtin(Builtin builtin, std::size_t arity) {
  for (const BuiltinRow& candidate : kBuiltins) {
    if (candidate.builtin == builtin && candidate.arity == arity) return &candidate;
  }
  return nullptr;
}

const OperatorRow* find_operator(ExpressionKind kind) {
  for (const OperatorRow& candidate : kOperators) {
    if (candidate.kind == kind) return &candidate;
  }
  return nullptr;
}

}  // namespace quadrille::query::detail
