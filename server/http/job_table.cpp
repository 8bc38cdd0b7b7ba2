#include "server/http/job_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <utility>

#include "server/http/http_endpoints.hpp"
#include "server/http/log_line.hpp"
#include "server/http/query_page.hpp"
#include "server/http/slow_query.hpp"
#include "server/http/time_limit.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kShownText = 200;
constexpr std::size_t kMostTextBytes = std::size_t{64} << 20;  // of jobs that wait or run
constexpr double kCancelSeconds = 1;                           // that remove() waits for the end
constexpr std::chrono::milliseconds kLookForClient{100};       // for clients that have gone
constexpr std::chrono::milliseconds kTryAgain{500};            // when too many long queries wait
constexpr int kUsualRetrySeconds = 10;

// A name that nobody guesses, and that no later process gives to another job.
std::string new_id() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

const std::string& text_of(const Operation& operation) {
  return std::visit([](const auto& one) -> const std::string& { return one.text; }, operation);
}

// The beginning of a text, without a part of a character at its end.
std::string beginning_of(const std::string& text) {
  if (text.size() <= kShownText) return text;
  std::size_t end = kShownText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// The record of a job that begins to wait.
void describe_job(RequestRecord& record, const std::string& id, const Operation& operation, const JobSender& sender) {
  record.restart();
  record.id = sender.request_id;
  record.logs.job = id;
  record.kind = std::holds_alternative<UpdateRequest>(operation) ? RequestKind::update : RequestKind::query;
  record.caller = sender.caller;
  record.client = sender.client;
  record.database = sender.database;
  record.text = server::beginning_of(text_of(operation), RequestRecord::kShownText);
  record.text_bytes = text_of(operation).size();
}

}  // namespace

std::string_view name(JobState state) {
  switch (state) {
    case JobState::waiting:
      return "waiting";
    case JobState::running:
      return "running";
    case JobState::done:
      return "done";
    case JobState::failed:
      return "failed";
    case JobState::cancelled:
      return "cancelled";
  }
  return "";
}

struct JobTable::Job {
  explicit Job(Engine& its_engine) : engine(its_engine) {}

  Engine& engine;
  std::string id;
  Operation operation;
  RequestRecord record;  // of the thread that runs the job, but for its RunProgress
  std::atomic<std::uint64_t> result_bytes = 0;
  std::atomic<bool> cancelled = false;
  // Of the table's mutex; the result's bytes are the thread's until the job is done.
  JobStatus status;
  Stopwatch since_change;  // of the state

  JobStatus seen() const {
    JobStatus now = status;
    if (now.state == JobState::waiting) now.waited_seconds = since_change.seconds();
    if (now.state == JobState::running) now.run_seconds = since_change.seconds();
    now.rounds.number = record.progress.rounds();
    now.rounds.frontier = record.progress.frontier();
    if (!std::isnan(record.progress.residual())) now.rounds.residual = record.progress.residual();
    now.memory_bytes = now.has_ended() ? 0 : record.progress.memory_bytes();
    now.sent_bytes = record.progress.sent_bytes();
    now.result_bytes = result_bytes.load(std::memory_order_relaxed);
    return now;
  }
};

// Receives the answer of a job. No exception passes through the engine.
class JobTable::Sink final : public AnswerSink {
 public:
  Sink(JobTable& table, Job& job) : table_(table), job_(job) {}

  void start(std::string_view media_type) override {
    attempt([&] { result_ = std::make_shared<JobResult>(table_.folder_, table_.space_, media_type); });
  }
  bool write(std::string_view bytes) override {
    if (!error_) attempt([&] { result_->append(bytes); });
    if (!error_) job_.result_bytes.store(result_->bytes(), std::memory_order_relaxed);
    return !error_;
  }
  void give_up_when(std::function<bool()>) override {}  // a file never waits
  bool cancelled() override { return job_.cancelled || table_.stopping_; }

  bool started() const { return result_ != nullptr; }
  const std::exception_ptr& error() const { return error_; }
  std::shared_ptr<const JobResult> take() { return std::move(result_); }

 private:
  template <class Step>
  void attempt(const Step& step) {
    try {
      step();
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  JobTable& table_;
  Job& job_;
  std::shared_ptr<JobResult> result_;
  std::exception_ptr error_;
};

JobTable::JobTable(JobOptions options, Operations* operations)
    : folder_(options.folder), operations_(operations), space_(options.space_bytes), options_(std::move(options)) {}

JobOptions JobTable::options() {
  const std::lock_guard lock(mutex_);
  return options_;
}

void JobTable::change(std::size_t most, double keep_seconds) {
  const std::lock_guard lock(mutex_);
  options_.most = most;
  options_.keep_seconds = keep_seconds;
  changed_.notify_all();
}

JobStatus JobTable::submit(Engine& engine, Operation operation, const JobSender& sender) {
  const auto job = std::make_shared<Job>(engine);
  job->id = job->status.id = new_id();
  job->status.place.address = fmt::format("{}/jobs/{}", sender.prefix, job->id);
  job->status.place.database = sender.database;
  job->status.sender = sender.caller;
  job->status.is_update = std::holds_alternative<UpdateRequest>(operation);
  job->status.text = beginning_of(text_of(operation));
  job->status.submitted = std::time(nullptr);
  describe_job(job->record, job->id, operation, sender);
  job->operation = std::move(operation);
  std::visit([&](auto& one) { one.progress = &job->record.progress; }, job->operation);
  const std::lock_guard lock(mutex_);
  if (stopping_) throw StatusError(503, "the server is shutting down");
  forget_expired();
  expect_place(text_of(job->operation).size());
  jobs_.push_back(job);
  if (threads_.size() < options_.running) threads_.emplace_back([this] { work(); });
  changed_.notify_all();
  return job->seen();
}

void JobTable::expect_place(std::size_t text_bytes) {
  std::size_t text_sum = text_bytes;
  for (const JobPtr& job : jobs_) text_sum += text_of(job->operation).size();
  const int retry = std::max(1, static_cast<int>(std::ceil(seconds_to_expiry().value_or(kUsualRetrySeconds))));
  if (jobs_.size() >= options_.most) {
    throw TooManyJobs(
        fmt::format("this server keeps {} jobs, its limit; delete ended ones (DELETE /jobs/ID), or raise serve "
                    "--max-jobs",
                    jobs_.size()),
        retry);
  }
  if (text_sum > kMostTextBytes) {
    throw TooManyJobs(fmt::format("the texts of the jobs that wait or run would have {} bytes; the limit is {}",
                                  text_sum, kMostTextBytes),
                      kUsualRetrySeconds);
  }
}

void JobTable::forget_expired() {
  std::erase_if(jobs_, [&](const JobPtr& job) {
    return job->status.has_ended() && job->since_change.seconds() >= options_.keep_seconds;
  });
}

std::optional<double> JobTable::seconds_to_expiry() const {
  std::optional<double> least;
  for (const JobPtr& job : jobs_) {
    if (!job->status.has_ended()) continue;
    const double left = std::max(0.0, options_.keep_seconds - job->since_change.seconds());
    least = std::min(left, least.value_or(left));
  }
  return least;
}

JobTable::JobPtr JobTable::next_waiting() const {
  const auto waits = [](const JobPtr& job) { return job->status.state == JobState::waiting; };
  const auto found = std::find_if(jobs_.begin(), jobs_.end(), waits);
  return found == jobs_.end() ? nullptr : *found;
}

void JobTable::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    forget_expired();
    const JobPtr job = next_waiting();
    if (!job) {
      const auto seconds = seconds_to_expiry();
      seconds ? static_cast<void>(changed_.wait_for(lock, std::chrono::duration<double>(*seconds + 0.01)))
              : changed_.wait(lock);
      continue;
    }
    job->status.state = JobState::running;
    job->status.waited_seconds = job->since_change.seconds();
    job->since_change.restart();
    lock.unlock();
    run(*job);
    lock.lock();
  }
}

void JobTable::run(Job& job) {
  Sink sink(*this, job);
  std::exception_ptr error;
  try {
    run_once(job, sink);
  } catch (...) {
    error = std::current_exception();
  }
  if (sink.error()) error = sink.error();
  log_end(job, error, sink.cancelled());
  const bool is_wanted = !sink.cancelled() || std::holds_alternative<UpdateRequest>(job.operation);
  const std::lock_guard lock(mutex_);
  if (!error && is_wanted) {
    job.status.result = sink.take();
    return end(job, JobState::done);
  }
  job.result_bytes = 0;
  if (sink.cancelled()) return end(job, JobState::cancelled);
  job.status.failure = describe(error);
  if (job.status.failure.status == 500) {
    log_line(LogLevel::error, fmt::format("job {}: {}", job.id, job.status.failure.message));
  }
  end(job, JobState::failed);
}

// A job has time: if too many long queries of clients wait, it tries again.
void JobTable::run_once(Job& job, Sink& sink) {
  while (true) {
    try {
      return answer(job, sink);
    } catch (const StatusError& error) {
      if (error.status() != 503 || sink.started()) throw;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kTryAgain, [&] { return sink.cancelled(); });
    if (sink.cancelled()) fail(ErrorKind::cancelled, "the job was cancelled");
  }
}

void JobTable::answer(Job& job, Sink& sink) {
  if (auto* update = std::get_if<UpdateRequest>(&job.operation)) return run_update(job, *update, sink);
  const auto& query = std::get<QueryRequest>(job.operation);
  QueryPage page(sink, query);
  within_limit(query.timeout_seconds, kMoreTime, [&] { job.engine.answer(query, page); });
}

void JobTable::run_update(Job& job, UpdateRequest& update, Sink& sink) {
  AuditedRequest audit(operations_ ? operations_->audit_log() : nullptr, job.record);
  audit.set_action("job", {});
  update.begins = audited(audit);
  try {
    const WriteResult result = within_limit(
        update.timeout_seconds, kMoreTime, [&] { return job.engine.update(update, [&] { return sink.cancelled(); }); });
    audit.set_result(result.version, result.inserted, result.deleted);
    audit.end(200, {});
    sink.start("application/json");
    sink.write(write_result_json(result));
  } catch (...) {
    const Failure failure = describe(std::current_exception());
    audit.end(failure.status, failure.message);
    throw;
  }
}

// Its entry in the query log.
void JobTable::log_end(Job& job, const std::exception_ptr& error, bool is_cancelled) {
  QueryLog* const log = operations_ ? operations_->query_log() : nullptr;
  if (log == nullptr) return;
  RequestRecord& record = job.record;
  record.end();
  const auto* const query = std::get_if<QueryRequest>(&job.operation);
  record.status = error ? describe(error).status : is_cancelled && query ? 503 : 200;
  record.cancelled = is_cancelled;
  record.sent_bytes = job.result_bytes.load(std::memory_order_relaxed);
  if (job.status.state == JobState::running && query != nullptr && log->is_slow(record))
    record.logs.plan = plan_of(job.engine, *query, [this] { return stopping_.load(); });
  log->add(record);
}

void JobTable::end(Job& job, JobState state) {
  (state == JobState::cancelled && job.status.state == JobState::waiting ? job.status.waited_seconds
                                                                         : job.status.run_seconds) =
      job.since_change.seconds();
  job.status.state = state;
  job.since_change.restart();
  job.operation = Operation();
  changed_.notify_all();
}

std::vector<JobStatus> JobTable::list() {
  const std::lock_guard lock(mutex_);
  forget_expired();
  std::vector<JobStatus> all;
  for (const JobPtr& job : jobs_) all.push_back(job->seen());
  return all;
}

std::array<std::size_t, kJobStates> JobTable::counts() {
  const std::lock_guard lock(mutex_);
  forget_expired();
  std::array<std::size_t, kJobStates> counts{};
  for (const JobPtr& job : jobs_) ++counts[static_cast<std::size_t>(job->status.state)];
  return counts;
}

std::vector<JobTable::JobPtr>::iterator JobTable::find_place(const std::string& id) {
  forget_expired();
  const auto found = std::find_if(jobs_.begin(), jobs_.end(), [&](const JobPtr& job) { return job->id == id; });
  if (found != jobs_.end()) return found;
  fail_unknown(id);
}

void JobTable::fail_unknown(const std::string& id) const {
  throw StatusError(404, fmt::format("there is no job {}: it was deleted, or ended more than {} seconds ago, or the "
                                     "server was restarted, which ends all jobs",
                                     id, options_.keep_seconds));
}

JobStatus JobTable::find(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return (*find_place(id))->seen();
}

JobStatus JobTable::wait(const std::string& id, double seconds, const std::function<bool()>& gave_up) {
  const Stopwatch waited;
  std::unique_lock lock(mutex_);
  const JobPtr job = *find_place(id);
  while (!job->status.has_ended() && waited.seconds() < seconds && !gave_up()) {
    const double left = std::max(0.0, seconds - waited.seconds());
    changed_.wait_for(lock,
                      std::min<std::chrono::duration<double>>(kLookForClient, std::chrono::duration<double>(left)));
  }
  return job->seen();
}

std::optional<JobStatus> JobTable::remove(const std::string& id) {
  std::unique_lock lock(mutex_);
  const auto place = find_place(id);
  const JobPtr job = *place;
  if (job->status.has_ended()) {
    job->status.result.reset();  // the thread that ran it may hold the job a moment longer
    jobs_.erase(place);
    return std::nullopt;
  }
  job->cancelled = true;
  if (job->status.state == JobState::waiting) {
    log_end(*job, nullptr, true);
    end(*job, JobState::cancelled);
  }
  changed_.notify_all();
  changed_.wait_for(lock, std::chrono::duration<double>(kCancelSeconds), [&] { return job->status.has_ended(); });
  return job->seen();
}

bool JobTable::has_some_of(std::string_view database) const {
  return std::any_of(jobs_.begin(), jobs_.end(), [&](const JobPtr& job) {
    return job->status.place.database == database && !job->status.has_ended();
  });
}

void JobTable::cancel_some(std::string_view database) {
  for (const JobPtr& job : jobs_) {
    if (job->status.place.database != database || job->status.has_ended()) continue;
    job->cancelled = true;
    if (job->status.state != JobState::waiting) continue;
    log_end(*job, nullptr, true);
    end(*job, JobState::cancelled);
  }
  changed_.notify_all();
}

void JobTable::cancel_all_of(std::string_view database) {
  const std::lock_guard lock(mutex_);
  cancel_some(database);
}

void JobTable::remove_all_of(std::string_view database) {
  std::unique_lock lock(mutex_);
  cancel_some(database);
  changed_.wait(lock, [&] { return !has_some_of(database); });
  std::erase_if(jobs_, [&](const JobPtr& job) { return job->status.place.database == database; });
}

void JobTable::cancel_all() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
}

void JobTable::stop() {
  cancel_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace quadrille::server
