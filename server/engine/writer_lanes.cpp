#include "server/engine/writer_lanes.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "pgas/placed_memory.hpp"
#include "server/engine/write_batch.hpp"
#include "server/engine/write_command.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kLookAgain{50};

void run_writer(pgas::Job& job, StoreTable& stores, pgas::Team& team) {
  pgas::Mailbox mailbox(job, team);
  while (true) {
    const WriteCommand command = WriteCommand::parse(mailbox.wait());
    if (command.stop) return;
    const LaneTraffic::AtEnd publishes(stores.traffic(), team);
    const std::shared_ptr<Store> store = stores.find(command.database);
    if (!command.retraction) store->confirm();
    if (command.batch) {
      follow_data_batch(*store, team, mailbox, command);
      continue;
    }
    if (command.retraction) {
      retract(*store, team, *command.retraction);
    } else {
      run_write_batch(*store, team, command, {}, pgas::arena_budget(job.heap()));
    }
    mailbox.reply();
  }
}

}  // namespace

WriterLanes::WriterLanes(pgas::Job& job, LaneTraffic& traffic) : job_(job), traffic_(traffic) {
  for (int lane = 0; lane < kWriterLanes; ++lane) {
    mailboxes_[static_cast<std::size_t>(lane)] =
        std::make_unique<pgas::Mailbox>(job, job.team(kFirstWriterLane + lane));
  }
}

WriterLanes::~WriterLanes() {
  WriteCommand end;
  end.stop = true;
  for (const auto& mailbox : mailboxes_) mailbox->post(end.serialise());
}

std::unique_ptr<WriterLanes::Held> WriterLanes::take(const std::function<bool()>& is_wanted) {
  std::unique_lock lock(mutex_);
  const auto find = [&] { return std::find(taken_.begin(), taken_.end(), false); };
  while (find() == taken_.end()) {
    freed_.wait_for(lock, kLookAgain);
    if (find() == taken_.end() && !is_wanted()) return nullptr;
  }
  const auto lane = find();
  *lane = true;
  return std::make_unique<Held>(*this, static_cast<int>(lane - taken_.begin()));
}

WriterLanes::Held::~Held() {
  lanes_.traffic_.publish(team());
  {
    const std::lock_guard lock(lanes_.mutex_);
    lanes_.taken_[static_cast<std::size_t>(number_)] = false;
  }
  lanes_.freed_.notify_one();
}

void run_writers(pgas::Job& job, StoreTable& stores) {
  std::vector<std::thread> lanes;
  for (int lane = 0; lane < kWriterLanes; ++lane)
    lanes.emplace_back([&job, &stores, lane] { run_writer(job, stores, job.team(kFirstWriterLane + lane)); });
  for (std::thread& lane : lanes) lane.join();
}

}  // namespace quadrille::server
