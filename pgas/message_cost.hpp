#pragma once

// A stand-in for networks whose messages cost more than those between processes of one machine. For measurements.

namespace quadrille::pgas {

// Local. Busy for as many microseconds as QUADRILLE_MESSAGE_COST_US says; usually none. Called for each message that
// this process sends to another group.
void pay_for_message();

}  // namespace quadrille::pgas
