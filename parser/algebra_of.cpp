#include "parser/algebra_of.hpp"

#include "base/error.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kBase = "http://x/";

template <class Parse>
std::string error_of(const Parse& parse) {
  try {
    parse();
    return {};
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unsupported) return std::string("unsupported: ") + error.what();
    return error.kind() == ErrorKind::syntax ? error.what() : std::string("not a syntax error: ") + error.what();
  }
}

}  // namespace

std::string algebra_of(std::string_view text) {
  const Query query = parse_query(text, kBase);
  std::string out = to_text(*query.where, query.variables);
  for (std::size_t at = out.find(kBase); at != std::string::npos; at = out.find(kBase, at)) out.erase(at, kBase.size());
  return out;
}

std::string error_of_query(std::string_view query) {
  return error_of([&] { parse_query(query, kBase); });
}

std::string error_of_update(std::string_view update) {
  return error_of([&] { parse_update(update, kBase); });
}

}  // namespace quadrille::parser
