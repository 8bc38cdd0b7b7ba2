#pragma once

// The WriterLanes run the updates of all databases of a server: one update of each database at a time, and several
// databases side by side. An update takes any lane that is free.
//
// One object on image 0; the other images run run_writers().

#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/store_table.hpp"

namespace quadrille::server {

class WriterLanes {
 public:
  // Collective with run_writers(): makes a mailbox for each lane.
  WriterLanes(pgas::Job& job, LaneTraffic& traffic);
  // Ends run_writers() on the other images. Needs that no update is running.
  ~WriterLanes();
  WriterLanes(const WriterLanes&) = delete;
  WriterLanes& operator=(const WriterLanes&) = delete;

  // A lane, held until the end.
  class Held {
   public:
    // As WriterLanes::take() returns it.
    Held(WriterLanes& lanes, int number) : lanes_(lanes), number_(number) {}
    ~Held();
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    pgas::Team& team() const { return lanes_.job_.team(kFirstWriterLane + number_); }
    pgas::Mailbox& mailbox() const { return *lanes_.mailboxes_[static_cast<std::size_t>(number_)]; }

   private:
    WriterLanes& lanes_;
    const int number_;
  };

  // Waits for a lane that is free, as long as is_wanted(), which is called now and then. nullptr: it is not.
  std::unique_ptr<Held> take(const std::function<bool()>& is_wanted);

 private:
  pgas::Job& job_;
  LaneTraffic& traffic_;
  std::array<std::unique_ptr<pgas::Mailbox>, kWriterLanes> mailboxes_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::array<bool, kWriterLanes> taken_{};
};

// Collective with WriterLanes, on the images other than 0. Returns when image 0 ends it.
void run_writers(pgas::Job& job, StoreTable& stores);

}  // namespace quadrille::server
