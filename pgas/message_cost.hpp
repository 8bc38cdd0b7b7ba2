#pragma once

// A stand-in for networks whose messages cost more than those between processes of one machine. For measurements.

#include <chrono>

namespace quadrille::pgas {

// Local. Busy for as many microseconds as QUADRILLE_MESSAGE_COST_US says; usually none. Called for each message that
// this process sends to another group.
void pay_for_message();

// Local. As many microseconds as QUADRILLE_ANSWER_LATENCY_US says; usually none. An answer to a light task comes so
// much later than it would (light_tasks.hpp).
std::chrono::nanoseconds added_answer_latency();

}  // namespace quadrille::pgas
