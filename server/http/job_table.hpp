#pragma once

// The JobTable runs queries and updates that no client waits for, without a time limit, and keeps their results.
//
//   submit() -> waiting -> running -> done        the result is kept
//                  |          |-----> failed      the error is kept
//                  +----------+-----> cancelled   by remove()
//   done, failed, cancelled: forgotten by remove(), or some time after the end (JobOptions::keep_seconds)
//
// A job is an Operation of the protocol that an own thread passes to the engine, which treats it as one of a client: a
// long query waits for a lane and runs at low priority. At most JobOptions::running jobs run at once, in the order of
// submission. Jobs end with the process.
//
// Thread-safe. Numbers of a running job come from its RunProgress, which the run writes without locks.

#include <array>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/run_progress.hpp"
#include "server/http/engine.hpp"
#include "server/http/http_status.hpp"
#include "server/http/job_options.hpp"
#include "server/http/job_result.hpp"
#include "server/http/sparql_protocol.hpp"
#include "server/operations/operations.hpp"

namespace quadrille::server {

enum class JobState : std::uint8_t { waiting, running, done, failed, cancelled };
inline constexpr std::size_t kJobStates = 5;
std::string_view name(JobState state);

// A job as clients see it, at one moment.
struct JobStatus {
  std::string id;
  std::shared_ptr<const Caller> sender = nullptr;
  struct Place {
    std::string database, address;  // "/people/jobs/1f2e..."
  };
  Place place = {};
  bool is_update = false;
  std::string text;  // its beginning
  JobState state = JobState::waiting;
  std::time_t submitted = 0;
  double waited_seconds = 0, run_seconds = 0;
  struct Rounds {
    std::uint64_t number = 0, frontier = 0;
    std::optional<double> residual = std::nullopt;  // of the last round, of algorithms that have one
  };
  Rounds rounds = {};                                 // of algorithms
  std::uint64_t memory_bytes = 0, sent_bytes = 0;     // of image 0: now, and to other groups so far
  std::uint64_t result_bytes = 0;                     // so far
  std::shared_ptr<const JobResult> result = nullptr;  // of a job that is done
  Failure failure = {0, {}};                          // of a job that has failed

  bool has_ended() const { return state != JobState::waiting && state != JobState::running; }
};

// Refuses a job; 429.
class TooManyJobs : public StatusError {
 public:
  TooManyJobs(const std::string& message, int retry_seconds) : StatusError(429, message), retry_(retry_seconds) {}
  int retry_seconds() const { return retry_; }

 private:
  int retry_;
};

// The sender of a job: its owner, and what the logs have of it.
struct JobSender {
  std::shared_ptr<const Caller> caller = nullptr;
  std::string request_id = {}, client = {}, database = {};
  std::string prefix = {};  // of the database's paths
};

class JobTable {
 public:
  // `operations`: has the logs; may be null. It must outlive the table.
  explicit JobTable(JobOptions options, Operations* operations = nullptr);
  ~JobTable() { stop(); }
  JobTable(const JobTable&) = delete;
  JobTable& operator=(const JobTable&) = delete;

  // `operation` has passed the check() of `engine`, which must outlive the table, or remove_all_of() its database.
  // Throws TooManyJobs.
  JobStatus submit(Engine& engine, Operation operation, const JobSender& sender = {});
  std::vector<JobStatus> list();
  // Throws StatusError(404) for an unknown job.
  JobStatus find(const std::string& id);
  [[noreturn]] void fail_unknown(const std::string& id) const;
  // The same, after the end of the job, or when `seconds` have passed or `gave_up` returns true.
  JobStatus wait(const std::string& id, double seconds, const std::function<bool()>& gave_up);
  // Cancels a job that waits or runs, waits a moment for its end, and returns it. Forgets an ended one: nullopt.
  std::optional<JobStatus> remove(const std::string& id);

  // Cancels the jobs of a database.
  void cancel_all_of(std::string_view database);
  // Cancels the jobs of a database and forgets them. Returns when no engine runs one of them any more.
  void remove_all_of(std::string_view database);

  JobOptions options();
  // Other limits from here on: of the number of jobs, and of the time that ended ones are kept.
  void change(std::size_t most, double keep_seconds);
  // The number of jobs, by state.
  std::array<std::size_t, kJobStates> counts();
  std::uint64_t used_bytes() const { return space_.used(); }
  // Cancels all jobs. Later submit() is refused.
  void cancel_all();
  // The same, and waits for the ends.
  void stop();

 private:
  struct Job;
  class Sink;
  using JobPtr = std::shared_ptr<Job>;

  void work();
  void run(Job& job);
  void run_once(Job& job, Sink& sink);
  void answer(Job& job, Sink& sink);
  void run_update(Job& job, UpdateRequest& update, Sink& sink);
  void log_end(Job& job, const std::exception_ptr& error, bool is_cancelled);
  // These need the mutex.
  bool has_some_of(std::string_view database) const;  // that wait or run
  void cancel_some(std::string_view database);
  void expect_place(std::size_t text_bytes);
  void forget_expired();
  std::optional<double> seconds_to_expiry() const;
  JobPtr next_waiting() const;
  std::vector<JobPtr>::iterator find_place(const std::string& id);
  void end(Job& job, JobState state);

  const std::string folder_;
  Operations* const operations_;
  JobSpace space_;
  std::mutex mutex_;
  JobOptions options_;
  std::condition_variable changed_;  // a job is new, has ended or is to end
  std::vector<JobPtr> jobs_;         // in the order of submission
  std::vector<std::thread> threads_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace quadrille::server
