#include "pgas/message_cost.hpp"

#include <cstdlib>

namespace quadrille::pgas {

namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

Microseconds read_microseconds(const char* variable) {
  const char* const text = std::getenv(variable);
  return Microseconds(text ? std::atof(text) : 0);
}

}  // namespace

void pay_for_message() {
  static const Microseconds cost = read_microseconds("QUADRILLE_MESSAGE_COST_US");
  if (cost.count() <= 0) return;
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < cost) {
  }
}

std::chrono::nanoseconds added_answer_latency() {
  static const Microseconds latency = read_microseconds("QUADRILLE_ANSWER_LATENCY_US");
  return std::chrono::duration_cast<std::chrono::nanoseconds>(latency);
}

}  // namespace quadrille::pgas
