#include "pgas/mailbox.hpp"

#include <optional>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "pgas/detail/crossing.hpp"
#include "pgas/detail/image_control.hpp"
#include "pgas/job.hpp"

namespace quadrille::pgas {

namespace {

detail::MailboxControl& control_of(Job& job, const Team& team) {
  return job.lane_control(team.image(team.group_begin(team.group())), team.lane()).mailbox;
}

}  // namespace

Mailbox::Mailbox(Job& job, Team& team) : team_(team), control_(control_of(job, team)), seen_(control_.posted.load()) {
  team_.barrier();  // all have read the same count before the first post
}

void Mailbox::post(std::string_view message) {
  QUADRILLE_ASSERT(is_answered_, "a command is collected before the next one is posted");
  if (team_.size() == 1) return;
  const bool is_short = message.size() <= control_.short_message.size();
  std::optional<QueryArena> arena;
  if (is_short) {
    copy_bytes(control_.short_message.data(), message.data(), message.size());
  } else {
    message = arena.emplace(team_.heap()).copy(message);
  }
  is_answered_ = false;
  control_.message_address = is_short ? 0 : reinterpret_cast<std::uint64_t>(message.data());
  control_.message_bytes = message.size();
  const std::uint32_t number = control_.posted.fetch_add(1, std::memory_order_seq_cst) + 1;
  wake_all(control_.posted);
  if (team_.crossing()) {
    team_.crossing()->post(number, message, team_.counters());
    if (message.size() > detail::Crossing::kPostedBytes) {
      team_.broadcast(message);
      return;
    }
  }
  team_.group_barrier();  // the group has read it
}

std::string Mailbox::wait() {
  QUADRILLE_ASSERT(is_answered_, "a command is replied to before the next one is awaited");
  is_answered_ = false;
  wait_while_equal(control_.posted, seen_, Patience::idle);
  ++seen_;
  if (team_.crossing() && control_.message_bytes > detail::Crossing::kPostedBytes) return team_.broadcast({});
  const char* const text = control_.message_address == 0 ? control_.short_message.data()
                                                         : reinterpret_cast<const char*>(control_.message_address);
  std::string message(text, control_.message_bytes);
  team_.counters().bytes += message.size();
  if (team_.group() == 0) team_.group_barrier();
  return message;
}

Outcome Mailbox::collect(const Outcome& mine) {
  is_answered_ = true;
  return team_.report_to_first(mine);
}

void Mailbox::reply(const Outcome& mine) {
  is_answered_ = true;
  team_.report_to_first(mine);
}

}  // namespace quadrille::pgas
