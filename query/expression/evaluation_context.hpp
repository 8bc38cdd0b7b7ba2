#pragma once

// An EvaluationContext gives expressions what they need of their query. There is one for each image and query, made by
// the query's executor; every evaluator of the query holds a reference to it.

#include <functional>
#include <memory>
#include <memory_resource>
#include <random>
#include <span>
#include <string>

#include "base/term.hpp"
#include "dictionary/date_time.hpp"
#include "query/expression/batch.hpp"
#include "query/expression/kind_set.hpp"

namespace quadrille::query {

namespace detail {
class Buffers;
}

// A TermReader returns texts. Collective in a team: every image calls read() equally often, with its own HURIs or
// none.
class TermReader {
 public:
  virtual ~TermReader() = default;
  // Sets out[i] to the term of huris[i], which is bound; the views are in the arena (or live longer). Duplicates are
  // allowed.
  virtual void read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) = 0;
};

// Random numbers. The state of 2.5 KB is created on first use, because few queries need it.
class RandomNumbers {
 public:
  using result_type = std::mt19937_64::result_type;
  void seed(std::uint64_t seed) {
    seed_ = seed;
    state_.reset();
  }
  result_type operator()() {
    if (!state_) state_ = std::make_unique<std::mt19937_64>(seed_);
    return (*state_)();
  }

 private:
  std::uint64_t seed_ = std::mt19937_64::default_seed;
  std::unique_ptr<std::mt19937_64> state_;
};

struct EvaluationContext {
  EvaluationContext(TermReader& term_reader, std::pmr::memory_resource& result_arena)
      : reader(term_reader), arena(result_arena) {}

  TermReader& reader;
  // Memory for texts and numbers of results. The user of the results releases it between batches.
  std::pmr::memory_resource& arena;
  DateTime now;              // NOW(): one moment for the whole query, the same on every image
  std::string base;          // base IRI of the query, for IRI()
  RandomNumbers random;      // RAND, UUID, STRUUID; seeded differently on every image
  std::string blank_prefix;  // of labels that BNODE makes: unique for the query and image; letters and digits
  std::uint64_t next_blank = 0;
  std::uint64_t first_solution = 0;  // the next solution number (Batch); no other context of the query here has it

  // The kinds that columns may hold, as far as they are known; the same on every image. Reads that are never needed
  // are left out: a database without long numbers compares numbers, and one without volatile HURIs compares IRIs,
  // without reads.
  KindSet column_kinds = kAllKinds;
  bool volatile_terms = true;

  // Sets for the selected rows if the pattern of an exists expression has a solution. The expression is the `exists`
  // or `not_exists` node; the answer is always that of EXISTS. Collective, as read().
  std::function<void(const parser::Expression&, const Batch&, std::span<bool>)> exists;
  // Throws Error(timeout), Error(cancelled) or Error(memory) if the query must end. Called once a batch and evaluator,
  // and in long loops. May be empty.
  std::function<void()> check;
  std::shared_ptr<detail::Buffers> buffers;  // in which evaluators work; made by the first one
  // Charges memory that evaluators keep between batches to the query's budget. May be empty.
  std::function<void(std::size_t)> charge;
  // Finds the HURIs of constants; kUnbound for terms that are not in the database. If given, it is called once for
  // each evaluator, so that constants are compared by identity. Collective. If empty, texts are compared.
  std::function<void(std::span<const TermView>, std::span<Huri>)> find;
};

}  // namespace quadrille::query
