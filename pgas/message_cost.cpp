#include "pgas/message_cost.hpp"

#include <chrono>
#include <cstdlib>

namespace quadrille::pgas {

void pay_for_message() {
  static const char* const text = std::getenv("QUADRILLE_MESSAGE_COST_US");
  static const auto cost = std::chrono::duration<double, std::micro>(text ? std::atof(text) : 0);
  if (cost.count() <= 0) return;
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < cost) {
  }
}

}  // namespace quadrille::pgas
