#include "pgas/mailbox.hpp"

#include <cstring>

#include "pgas/detail/crossing.hpp"
#include "pgas/detail/image_control.hpp"
#include "pgas/job.hpp"

namespace quadrille::pgas {

Mailbox::Mailbox(Job& job, Team& team)
    : team_(team),
      control_(job.lane_control(team.image(team.group_begin(team.group())), team.lane())),
      seen_(control_.posted.load()) {
  team_.barrier();  // all have read the same count before the first post
}

void Mailbox::post(std::string_view message) {
  if (team_.size() == 1) return;
  if (team_.crossing()) {
    const std::uint32_t number = control_.posted.fetch_add(1, std::memory_order_seq_cst) + 1;
    wake_all(control_.posted);
    team_.crossing()->tell_posted(number);
    team_.broadcast(message);
    return;
  }
  QueryArena arena(team_.heap());
  const std::string_view shared = arena.copy(message);
  control_.message_address = reinterpret_cast<std::uint64_t>(shared.data());
  control_.message_bytes = shared.size();
  control_.posted.fetch_add(1, std::memory_order_seq_cst);
  wake_all(control_.posted);
  team_.barrier();
}

std::string Mailbox::wait() {
  wait_while_equal(control_.posted, seen_, Patience::idle);
  ++seen_;
  if (team_.crossing()) return team_.broadcast({});
  std::string message(reinterpret_cast<const char*>(control_.message_address), control_.message_bytes);
  team_.counters().bytes += message.size();
  team_.barrier();
  return message;
}

}  // namespace quadrille::pgas
