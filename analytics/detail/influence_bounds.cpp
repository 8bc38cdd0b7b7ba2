#include "analytics/detail/influence_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quadrille::analytics {
namespace {

constexpr double kMostRounded = 0x1p52;

std::uint64_t rounded_up(double samples) {
  return static_cast<std::uint64_t>(std::ceil(std::clamp(samples, 1.0, kMostRounded)));
}

// The logarithm of n over k.
double log_binomial(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

}  // namespace

InfluenceBounds::InfluenceBounds(std::uint64_t n, std::uint64_t k, double epsilon)
    : n_(static_cast<double>(n)), log_n_(std::log(n_)), trial_epsilon_(std::numbers::sqrt2 * epsilon) {
  if (n == 1) return;
  log_choices_ = log_binomial(n_, static_cast<double>(k));
  const double l = 1 + std::numbers::ln2 / log_n_;
  lambda_trial_ = (2 + trial_epsilon_ * 2 / 3) * (log_choices_ + l * log_n_ + std::log(std::log2(n_))) * n_ /
                  (trial_epsilon_ * trial_epsilon_);
  double least = 0, most = 1;
  const auto is_enough = [&](double gamma) { return lambda_star(epsilon, l + gamma) <= std::pow(n_, gamma); };
  while (!is_enough(most)) most *= 2;
  for (int step = 0; step < 30; ++step) {
    const double middle = (least + most) / 2;
    (is_enough(middle) ? most : least) = middle;
  }
  lambda_final_ = lambda_star(epsilon, l + most);
}

double InfluenceBounds::lambda_star(double epsilon, double l) const {
  constexpr double kShare = 1 - 1 / std::numbers::e;
  const double alpha = std::sqrt(l * log_n_ + std::numbers::ln2);
  const double beta = std::sqrt(kShare * (log_choices_ + l * log_n_ + std::numbers::ln2));
  const double sum = kShare * alpha + beta;
  return 2 * n_ * sum * sum / (epsilon * epsilon);
}

std::uint64_t InfluenceBounds::trial_samples(double x) const {
  return rounded_up(lambda_trial_ / x);
}

std::uint64_t InfluenceBounds::final_samples(double lower_bound) const {
  return rounded_up(lambda_final_ / lower_bound);
}

}  // namespace quadrille::analytics
