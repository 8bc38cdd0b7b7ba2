// Texts for the parser of queries and updates. Whatever stands in a text:
//
//   F1  Parsing gives algebra, or throws Error(syntax) or Error(unsupported) that begins with a place in the text.
//   F2  Parsing again gives the same.
//   F3  The text of a SERVICE's pattern, as it is sent on, is a pattern again, without the prologue that it came from.
//   F4  It ends soon, and no memory is left behind or read amiss (libFuzzer's and the sanitizers' affair).

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "parser/query.hpp"

namespace {

using namespace quadrille;
using namespace quadrille::parser;

constexpr std::string_view kBase = "http://example.org/base/";

[[noreturn]] void give_up(const char* rule, std::string_view text) {
  std::fprintf(stderr, "%s:\n%.*s\n", rule, static_cast<int>(text.size()), text.data());
  std::abort();
}

// "line L, column C: ...", where the text has such a line.
void check_place(const std::string& message, std::string_view text) {
  unsigned line = 0, column = 0;
  if (std::sscanf(message.c_str(), "line %u, column %u: ", &line, &column) != 2) give_up("F1: no place", message);
  std::size_t lines = 1;
  for (const char byte : text) lines += byte == '\n' || byte == '\r';
  if (line == 0 || column == 0 || line > lines || column > text.size() + 1) give_up("F1: no such place", message);
}

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

std::string to_text(const Query& query) {
  std::string text = query.where ? to_text(*query.where, query.variables) : std::string();
  for (const VariableId variable : query.projection) text += query.variables.at(variable) + ' ';
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
    check_place(error.what(), text);
    return error.what();
  }
}

template <class Parse>
void check(Parse&& parse, std::string_view text) {
  if (outcome(parse, text) != outcome(parse, text)) give_up("F2: not the same again", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check([](std::string_view query, std::string_view base) { return parse_query(query, base); }, text);
  check([](std::string_view update, std::string_view base) { return parse_update(update, base); }, text);
  return 0;
}
