// Measures parsing: a typical query of ten patterns, a megabyte of query text, rows of VALUES and INSERT DATA.
//
//   bin/parse_benchmark

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "parser/detail/parse.hpp"
#include "parser/detail/token_list.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

namespace {

const char* const kTenPatterns = R"(
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>
SELECT DISTINCT ?student ?name ?advisor ?course (COUNT(?other) AS ?others)
WHERE {
  ?student rdf:type ub:GraduateStudent ; ub:name ?name ; ub:advisor ?advisor ; ub:takesCourse ?course .
  ?advisor ub:worksFor ?department ; ub:teacherOf ?course .
  ?department ub:subOrganizationOf* <http://www.University0.edu> .
  OPTIONAL { ?student ub:emailAddress ?mail . ?mail rdfs:label "home"@en }
  ?other ub:takesCourse ?course .
  FILTER(?other != ?student && STRLEN(?name) > 3)
}
GROUP BY ?student ?name ?advisor ?course
ORDER BY DESC(?others) ?name
LIMIT 100
)";

// A query of about `bytes` with triples, filters and unions.
std::string long_query(std::size_t bytes) {
  std::string text = "PREFIX : <http://example.org/>\nSELECT * {\n";
  for (int i = 0; text.size() < bytes; ++i)
    text +=
        fmt::format("  {{ ?x{0} :p{0} ?y ; :q \"text {0}\" . FILTER(?y > {0} && ?y < 2 * {0} + 1) }} UNION\n", i % 50);
  return text + "  { ?x a :C } }";
}

void tokens_of_ten_patterns(benchmark::State& state) {
  for (auto _ : state) {
    const SourceText source(kTenPatterns);
    benchmark::DoNotOptimize(tokenize(source));
  }
}
BENCHMARK(tokens_of_ten_patterns)->Unit(benchmark::kMicrosecond);

void tree_of_ten_patterns(benchmark::State& state) {
  for (auto _ : state) {
    const SourceText source(kTenPatterns);
    const auto tokens = tokenize(source);
    benchmark::DoNotOptimize(parse(source, tokens, Rule::queryUnit));
  }
}
BENCHMARK(tree_of_ten_patterns)->Unit(benchmark::kMicrosecond);

void ten_patterns(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_query(kTenPatterns));
}
BENCHMARK(ten_patterns)->Unit(benchmark::kMicrosecond);

void one_megabyte_of_query(benchmark::State& state) {
  const std::string text = long_query(1'000'000);
  for (auto _ : state) benchmark::DoNotOptimize(parse_query(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(one_megabyte_of_query)->Unit(benchmark::kMillisecond);

void million_rows_of_values(benchmark::State& state) {
  std::string text = "PREFIX : <http://example.org/>\nSELECT * { VALUES (?x ?y) {\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("(:item{} {})\n", i, i);
  text += "} }";
  for (auto _ : state) benchmark::DoNotOptimize(parse_query(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(million_rows_of_values)->Unit(benchmark::kMillisecond);

void million_triples_inserted(benchmark::State& state) {
  std::string text = "PREFIX : <http://example.org/>\nINSERT DATA {\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format(":item{} :value {} .\n", i, i);
  text += "}";
  for (auto _ : state) benchmark::DoNotOptimize(parse_update(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(million_triples_inserted)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace quadrille::parser

BENCHMARK_MAIN();
