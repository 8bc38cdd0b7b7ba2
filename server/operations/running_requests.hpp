#pragma once

// The RunningRequests are the requests that a listener answers now: to list them, and to end one.
//
//   RunningRequests::Place place(running);   one for each thread that answers requests, one request after another
//   place.begin(); ... place.end();          around a request
//   place.change([&](RequestRecord& r) {...})   for what others may read: id, kind, caller, text
//   running.list(), running.cancel(id, ...)  from any thread
//
// Cancelling sets RequestRecord::cancelled, which the request looks at as it looks whether its client has gone; so all
// images end within their next chunk of rows. Thread-safe. A request costs two uncontended locks.

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/operations/request_record.hpp"

namespace quadrille::server {

// A running request at one moment.
struct RunningRequest {
  std::string id;
  RequestKind kind = RequestKind::other;
  std::shared_ptr<const Caller> caller;  // null: not known yet
  std::string client, database, text;
  std::size_t text_bytes = 0;
  std::time_t began = 0;
  RunStage stage = RunStage::waiting;
  double stage_seconds[kRunStages] = {};
  std::uint64_t rows = 0, memory_bytes = 0, peak_bytes = 0;
  bool cancelled = false;
  std::vector<StepProgress> steps = {};  // of find() alone

  double seconds() const;
};

class RunningRequests {
 public:
  class Place {
   public:
    explicit Place(RunningRequests& all);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    // The record is the caller's own; members that others read change within change().
    RequestRecord& record() { return record_; }
    template <class Change>
    void change(const Change& change) {
      const std::lock_guard lock(mutex_);
      change(record_);
    }
    void begin();
    void end();

   private:
    friend class RunningRequests;
    RunningRequests& all_;
    std::mutex mutex_;  // of the members of the record that change() changes, and of is_running_
    RequestRecord record_;
    bool is_running_ = false;
  };

  std::vector<RunningRequest> list() const;
  // The first one with this id for which `may` is true, with the steps of its plan.
  std::optional<RunningRequest> find(std::string_view id, const std::function<bool(const RunningRequest&)>& may) const;
  // By kind.
  std::array<std::size_t, kRequestKinds> counts() const;
  // Ends the requests to a database.
  void cancel_all_of(std::string_view database);
  // Ends the requests with this id for which `may` is true. Returns those of them that it has ended, as they were.
  std::vector<RunningRequest> cancel(std::string_view id, const std::function<bool(const RunningRequest&)>& may);

 private:
  mutable std::mutex mutex_;
  std::vector<Place*> places_;
};

}  // namespace quadrille::server
