#include "loader/compaction/insertion_points.hpp"

#include <algorithm>
#include <string>

#include "dictionary/inline_term.hpp"
#include "dictionary/term_exchange.hpp"
#include "dictionary/term_key.hpp"
#include "loader/compaction/rebuild_work.hpp"

namespace quadrille {

namespace {

// The answer of a member that has the part: ranks as HURIs.
void answer(const Vocabulary& vocabulary, std::span<const TermView> terms, std::span<Huri> points) {
  KeyBuffer buffer;
  std::string key;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const HuriKind kind = place_of(terms[i]).kind;
    points[i] = Huri::make(kind, vocabulary.lower_bound(kind, key_of(kind, terms[i], key), buffer));
  }
}

// A batch of questions. A term before all parts needs no question: it comes before rank 0.
class Questions {
 public:
  Questions(const pgas::Team& team, const VocabularyMap& map, std::span<const SortedTerm> terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const TermRecord record = terms[i].record();
      const auto part = map.part_of_key(record.kind(), record.key());
      if (!part) continue;
      terms_.push_back(from_key(record.kind(), record.key()));
      members_.push_back(member_of_part(*part, map.parts(), team.size()));
      places_.push_back(i);
    }
  }

  void ask(TermExchange& exchange, const Vocabulary& here, std::span<std::uint64_t> points) {
    std::vector<Huri> answers(terms_.size());
    exchange.huris(
        terms_, members_, [&](std::span<const TermView> theirs, std::span<Huri> out) { answer(here, theirs, out); },
        answers);
    std::fill(points.begin(), points.end(), 0);
    for (std::size_t i = 0; i < answers.size(); ++i) points[places_[i]] = answers[i].payload();
  }

 private:
  std::vector<TermView> terms_;
  std::vector<std::int32_t> members_;
  std::vector<std::size_t> places_;
};

}  // namespace

std::vector<std::uint64_t> find_insertion_points(ShardedWork& work, const Dictionary& dictionary,
                                                 std::span<const SortedTerm> terms, std::uint64_t batch_terms,
                                                 pgas::QueryArena& arena) {
  const Vocabulary& here = dictionary.vocabulary();
  std::vector<std::uint64_t> points(terms.size());
  if (dictionary.map() == nullptr) {
    KeyBuffer buffer;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const TermRecord record = terms[i].record();
      points[i] = here.lower_bound(record.kind(), record.key(), buffer);
      if (i % kPulseTerms == 0) work.pulse(0);
    }
    return points;
  }
  TermExchange exchange(work.team(), arena);
  const std::uint64_t batches = work.team().max((terms.size() + batch_terms - 1) / batch_terms);
  for (std::size_t batch = 0; batch < batches; ++batch) {
    const std::size_t begin = std::min(batch * batch_terms, terms.size());
    const std::size_t count = std::min(batch_terms, terms.size() - begin);
    Questions questions(work.team(), *dictionary.map(), terms.subspan(begin, count));
    questions.ask(exchange, here, std::span(points).subspan(begin, count));
    work.pulse(0);
  }
  return points;
}

}  // namespace quadrille
