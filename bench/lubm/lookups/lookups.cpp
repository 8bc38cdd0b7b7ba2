#include "bench/lubm/lookups/lookups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/error.hpp"
#include "bench/query/workload.hpp"

namespace quadrille::bench {

namespace {

constexpr const char* kPrefixes =
    "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n"
    "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n";

struct Template {
  const char* kind;
  const char* constants;  // a class
  const char* query;      // % is the constant
};

constexpr std::array kTemplates{
    Template{"course", "ub:GraduateCourse", "SELECT ?X WHERE { ?X rdf:type ub:GraduateStudent . ?X ub:takesCourse % }"},
    Template{"author", "ub:AssistantProfessor",
             "SELECT ?X WHERE { ?X rdf:type ub:Publication . ?X ub:publicationAuthor % }"},
    Template{"person", "ub:FullProfessor",
             "SELECT ?n ?e ?t WHERE { % ub:name ?n ; ub:emailAddress ?e ; ub:telephone ?t }"},
    Template{"advised", "ub:AssociateProfessor", "SELECT ?X ?n WHERE { ?X ub:advisor % . ?X ub:name ?n }"},
};

// The IRIs of an answer, with their brackets, in order: whatever the order and the quotation of the server.
std::vector<std::string> constants(const Endpoint& endpoint, const char* type) {
  AskedServer server(endpoint);
  const std::string text = server.text("constants", fmt::format("{}SELECT ?c {{ ?c rdf:type {} }}", kPrefixes, type));
  std::set<std::string> found;
  for (std::size_t begin = text.find("http://"); begin != std::string::npos; begin = text.find("http://", begin)) {
    const std::size_t end = std::min(text.find_first_of(">\"\r\n\t", begin), text.size());
    found.insert(fmt::format("<{}>", text.substr(begin, end - begin)));
    begin = end;
  }
  if (found.empty()) fail(ErrorKind::user, "{} has nothing of {}: is its data that of LUBM?", endpoint.url(), type);
  return {found.begin(), found.end()};
}

std::string filled(const char* query, const std::string& constant) {
  std::string text = kPrefixes;
  for (const char* at = query; *at; ++at) {
    if (*at == '%') {
      text += constant;
    } else {
      text += *at;
    }
  }
  return text;
}

}  // namespace

std::vector<NamedQuery> lookup_queries(const Endpoint& server, std::size_t count, std::uint64_t seed) {
  std::array<std::vector<std::string>, kTemplates.size()> of_template;
  for (std::size_t at = 0; at < kTemplates.size(); ++at) of_template[at] = constants(server, kTemplates[at].constants);
  Draws draws(seed);
  std::vector<NamedQuery> queries;
  for (std::size_t number = 0; number < count; ++number) {
    const std::size_t at = number % kTemplates.size();
    const std::string& constant = of_template[at][draws.draw(of_template[at].size())];
    queries.push_back({fmt::format("{}-{}", kTemplates[at].kind, number), filled(kTemplates[at].query, constant)});
  }
  return queries;
}

}  // namespace quadrille::bench
