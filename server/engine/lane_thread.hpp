#pragma once

// The thread of a query lane on image 0, of low priority: what runs in a lane is long, and what is short and runs in
// the threads of connections is to find a processor at once. Lowering is easy and raising is not allowed, so long work
// is handed over rather than that a thread changes what it is.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace quadrille::server {

// The calling thread gets a processor after those that answer short queries; no process needs a right for that.
void lower_priority();

class LaneThread {
 public:
  LaneThread();
  // No work may be running.
  ~LaneThread();
  LaneThread(const LaneThread&) = delete;
  LaneThread& operator=(const LaneThread&) = delete;

  // Waits until the thread has done it; throws what it throws. One caller at a time.
  void run(const std::function<void()>& work);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;
  std::exception_ptr error_;
  bool ends_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace quadrille::server
