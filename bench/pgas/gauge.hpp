#pragma once

// A Gauge measures the time of an operation of several images: all images meet, do it `rounds` times, and the time of
// the slowest image counts. One such repetition takes about Effort::seconds_each; the median of several is the result.
// All images make the same decisions (number of rounds, end), because these depend on gathered times.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pgas/team.hpp"

namespace quadrille::bench {

struct Effort {
  int repetitions = 7;
  double seconds_each = 0.02;
  double seconds_in_all = 1.5;  // of an operation; after that three repetitions are enough
  static Effort brief() { return {1, 0, 0}; }
};

struct Subject {
  std::string operation;
  std::string where;      // which images it is between
  std::size_t bytes = 0;  // that an image moves by it
};

struct Measurement {
  Subject subject;
  double seconds = 0;              // median
  double least = 0, most = 0;      // of the repetitions
  double messages = 0, bytes = 0;  // between groups, of all images together
};

class Gauge {
 public:
  // `only`: what an operation's name must contain to be measured.
  Gauge(pgas::Team& team, const Effort& effort, std::string only = {})
      : team_(team), effort_(effort), only_(std::move(only)) {}
  Gauge(const Gauge&) = delete;

  using Work = std::function<void(int rounds)>;
  // Collective. `work` does the operation `rounds` times, or waits for the members that do. It adds messages that it
  // sends without the team to the team's counters itself.
  void measure(Subject subject, const Work& work);
  // Collective. The same with an operation of all members together.
  void measure_each(Subject subject, const std::function<void()>& once);

  pgas::Team& team() { return team_; }
  const std::vector<Measurement>& measurements() const { return measurements_; }

 private:
  struct Sample {
    double seconds = 0, messages = 0, bytes = 0;  // of one operation
  };
  Sample sample(int rounds, const Work& work);
  int find_rounds(const Work& work);

  pgas::Team& team_;
  const Effort effort_;
  const std::string only_;
  std::vector<Measurement> measurements_;
};

}  // namespace quadrille::bench
