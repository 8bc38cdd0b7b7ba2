#include "pgas/counters.hpp"

namespace quadrille::pgas {

Counters Counters::operator-(const Counters& before) const {
  return {barriers - before.barriers, collectives - before.collectives, messages - before.messages,
          bytes - before.bytes};
}

Counters& Counters::operator+=(const Counters& more) {
  barriers += more.barriers;
  collectives += more.collectives;
  messages += more.messages;
  bytes += more.bytes;
  return *this;
}

}  // namespace quadrille::pgas
