#pragma once

// How many samples influence() needs: the formulas of IMM, with the letters of the paper.
//
//   lambda'   samples that test whether the best spread is at least x: lambda' / x
//   lambda*   samples for the result, if the best spread is at least LB: lambda* / LB
//
// Each fails with a probability of at most 1 / (2 vertices). The number of samples of the result is random, so its
// bound must hold for each number up to lambda* (Chen 2018): each may fail with a probability of n^-(l + gamma), where
// n^gamma is at least lambda*.

#include <cstdint>

namespace quadrille::analytics {

class InfluenceBounds {
 public:
  // Local. 1 <= k <= n.
  InfluenceBounds(std::uint64_t n, std::uint64_t k, double epsilon);

  // Samples that test a spread of x.
  std::uint64_t trial_samples(double x) const;
  // The lower bound that a spread of at least (1 + epsilon') x proves; less than x if it is not so large.
  double proved_by(double spread) const { return spread / (1 + trial_epsilon_); }
  // Samples for the result.
  std::uint64_t final_samples(double lower_bound) const;

 private:
  double lambda_star(double epsilon, double l) const;

  double n_, log_n_, log_choices_ = 0;  // of k vertices
  double trial_epsilon_;                // epsilon'
  double lambda_trial_ = 1, lambda_final_ = 1;
};

}  // namespace quadrille::analytics
