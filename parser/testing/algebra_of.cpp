#include "parser/testing/algebra_of.hpp"

#include "base/error.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kTestBase = "http://x/";

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
  const Query query = parse_query(text, kTestBase);
  std::string out = to_text(*query.where, query.variables);
  for (std::size_t at = out.find(kTestBase); at != std::string::npos; at = out.find(kTestBase, at))
    out.erase(at, kTestBase.size());
  return out;
}

std::string error_of_query(std::string_view query) {
  return error_of([&] { parse_query(query, kTestBase); });
}

std::string error_of_update(std::string_view update) {
  return error_of([&] { parse_update(update, kTestBase); });
}

}  // namespace quadrille::parser
