#include "loader/build/update_huris.hpp"

#include "loader/build/provisional_word.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kHuriPrefetch = 12;

void prefetch(Huri word, std::span<const Huri> huris) {
  if (is_provisional(word)) __builtin_prefetch(huris.data() + id_of(word));
}

// Subjects and objects are spread over the whole array; predicates and graphs are few and stay in the cache.
template <int kColumns>
void update(std::span<Row<kColumns>> rows, std::span<const Huri> huris) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i + kHuriPrefetch < rows.size()) {
      prefetch(rows[i + kHuriPrefetch][0], huris);
      prefetch(rows[i + kHuriPrefetch][2], huris);
    }
    for (Huri& word : rows[i]) {
      if (is_provisional(word)) word = huris[id_of(word)];
    }
  }
}

}  // namespace

void update_rows(std::span<TripleRow> rows, std::span<const Huri> huris) {
  update<3>(rows, huris);
}
void update_rows(std::span<QuadRow> rows, std::span<const Huri> huris) {
  update<4>(rows, huris);
}

void update_huris(BuildContext& context, QuadLog& log, std::span<const Huri> huris, const TripleRanks& triples) {
  log.triples.for_each_chunk([&](std::span<TripleRow> rows) {
    update_rows(rows, huris);
    triples.update(0, rows);
    context.pulse(rows.size());
  });
  log.quads.for_each_chunk([&](std::span<QuadRow> rows) {
    update_rows(rows, huris);
    triples.update(0, rows);
    context.pulse(rows.size());
  });
}

}  // namespace quadrille
