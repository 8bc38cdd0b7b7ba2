#pragma once

// Computing evaluates computations (rule.hpp) on solutions, many at once.
//
// Collective over the images of a partition, each with its own solutions or none: an exchange or two for each
// assignment, and one for each computation if the images are in several groups.

#include <map>
#include <memory>
#include <span>

#include "inferencer/partition.hpp"
#include "inferencer/rule.hpp"
#include "inferencer/rule_terms.hpp"
#include "inferencer/solutions.hpp"

namespace quadrille::inferencer {

class Computing {
 public:
  // All outlive it.
  Computing(const Partition& partition, RuleTerms& terms);
  ~Computing();

  // Removes the solutions for which a condition is not true or an assignment has no value, and sets the variables of
  // assignments. The computations outlive this object.
  void run(std::span<const Computation> computations, Solutions& solutions);

 private:
  struct Expression;
  Expression& expression_of(const Computation& computation);
  template <class Use>
  void for_each_batch(const Computation& computation, const Solutions& solutions, const Use& use);

  const Partition& partition_;
  RuleTerms& terms_;
  std::map<const Computation*, std::unique_ptr<Expression>> expressions_;
};

}  // namespace quadrille::inferencer
