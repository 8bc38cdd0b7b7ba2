#pragma once

// A LaneThread runs the long queries of a lane on image 0 at low priority, so short queries, which run in the threads
// of connections, get a processor at once. A thread cannot raise its priority again, so long work runs in its own
// thread.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace quadrille::server {

// The calling thread runs after the threads that answer short queries. This needs no privilege.
void lower_priority();

class LaneThread {
 public:
  LaneThread();
  // Needs that no work is running.
  ~LaneThread();
  LaneThread(const LaneThread&) = delete;
  LaneThread& operator=(const LaneThread&) = delete;

  // Waits until the thread has done the work; passes on its exceptions. One caller at a time.
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
