#include "server/engine/administration_lane.hpp"

#include "base/error.hpp"
#include "server/engine/lanes.hpp"

namespace quadrille::server {

AdministrationLane::AdministrationLane(pgas::Job& job) : team_(job.team(kAdministrationLane)), mailbox_(job, team_) {}

AdministrationLane::~AdministrationLane() {
  mailbox_.post("");
}

void AdministrationLane::run(const std::string& command, const std::function<void(pgas::Team&)>& part) {
  const std::lock_guard lock(mutex_);
  mailbox_.lead(command, [&] { part(team_); });
}

void run_administration_worker(pgas::Job& job,
                               const std::function<void(pgas::Team&, const std::string& command)>& part) {
  pgas::Team& team = job.team(kAdministrationLane);
  pgas::Mailbox mailbox(job, team);
  while (true) {
    const std::string command = mailbox.wait();
    if (command.empty()) return;
    try {
      part(team, command);
    } catch (const Error&) {
      // The same on all images; image 0 reports it.
    }
    mailbox.reply();
  }
}

void change_settings_together(pgas::Team& team, const std::vector<std::string>& words, const PrepareSettings& prepare) {
  std::function<void()> apply;
  team.agree(pgas::attempt([&] { apply = prepare(words); }));
  apply();
}

}  // namespace quadrille::server
