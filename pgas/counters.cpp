#include "pgas/counters.hpp"

namespace quadrille::pgas {

Counters Counters::operator-(const Counters& before) const {
  return {barriers - before.barriers, collectives - before.collectives, bytes - before.bytes,
          messages - before.messages, sent_bytes - before.sent_bytes};
}

Counters& Counters::operator+=(const Counters& more) {
  barriers += more.barriers;
  collectives += more.collectives;
  bytes += more.bytes;
  messages += more.messages;
  sent_bytes += more.sent_bytes;
  return *this;
}

}  // namespace quadrille::pgas
