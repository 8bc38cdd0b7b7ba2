#include "dictionary/term_exchange.hpp"

#include <cstring>
#include <vector>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille {

TermExchange::TermExchange(pgas::Team& team, pgas::QueryArena& arena)
    : team_(team),
      questions_(arena),
      answers_(arena),
      question_blocks_(arena.make_span<pgas::Block>(static_cast<std::size_t>(team.size()))),
      answer_blocks_(arena.make_span<pgas::Block>(static_cast<std::size_t>(team.size()))) {}

void TermExchange::sort_by_owner(std::span<const std::int32_t> owners) {
  starts_.assign(static_cast<std::size_t>(team_.size()) + 1, 0);
  for (const std::int32_t owner : owners) ++starts_[static_cast<std::size_t>(owner) + 1];
  for (std::size_t member = 1; member < starts_.size(); ++member) starts_[member] += starts_[member - 1];
  order_.resize(owners.size());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t question = 0; question < owners.size(); ++question) {
    order_[next[static_cast<std::size_t>(owners[question])]++] = question;
  }
}

// `bytes` cut at ends_.
std::span<const pgas::Block> TermExchange::blocks_of(const SharedBytes& bytes, std::span<pgas::Block> blocks) const {
  std::size_t begin = 0;
  for (std::size_t member = 0; member < blocks.size(); ++member) {
    blocks[member] = bytes.bytes().subspan(begin, ends_[member] - begin);
    begin = ends_[member];
  }
  return blocks;
}

void TermExchange::terms(std::span<const Huri> huris, std::span<const std::int32_t> owners, const TermsOf& answer,
                         FetchedTerms& into, FetchedTerms::Lifetime lifetime) {
  QUADRILLE_ASSERT(huris.size() == owners.size(), "one owner for each HURI");
  if (!team_.any(!huris.empty())) return;
  sort_by_owner(owners);
  questions_.clear();
  ends_.clear();
  std::vector<Huri> asked;
  for (const std::uint32_t question : order_) asked.push_back(huris[question]);
  questions_.append(std::span<const Huri>(asked));
  for (std::size_t member = 0; member + 1 < starts_.size(); ++member) {
    ends_.push_back(starts_[member + 1] * sizeof(Huri));
  }
  pgas::ExchangeView questions(team_, blocks_of(questions_, question_blocks_));

  answers_.clear();
  ends_.clear();
  std::vector<TermView> terms;
  for (int member = 0; member < team_.size(); ++member) {
    const auto theirs = questions.from_as<Huri>(member);
    if (!theirs.empty()) {
      TextArena texts;
      terms.assign(theirs.size(), TermView());
      answer(theirs, texts, terms);
      for (const TermView& term : terms) answers_.append_term(term);
    }
    ends_.push_back(answers_.size());
  }
  questions.finish();

  pgas::ExchangeView answers(team_, blocks_of(answers_, answer_blocks_));
  std::size_t bytes = 0;
  for (int member = 0; member < team_.size(); ++member) bytes += answers.from(member).size();
  std::byte* to = into.make_room(bytes, lifetime).data();
  std::size_t next = 0;
  for (int member = 0; member < team_.size(); ++member) {
    const pgas::Block theirs = answers.from(member);
    if (theirs.empty()) continue;
    copy_bytes(to, theirs.data(), theirs.size());
    const auto* from = reinterpret_cast<const unsigned char*>(to);
    for (; next < starts_[static_cast<std::size_t>(member) + 1]; ++next) into.add(asked[next], read_shared_term(from));
    to += theirs.size();
  }
  answers.finish();
}

void TermExchange::huris(std::span<const TermView> terms, std::span<const std::int32_t> owners, const HurisOf& answer,
                         std::span<Huri> out) {
  QUADRILLE_ASSERT(terms.size() == owners.size() && terms.size() == out.size(), "one owner and answer for each term");
  if (!team_.any(!terms.empty())) return;
  sort_by_owner(owners);
  questions_.clear();
  ends_.clear();
  for (std::size_t member = 0, next = 0; member + 1 < starts_.size(); ++member) {
    for (; next < starts_[member + 1]; ++next) questions_.append_term(terms[order_[next]]);
    ends_.push_back(questions_.size());
  }
  pgas::ExchangeView questions(team_, blocks_of(questions_, question_blocks_));

  answers_.clear();
  ends_.clear();
  std::vector<TermView> asked;
  std::vector<Huri> found;
  for (int member = 0; member < team_.size(); ++member) {
    const pgas::Block theirs = questions.from(member);
    const auto* from = reinterpret_cast<const unsigned char*>(theirs.data());
    const auto* const end = from + theirs.size();
    asked.clear();
    while (from < end) asked.push_back(read_shared_term(from));
    if (!asked.empty()) {
      found.assign(asked.size(), kUnbound);
      answer(asked, found);
      answers_.append(std::span<const Huri>(found));
    }
    ends_.push_back(answers_.size());
  }
  questions.finish();

  pgas::ExchangeView answers(team_, blocks_of(answers_, answer_blocks_));
  std::size_t next = 0;
  for (int member = 0; member < team_.size(); ++member) {
    for (const Huri huri : answers.from_as<Huri>(member)) out[order_[next++]] = huri;
  }
  answers.finish();
}

}  // namespace quadrille
