#include "query/update/stored_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/sort_different.hpp"
#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/volatile_huri.hpp"
#include "query/update/quad_template.hpp"
#include "query/update/send_records.hpp"

namespace quadrille::query {

namespace {

template <class Change>
void change_terms(std::vector<Quad>& quads, Change&& change) {
  for (Quad& quad : quads) {
    for (Huri* huri : {&quad.subject, &quad.predicate, &quad.object, &quad.graph}) change(*huri);
  }
}

// Each once, ascending.
template <class Wanted>
std::vector<Huri> terms_of(std::initializer_list<const std::vector<Quad>*> lists, Wanted&& wanted) {
  std::vector<Huri> terms;
  for (const std::vector<Quad>* quads : lists) {
    for (const Quad& quad : *quads) {
      for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph}) {
        if (wanted(huri)) terms.push_back(huri);
      }
    }
  }
  sort_different(terms);
  return terms;
}

bool has_query_term(const Quad& quad) {
  return is_query_term(quad.subject) || is_query_term(quad.predicate) || is_query_term(quad.object) ||
         is_query_term(quad.graph);
}

}  // namespace

void StoredTerms::replace(QuadChanges& changes, std::uint64_t placeholders) {
  struct Needs {
    bool terms, blanks;
  };
  const auto has_terms = [](const std::vector<Quad>& quads) {
    return std::any_of(quads.begin(), quads.end(), has_query_term);
  };
  const Needs mine{has_terms(changes.deletes) || has_terms(changes.inserts), placeholders > 0};
  Needs any{false, false};
  for (const Needs& theirs : context_.team.all_gather(mine)) {
    any.terms |= theirs.terms;
    any.blanks |= theirs.blanks;
  }
  if (any.terms) {
    make_canonical(changes);
    std::erase_if(changes.deletes, has_query_term);
    store_terms(changes.inserts);
  }
  if (any.blanks) {
    const std::uint64_t first = blanks_.take(context_.team, placeholders);
    change_terms(changes.inserts, [&](Huri& huri) {
      if (is_placeholder(huri)) huri = FreshBlanks::huri(first + placeholder_number(huri));
    });
  }
}

void StoredTerms::make_canonical(QuadChanges& changes) {
  const std::vector<Huri> born = terms_of({&changes.deletes, &changes.inserts}, is_query_term);
  std::vector<Huri> canonical = born;
  context_.dictionary.make_canonical(canonical);
  Map same;
  for (std::size_t place = 0; place < born.size(); ++place) same.emplace(born[place], canonical[place]);
  const auto change = [&](Huri& huri) {
    if (is_query_term(huri)) huri = same.at(huri);
  };
  change_terms(changes.deletes, change);
  change_terms(changes.inserts, change);
}

void StoredTerms::store_terms(std::vector<Quad>& inserts) {
  const std::vector<Huri> born =
      terms_of({&inserts}, [](Huri huri) { return is_query_term(huri) && !huri.is_blank(); });
  std::vector<Huri> blanks = terms_of({&inserts}, [](Huri huri) { return is_query_term(huri) && huri.is_blank(); });
  std::vector<TermView> terms = context_.dictionary.read_local(born);
  const auto within = blanks_within(terms);
  for (const auto& [label, huri] : within) blanks.push_back(huri);
  sort_different(blanks);
  Map stored;
  number_blanks(blanks, stored);

  std::deque<std::string> texts;  // of triple terms, with the labels of stored blank nodes
  for (TermView& term : terms) {
    if (term.kind != TermKind::triple) continue;
    texts.push_back(with_blank_labels(term.text, [&](std::string_view label) {
      const auto found = within.find(std::string(label));
      return found == within.end() ? std::string(label) : fmt::format("b{}", stored.at(found->second).payload());
    }));
    term = TermView::triple(texts.back());
  }
  std::vector<Huri> durable(born.size());
  interner_.intern(terms, durable);
  for (std::size_t place = 0; place < born.size(); ++place) stored.emplace(born[place], durable[place]);
  change_terms(inserts, [&](Huri& huri) {
    if (is_query_term(huri)) huri = stored.at(huri);
  });
}

// The blank nodes of the query in triple terms, by their labels.
std::unordered_map<std::string, Huri> StoredTerms::blanks_within(std::span<const TermView> terms) {
  std::unordered_map<std::string, Huri> blanks;
  for (const TermView& term : terms) {
    if (term.kind != TermKind::triple) continue;
    for_each_blank(term, [&](TermView blank) {
      if (stored_blank(blank.text).is_unbound()) blanks.emplace(blank.text, context_.dictionary.intern(blank));
    });
  }
  if (!context_.team.any(!blanks.empty())) return blanks;
  std::vector<Huri> canonical;
  for (const auto& [label, huri] : blanks) canonical.push_back(huri);
  context_.dictionary.make_canonical(canonical);
  auto next = canonical.begin();
  for (auto& [label, huri] : blanks) huri = *next++;
  return blanks;
}

// The image that created a blank node numbers it: there is exactly one, because blank nodes are canonical.
void StoredTerms::number_blanks(const std::vector<Huri>& born, Map& stored) {
  struct Question {
    Huri blank;
    std::int32_t from;
    std::int32_t unused = 0;
  };
  struct Answer {
    Huri blank, stored;
    std::int32_t to;
    std::int32_t unused = 0;
  };
  pgas::Team& team = context_.team;
  std::vector<Question> mine;
  for (const Huri huri : born) mine.push_back({huri, team.rank()});
  const auto bearer = [](const Question& question) { return index(LocalTerms::image_of(question.blank)); };
  const auto [questions] = send_records<1, Question>(team, context_.arena, {std::move(mine)}, bearer);

  Map numbers;
  for (const Question& question : questions) {
    numbers.emplace(question.blank, FreshBlanks::huri(numbers.size()));
  }
  const std::uint64_t first = blanks_.take(team, numbers.size());
  std::vector<Answer> replies;
  for (const Question& question : questions) {
    const std::uint64_t number = numbers.at(question.blank).payload();
    replies.push_back({question.blank, FreshBlanks::huri(first + number), question.from});
  }
  const auto asker = [](const Answer& answer) { return answer.to; };
  const auto [answers] = send_records<1, Answer>(team, context_.arena, {std::move(replies)}, asker);
  for (const Answer& answer : answers) stored.emplace(answer.blank, answer.stored);
}

}  // namespace quadrille::query
