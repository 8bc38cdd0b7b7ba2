#pragma once

// RuleConstants gives the constants of rules HURIs: the first image reads them like terms of the data.

#include <span>
#include <vector>

#include "base/term.hpp"
#include "loader/build/quad_log.hpp"
#include "loader/build/term_table.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"

namespace quadrille {

class RuleConstants {
 public:
  explicit RuleConstants(pgas::QueryArena& arena) : log_(arena) {}

  // Local, on the first image, after its input: adds the terms to the table of its terms.
  void add(std::span<const Term> constants, TermTable& terms);
  // Local, in Update HURIs. `huris`: of the terms in that table, by local id.
  void update(std::span<const Huri> huris);
  // Collective, after update().
  void share(pgas::Team& team);

  // Of the constants, after share().
  std::span<const Huri> huris() const { return huris_; }

 private:
  QuadLog log_;  // a row for each constant, which is its object
  std::vector<Huri> huris_;
};

}  // namespace quadrille
