// quadrille-parse reads a SPARQL query from standard input and prints its algebra, or the error.
//
//   quadrille-parse [--update] [--base IRI] < query.rq

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "base/error.hpp"
#include "parser/query.hpp"

namespace {

using namespace quadrille;

void print_query(const std::string& text, const std::string& base) {
  const parser::Query query = parser::parse_query(text, base);
  fmt::print("{}\n", parser::to_text(*query.where, query.variables));
}

void print_update(const std::string& text, const std::string& base) {
  for (const parser::UpdateOperation& operation : parser::parse_update(text, base).operations) {
    fmt::print("operation: {} quads to delete, {} quads to insert\n", operation.delete_template.size(),
               operation.insert_template.size());
    if (operation.where) fmt::print("{}\n", parser::to_text(*operation.where, operation.variables));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Prints the algebra of a SPARQL query or update on standard input.");
  bool is_update = false;
  std::string base;
  app.add_flag("--update", is_update, "The text is an update");
  app.add_option("--base", base, "What relative IRIs are resolved against");
  CLI11_PARSE(app, argc, argv);
  try {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    is_update ? print_update(text, base) : print_query(text, base);
  } catch (const Error& error) {
    fmt::print(stderr, "quadrille-parse: {}\n", error.what());
    return exit_code(error.kind());
  }
}
