#include "tests/query/random_query.hpp"

#include <fmt/format.h>

#include <utility>

namespace quadrille::testing {

std::string RandomQueries::node() {
  const std::size_t most = 1 + below(40);  // low numbers are frequent: some become heavy objects
  return fmt::format("<n{}>", below(most));
}

std::string RandomQueries::predicate() {
  return fmt::format("<p{}>", below(5));
}

std::string RandomQueries::data() {
  std::string text;
  const auto add_triples = [&](std::size_t count) {
    for (std::size_t triple = 0; triple < count; ++triple) {
      const bool blanks = blanks_ == Blanks::some;
      const std::string subject = below(20) == 0 && blanks ? fmt::format("_:b{}", below(6)) : node();
      switch (below(8)) {
        case 0:
          text += fmt::format("{} {} {} .\n", subject, predicate(), below(10));
          break;
        case 1:
          text += fmt::format("{} {} \"text {}\" .\n", subject, predicate(), below(20));
          break;
        case 2:
          text += fmt::format("{} {} {}{} .\n", subject, predicate(), blanks ? "_:b" : "", below(6));
          break;
        default:
          text += fmt::format("{} {} {} .\n", subject, predicate(), node());
      }
    }
  };
  add_triples(80 + below(80));
  for (std::size_t member = 0; member < 300; ++member) text += fmt::format("<n{}> a <class> .\n", member);
  for (int graph = 0; graph < 3; ++graph) {
    text += fmt::format("<g{}> {{\n", graph);
    add_triples(30);
    text += "}\n";
  }
  return text;
}

std::string RandomQueries::variable() {
  return fmt::format("?{}", "xyzw"[below(4)]);
}

std::string RandomQueries::end() {
  return below(4) == 0 ? node() : variable();
}

std::string RandomQueries::path(int depth) {
  switch (depth == 0 ? below(2) : below(9)) {
    case 0:
      return predicate();
    case 1:
      return below(2) == 0 ? fmt::format("!({}|^{})", predicate(), predicate()) : fmt::format("!{}", predicate());
    case 2:
      return fmt::format("^({})", path(depth - 1));
    case 3:
    case 4:
      return fmt::format("({}/{})", path(depth - 1), path(depth - 1));
    case 5:
      return fmt::format("({}|{})", path(depth - 1), path(depth - 1));
    case 6:
      return fmt::format("({})*", path(depth - 1));
    case 7:
      return fmt::format("({})+", path(depth - 1));
    default:
      return fmt::format("({})?", path(depth - 1));
  }
}

std::string RandomQueries::pattern() {
  switch (below(12)) {
    case 0:
      return fmt::format("{} a <class> .", variable());
    case 1:
      return fmt::format("{} a {} .", end(), variable());
    case 2:
      return fmt::format("{} ?p {} .", end(), end());
    case 3:
    case 4:
      return fmt::format("{} {} {} .", end(), path(2), end());
    default:
      return fmt::format("{} {} {} .", end(), predicate(), end());
  }
}

// A service does not depend on the graph around it.
std::string RandomQueries::graph(int depth) {
  const Services before = std::exchange(services_, Services::none);
  const std::string name = below(2) ? "?g" : fmt::format("<g{}>", below(4));
  const std::string text = fmt::format("GRAPH {} {{ {} }}", name, group(depth - 1));
  services_ = before;
  return text;
}

// A part that can follow the first patterns of a group.
std::string RandomQueries::part(int depth) {
  if (services_ == Services::some && below(3) == 0) {
    return fmt::format("{} {{ {} }}", kService, group(depth > 0 ? depth - 1 : 0));
  }
  switch (depth == 0 ? below(4) : below(10)) {
    case 0:
      return pattern();
    case 1:
      return fmt::format("VALUES {} {{ {} {} <class> <unheard> }}", variable(), node(), node());
    case 2:
      return fmt::format("FILTER({} != {})", variable(), node());
    case 3:
      return fmt::format("FILTER(!BOUND({0}) || isIRI({0}) || STRLEN(STR({0})) > 6)", variable());
    case 4:
      return fmt::format("OPTIONAL {{ {} }}", group(depth - 1));
    case 5:
      return fmt::format("MINUS {{ {} }}", group(depth - 1));
    case 6:
      return fmt::format("FILTER {}EXISTS {{ {} }}", below(2) ? "NOT " : "", group(depth - 1));
    case 7:
      return fmt::format("{{ {} }} UNION {{ {} }}", group(depth - 1), group(depth - 1));
    case 8:
      return graph(depth);
    default:
      return fmt::format("{{ SELECT {0} (CONCAT(STR({0}), \"+\") AS ?c{1}) {{ {2} }} }}", variable(), below(2),
                         group(depth - 1));
  }
}

std::string RandomQueries::group(int depth) {
  std::string text = pattern();
  for (std::size_t more = below(3); more > 0; --more) text.append(1, ' ').append(part(depth));
  return text;
}

std::string RandomQueries::query() {
  const std::string where = fmt::format("{{ {} }}", group(2));
  switch (below(12)) {
    case 0:
      return fmt::format("ASK {}", where);
    case 1:
      return fmt::format("CONSTRUCT {{ ?x <made> ?y . ?y <of> ?z }} {}", where);
    case 2:
      return fmt::format("DESCRIBE ?x {}", where);
    case 3:
      return fmt::format("SELECT DISTINCT ?x ?y {}", where);
    case 4:
      return fmt::format("SELECT ?x (COUNT(*) AS ?n) (MIN(STR(?y)) AS ?least) {} GROUP BY ?x", where);
    case 5:
      return fmt::format("SELECT (COUNT(DISTINCT ?y) AS ?n) (COUNT(*) AS ?all) {}", where);
    case 6:
      return fmt::format("SELECT (COUNT(*) AS ?n) {{ SELECT * {} LIMIT {} OFFSET {} }}", where, below(40), below(5));
    default:
      return fmt::format("SELECT * {}", where);
  }
}

}  // namespace quadrille::testing
