// Micro-benchmarks of the dictionary on LUBM-like IRIs and short literals. Not part of the tests:
//   build/release/bin/dictionary_bench

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/inline_value.hpp"
#include "dictionary/vocabulary_builder.hpp"

namespace quadrille {
namespace {

std::vector<std::string> lubm_iris() {
  std::set<std::string> iris;
  for (int university = 0; university < 40; ++university) {
    for (int department = 0; department < 18; ++department) {
      const std::string base = fmt::format("http://www.Department{}.University{}.edu/", department, university);
      for (int i = 0; i < 400; ++i) iris.insert(fmt::format("{}UndergraduateStudent{}", base, i));
      for (int i = 0; i < 120; ++i) iris.insert(fmt::format("{}GraduateStudent{}", base, i));
      for (int i = 0; i < 15; ++i) {
        for (int j = 0; j < 12; ++j) iris.insert(fmt::format("{}AssociateProfessor{}/Publication{}", base, i, j));
      }
    }
  }
  return {iris.begin(), iris.end()};
}

struct Base {
  Base() : iris(lubm_iris()) {
    VocabularyBuilder builder([this](std::string_view bytes) { part += bytes; });
    for (const std::string& iri : iris) builder.add(HuriKind::iri, iri);
    builder.finish();
    std::vector<VocabularyView> views;
    views.emplace_back(std::as_bytes(std::span(part)), "bench");
    vocabulary = Vocabulary(std::move(views));
  }
  std::vector<std::string> iris;
  std::string part;
  Vocabulary vocabulary;
};

const Base& base() {
  static const Base base;
  return base;
}

std::vector<std::uint64_t> random_ranks(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> ranks(count);
  for (auto& rank : ranks) rank = random() % base().iris.size();
  return ranks;
}

void BM_Build(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t bytes = 0;
    VocabularyBuilder builder([&](std::string_view part) { bytes += part.size(); });
    for (const std::string& iri : base().iris) builder.add(HuriKind::iri, iri);
    builder.finish();
    benchmark::DoNotOptimize(bytes);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(base().iris.size()));
  state.counters["bytes/key"] = static_cast<double>(base().part.size()) / static_cast<double>(base().iris.size());
}
BENCHMARK(BM_Build);

void BM_DecodeAll(benchmark::State& state) {
  KeyBuffer buffer;
  for (auto _ : state) {
    std::size_t bytes = 0;
    base().vocabulary.for_each(
        HuriKind::iri, {0, base().iris.size()}, buffer,
        [&](std::uint64_t, std::string_view key) { bytes += key.size() + static_cast<unsigned char>(key.back()); });
    benchmark::DoNotOptimize(bytes);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(base().iris.size()));
}
BENCHMARK(BM_DecodeAll);

void BM_KeyAtRandom(benchmark::State& state) {
  const auto ranks = random_ranks(1 << 16);
  KeyBuffer buffer;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(base().vocabulary.key(HuriKind::iri, ranks[i++ % ranks.size()], buffer).size());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_KeyAtRandom);

void BM_FindAtRandom(benchmark::State& state) {
  const auto ranks = random_ranks(1 << 16);
  KeyBuffer buffer;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        base().vocabulary.find(HuriKind::iri, base().iris[ranks[i++ % ranks.size()]], buffer).value());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_FindAtRandom);

// A batch of random HURIs to terms, as for every result.
void BM_TermsBatch(benchmark::State& state) {
  std::vector<Huri> huris;
  for (const std::uint64_t rank : random_ranks(static_cast<std::size_t>(state.range(0)))) {
    huris.push_back(Huri::make(HuriKind::iri, rank));
  }
  if (state.range(1) != 0) std::sort(huris.begin(), huris.end());
  std::vector<TermView> terms(huris.size());
  KeyBuffer buffer;
  for (auto _ : state) {
    TextArena arena;
    base().vocabulary.terms(huris, buffer, arena, terms);
    benchmark::DoNotOptimize(terms.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_TermsBatch)->ArgNames({"terms", "sorted"})->Args({1000, 0})->Args({100000, 0})->Args({100000, 1});

void BM_HurisBatch(benchmark::State& state) {
  std::vector<TermView> terms;
  for (const std::uint64_t rank : random_ranks(100000)) terms.push_back(TermView::iri(base().iris[rank]));
  std::vector<Huri> huris(terms.size());
  KeyBuffer buffer;
  for (auto _ : state) {
    base().vocabulary.huris(terms, buffer, huris);
    benchmark::DoNotOptimize(huris.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms.size()));
}
BENCHMARK(BM_HurisBatch);

void BM_PlaceOf(benchmark::State& state, TermView term) {
  for (auto _ : state) benchmark::DoNotOptimize(place_of(term));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_PlaceOf, iri, TermView::iri("http://www.Department0.University0.edu"));
BENCHMARK_CAPTURE(BM_PlaceOf, string, TermView::string("FullProfessor7"));
BENCHMARK_CAPTURE(BM_PlaceOf, integer, TermView::literal("1234567", iri::kXsdInteger));
BENCHMARK_CAPTURE(BM_PlaceOf, decimal, TermView::literal("1234.50", iri::kXsdDecimal));
BENCHMARK_CAPTURE(BM_PlaceOf, double_fixed, TermView::literal("3.14159", iri::kXsdDouble));
BENCHMARK_CAPTURE(BM_PlaceOf, double_canonical, TermView::literal("3.14159E0", iri::kXsdDouble));
BENCHMARK_CAPTURE(BM_PlaceOf, date_time, TermView::literal("2020-01-02T03:04:05.678Z", iri::kXsdDateTime));
BENCHMARK_CAPTURE(BM_PlaceOf, date, TermView::literal("2020-01-02", iri::kXsdDate));
BENCHMARK_CAPTURE(BM_PlaceOf, typed, TermView::literal("x", "http://example.org/datatype"));

void BM_AppendLexical(benchmark::State& state, TermView term) {
  const Huri huri = inline_huri(term).value();
  std::string text;
  for (auto _ : state) {
    text.clear();
    append_lexical(text, huri);
    benchmark::DoNotOptimize(text.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_AppendLexical, integer, TermView::literal("1234567", iri::kXsdInteger));
BENCHMARK_CAPTURE(BM_AppendLexical, decimal, TermView::literal("1234.50", iri::kXsdDecimal));
BENCHMARK_CAPTURE(BM_AppendLexical, double, TermView::literal("3.14159", iri::kXsdDouble));
BENCHMARK_CAPTURE(BM_AppendLexical, date_time, TermView::literal("2020-01-02T03:04:05.678Z", iri::kXsdDateTime));

void BM_FloatingValue(benchmark::State& state, TermView term) {
  const Huri huri = inline_huri(term).value();
  for (auto _ : state) benchmark::DoNotOptimize(floating_value(huri));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_FloatingValue, double, TermView::literal("3.14159", iri::kXsdDouble));
BENCHMARK_CAPTURE(BM_FloatingValue, tiny_double, TermView::literal("3.14159E-200", iri::kXsdDouble));
BENCHMARK_CAPTURE(BM_FloatingValue, float, TermView::literal("3.14159", iri::kXsdFloat));

}  // namespace
}  // namespace quadrille

int main(int argc, char** argv) {
  quadrille::base();  // made before the measurements
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
