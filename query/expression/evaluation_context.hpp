#pragma once

// What an expression needs of the query that it belongs to. One context an image and query, made by the query's
// executor; every evaluator of the query holds a reference to it.

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

// Where texts come from. Collective in a team: every image calls read() equally often, with its own HURIs or with none.
class TermReader {
 public:
  virtual ~TermReader() = default;
  // out[i] is the term of huris[i], a bound one; the views lie in the arena (or live longer). May hold duplicates.
  virtual void read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) = 0;
};

// Random numbers, for few queries: the state of 2.5 KB is made for the first one.
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
  // Texts and numbers of results lie here. Whoever uses the results frees it: between batches, not during one.
  std::pmr::memory_resource& arena;
  DateTime now;              // NOW(): one moment a query, the same on every image
  std::string base;          // base IRI of the query, for IRI()
  RandomNumbers random;      // RAND, UUID, STRUUID; seeded differently on every image
  std::string blank_prefix;  // of labels that BNODE makes: no other query and image has it; letters and digits
  std::uint64_t next_blank = 0;
  std::uint64_t first_solution =
      0;  // where to number solutions from (Batch): no other context of the query does so here

  // What columns may hold, as far as it is known; the same on every image. Reads that can never be needed are left out:
  // a database without long numbers compares numbers, one without volatile HURIs compares IRIs, without any read.
  KindSet column_kinds = kAllKinds;
  bool volatile_terms = true;

  // Tells for the selected rows whether the pattern of an exists expression has a solution; the expression is the
  // `exists` or `not_exists` node, the answer is always that of EXISTS. Collective, as read().
  std::function<void(const parser::Expression&, const Batch&, std::span<bool>)> exists;
  // Throws Error(timeout), Error(cancelled) or Error(memory) if the query must end. Called once a batch and evaluator,
  // and inside of long loops. May be empty.
  std::function<void()> check;
  std::shared_ptr<detail::Buffers> buffers;  // in which evaluators work; made by the first one
  // Counts memory that evaluators keep from batch to batch against the query's budget. May be empty.
  std::function<void(std::size_t)> charge;
  // The HURIs of constants, kUnbound where the database does not know a term: called once an evaluator, if given, so
  // that constants compare by identity. Collective. May be empty: then the texts are compared.
  std::function<void(std::span<const TermView>, std::span<Huri>)> find;
};

}  // namespace quadrille::query
