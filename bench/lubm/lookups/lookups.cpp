#include "bench/lubm/lookups/lookups.hpp"

#include <fmt/format.h>

#include <array>

#include "bench/query/class_members.hpp"
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
    Template{"course", "GraduateCourse", "SELECT ?X WHERE { ?X rdf:type ub:GraduateStudent . ?X ub:takesCourse % }"},
    Template{"author", "AssistantProfessor",
             "SELECT ?X WHERE { ?X rdf:type ub:Publication . ?X ub:publicationAuthor % }"},
    Template{"person", "FullProfessor",
             "SELECT ?n ?e ?t WHERE { % ub:name ?n ; ub:emailAddress ?e ; ub:telephone ?t }"},
    Template{"advised", "AssociateProfessor", "SELECT ?X ?n WHERE { ?X ub:advisor % . ?X ub:name ?n }"},
};

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
  for (std::size_t at = 0; at < kTemplates.size(); ++at) {
    of_template[at] = class_members(
        server, fmt::format("http://swat.cse.lehigh.edu/onto/univ-bench.owl#{}", kTemplates[at].constants));
  }
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
