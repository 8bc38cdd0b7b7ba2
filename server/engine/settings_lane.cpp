#include "server/engine/settings_lane.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "server/engine/lanes.hpp"

namespace quadrille::server {

namespace {

// Collective. Applies on all members, or throws on all.
void change_together(pgas::Team& team, const std::vector<std::string>& words, const PrepareSettings& prepare) {
  std::function<void()> apply;
  team.agree(pgas::attempt([&] { apply = prepare(words); }));
  apply();
}

}  // namespace

SettingsLane::SettingsLane(pgas::Job& job) : team_(job.team(kSettingsLane)), mailbox_(job, team_) {}

SettingsLane::~SettingsLane() {
  mailbox_.post("");
}

void SettingsLane::change(const std::vector<std::string>& words, const PrepareSettings& prepare) {
  mailbox_.lead(nlohmann::json(words).dump(), [&] { change_together(team_, words, prepare); });
}

void run_settings_worker(pgas::Job& job, const PrepareSettings& prepare) {
  pgas::Team& team = job.team(kSettingsLane);
  pgas::Mailbox mailbox(job, team);
  while (true) {
    const std::string message = mailbox.wait();
    if (message.empty()) return;
    try {
      change_together(team, nlohmann::json::parse(message).get<std::vector<std::string>>(), prepare);
    } catch (const Error&) {
      // The same on all images; image 0 reports it.
    }
    mailbox.reply();
  }
}

}  // namespace quadrille::server
