#include "server/engine/query_lanes.hpp"

#include "server/engine/lane_command.hpp"
#include "server/engine/lanes.hpp"

namespace quadrille::server {

namespace {

class HeldLane {
 public:
  HeldLane(LanePool& lanes, int number, const std::function<void(int)>& told)
      : lanes_(lanes), number_(number), told_(told) {
    if (told_) told_(number_);
  }
  ~HeldLane() {
    if (told_) told_(-1);
    lanes_.give_back(number_);
  }
  HeldLane(const HeldLane&) = delete;
  HeldLane& operator=(const HeldLane&) = delete;
  int number() const { return number_; }

 private:
  LanePool& lanes_;
  const int number_;
  const std::function<void(int)>& told_;
};

}  // namespace

QueryLanes::QueryLanes(pgas::Job& job, LaneTraffic& traffic, std::size_t most_waiting)
    : job_(job), traffic_(traffic), pool_(kQueryLanes, most_waiting) {
  for (int lane = 0; lane < kQueryLanes; ++lane) {
    threads_.push_back(std::make_unique<LaneThread>());
    mailboxes_.push_back(std::make_unique<pgas::Mailbox>(job, job.team(lane)));
  }
}

QueryLanes::~QueryLanes() {
  LaneCommand end;
  end.stop = true;
  for (auto& mailbox : mailboxes_) mailbox->post(end.serialise());
}

void QueryLanes::run(const Wish& wish, const std::function<void()>& begins, const std::function<void(int)>& work) {
  const HeldLane lane(pool_, pool_.take(wish.expected_seconds, wish.deadline, wish.cancelled, wish.user), wish.told);
  const LaneTraffic::AtEnd publishes(traffic_, job_.team(lane.number()));
  if (begins) begins();
  threads_[static_cast<std::size_t>(lane.number())]->run([&] { work(lane.number()); });
}

}  // namespace quadrille::server
