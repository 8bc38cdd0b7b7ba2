// Texts for the parser of queries and updates. For any text:
//
//   F1  Parsing returns algebra, or throws Error(syntax) or Error(unsupported) that begins with a place in the text.
//   F2  Parsing again returns the same.
//   F3  The text of a SERVICE's pattern, as it is sent on, is a pattern again, without the prologue that it came from.
//   F4  A query prepared by its tokens equals the parsed text; with the constants of another text of its key it equals
//       that text, parsed. (The other text has the constants in other places.)
//   F5  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "parser/prepared_query.hpp"
#include "parser/query.hpp"
#include "parser/query_tokens.hpp"
#include "tests/fuzz/give_up.hpp"

namespace {

using namespace quadrille;
using namespace quadrille::fuzz;
using namespace quadrille::parser;

constexpr std::string_view kBase = "http://example.org/base/";

void check_services(const Algebra& algebra);

void check_service(const Service& service) {
  if (service.text.empty()) return;  // inside of another
  try {
    parse_query("SELECT * " + service.text);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    give_up("F3: what is sent on is no pattern", service.text);
  }
}

void check_services(const AlgebraPtr& child) {
  if (child) check_services(*child);
}

void check_services(const Algebra& algebra) {
  std::visit(
      [](const auto& node) {
        if constexpr (requires { node.left; }) check_services(node.left), check_services(node.right);
        if constexpr (requires { node.child; }) check_services(node.child);
        if constexpr (requires { node.silent; }) check_service(node);
      },
      algebra.node);
}

std::string to_text(const Node& node, const std::vector<std::string>& variables) {
  const auto* variable = std::get_if<VariableId>(&node);
  return variable ? variables.at(*variable) : to_ntriples(std::get<Term>(node).view());
}

std::string to_text(const Query& query) {
  std::string text = query.where ? to_text(*query.where, query.variables) : std::string();
  for (const VariableId variable : query.projection) text += query.variables.at(variable) + ' ';
  for (const auto& [triple, graph] : query.construct_template) {
    if (graph) text += to_text(*graph, query.variables) + ' ';
    for (const Node* node : {&triple.subject, &triple.predicate, &triple.object}) {
      text += to_text(*node, query.variables) + ' ';
    }
  }
  for (const Term& term : query.described) text += to_ntriples(term.view()) + ' ';
  for (const std::string& graph : query.dataset.default_graphs) text += "from " + graph;
  for (const std::string& graph : query.dataset.named_graphs) text += "named " + graph;
  return text;
}

std::string to_text(const Update& update) {
  std::string text;
  for (const UpdateOperation& operation : update.operations) {
    if (operation.where) text += to_text(*operation.where, operation.variables);
    text += std::to_string(operation.insert_template.size()) + ' ' + std::to_string(operation.delete_template.size());
  }
  return text;
}

void check_services(const Query& query) {
  check_services(query.where);
}

void check_services(const Update& update) {
  for (const UpdateOperation& operation : update.operations) check_services(operation.where);
}

// The algebra as text, or the error.
template <class Parse>
std::string outcome(Parse&& parse, std::string_view text) {
  try {
    const auto parsed = parse(text, kBase);
    check_services(parsed);
    return to_text(parsed);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::syntax && error.kind() != ErrorKind::unsupported) throw;
    check_place("F1: no such place", error.what(), text);
    return error.what();
  }
}

template <class Parse>
void check(Parse&& parse, std::string_view text) {
  if (outcome(parse, text) != outcome(parse, text)) give_up("F2: not the same again", text);
}

// The approximate kind of a constant: another kind makes another key.
std::string_view kind_of(std::string_view constant) {
  const std::size_t colon = constant.find(':');
  if (constant.front() == '<' || constant.front() == '"' || constant.front() == '\'') return constant.substr(0, 1);
  if (colon != std::string_view::npos) return constant.substr(0, colon);
  if (constant.find_first_of("eE") != std::string_view::npos) return "double";
  return constant.find('.') == std::string_view::npos ? "integer" : "decimal";
}

// The next constant of the kind, in a circle.
std::string_view next_like(const QueryTokens& tokens, std::size_t number) {
  const std::string_view kind = kind_of(tokens.constant_text(number));
  for (std::size_t step = 1; step < tokens.num_constants(); ++step) {
    const std::string_view other = tokens.constant_text((number + step) % tokens.num_constants());
    if (kind_of(other) == kind) return other;
  }
  return tokens.constant_text(number);
}

// The text with each parameter replaced by the next one.
std::string turned(const QueryTokens& tokens, const std::vector<bool>& is_parameter) {
  std::string text;
  const char* at = tokens.text().data();
  for (std::size_t number = 0; number < tokens.num_constants(); ++number) {
    if (!is_parameter[number]) continue;
    const std::string_view constant = tokens.constant_text(number);
    text.append(at, constant.data());
    text += next_like(tokens, number);
    at = constant.data() + constant.size();
  }
  return text.append(at, tokens.text().data() + tokens.text().size());
}

std::string parsed(std::string_view text) {
  return outcome([](std::string_view query, std::string_view base) { return parse_query(query, base); }, text);
}

void check_prepared(std::string_view text) {
  try {
    const QueryTokens tokens(text);
    if (!tokens.can_be_prepared()) return;
    const std::vector<bool> is_parameter =
        find_parameters(tokens, kBase, DefaultPrefixes::none, [](auto) { return true; }).value();
    PreparedQuery prepared(tokens, is_parameter, kBase, DefaultPrefixes::none);
    if (to_text(prepared.with(tokens)) != parsed(text)) give_up("F4: not what parsing makes of it", text);
    const std::string other = turned(tokens, is_parameter);
    const QueryTokens others(other);
    if (!others.can_be_prepared() || others.key(is_parameter) != tokens.key(is_parameter)) return;
    if (to_text(prepared.with(others)) != parsed(other)) give_up("F4: not what parsing makes of it", other);
  } catch (const Error& error) {
    if (parsed(text) != error.what()) give_up("F4: parsing finds no such error", text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check([](std::string_view query, std::string_view base) { return parse_query(query, base); }, text);
  check([](std::string_view update, std::string_view base) { return parse_update(update, base); }, text);
  check_prepared(text);
  return 0;
}
