#include "quadstore/stated_triples.hpp"

#include "base/consecutive_shares.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kTerms = 3;
constexpr std::size_t kLookUpsAtOnce = 4096;

}  // namespace

StatedTriples::StatedTriples(pgas::Team& team, pgas::QueryArena& arena, const Snapshot& snapshot)
    : team_(team),
      arena_(arena),
      snapshot_(snapshot),
      questions_(&arena),
      answers_(&arena),
      question_blocks_(&arena),
      answer_blocks_(&arena) {}

// As the shards are opened (base/consecutive_shares.hpp).
int StatedTriples::owner(const Quad& triple) const {
  return taker_of(index(shard_of(triple.subject, snapshot_.shards())), snapshot_.shards(), team_.size());
}

// Of another member's triples.
void StatedTriples::look_up(std::span<const Huri> terms) {
  std::vector<Quad> triples;
  while (!terms.empty()) {
    triples.clear();
    for (; !terms.empty() && triples.size() < kLookUpsAtOnce; terms = terms.subspan(kTerms))
      triples.push_back({terms[0], terms[1], terms[2], kDefaultGraph});
    for (const Marks marks : marks_of(snapshot_, triples)) answers_.push_back(has(marks, Marks::stated) ? 1 : 0);
  }
}

std::pmr::vector<std::uint8_t> StatedTriples::find(std::span<const Quad> triples) {
  const auto members = static_cast<std::size_t>(team_.size());
  std::vector<std::size_t> next(members + 1, 0);  // by member: where its next triple goes; at first those before it
  for (const Quad& triple : triples) ++next[static_cast<std::size_t>(owner(triple)) + 1];
  for (std::size_t member = 0; member < members; ++member) next[member + 1] += next[member];
  questions_.resize(triples.size() * kTerms);
  question_blocks_.clear();
  for (std::size_t member = 0; member < members; ++member) {
    const auto theirs =
        std::span(questions_).subspan(next[member] * kTerms, (next[member + 1] - next[member]) * kTerms);
    question_blocks_.push_back(std::as_bytes(theirs));
  }
  const std::vector<std::size_t> begins = next;
  for (const Quad& triple : triples) {
    Huri* const to = &questions_[next[static_cast<std::size_t>(owner(triple))]++ * kTerms];
    to[0] = triple.subject, to[1] = triple.predicate, to[2] = triple.object;
  }
  answers_.clear();
  std::vector<std::size_t> answered{0};
  pgas::ExchangeView questions(team_, question_blocks_);
  for (int member = 0; member < questions.size(); ++member) {
    look_up(questions.from_as<Huri>(member));
    answered.push_back(answers_.size());
  }
  questions.finish();
  answer_blocks_.clear();
  for (std::size_t member = 0; member < members; ++member) {
    const auto theirs = std::span(answers_).subspan(answered[member], answered[member + 1] - answered[member]);
    answer_blocks_.push_back(std::as_bytes(theirs));
  }
  pgas::ExchangeView answers(team_, answer_blocks_);
  next = begins;
  std::pmr::vector<std::uint8_t> are_stated(&arena_.own());
  are_stated.reserve(triples.size());
  for (const Quad& triple : triples) {
    const int member = owner(triple);
    const std::size_t place = next[static_cast<std::size_t>(member)]++ - begins[static_cast<std::size_t>(member)];
    are_stated.push_back(answers.from_as<std::uint8_t>(member)[place]);
  }
  answers.finish();
  return are_stated;
}

void StatedTriples::leave_out(std::vector<Quad>& triples) {
  const auto are_stated = find(triples);
  std::size_t place = 0;
  std::erase_if(triples, [&](const Quad&) { return are_stated[place++] != 0; });
}

}  // namespace quadrille
