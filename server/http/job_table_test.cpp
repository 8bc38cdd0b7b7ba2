#include "server/http/job_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace quadrille::server {
namespace {

// Answers each query with its text; waits while the text is "wait", and is short of lanes for "busy".
class TextEngine final : public Engine {
 public:
  void answer(const QueryRequest& request, AnswerSink& sink) override {
    if (request.text == "busy" && tries_++ < 2) throw StatusError(503, "too many long queries");
    while (request.text == "wait") {
      if (request.progress) request.progress->end_round(7, 0.5);
      if (sink.cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    sink.start("text/plain");
    if (!sink.write(request.text)) return;
  }
  std::string health_json() override { return "{}"; }

 private:
  std::atomic<int> tries_ = 0;
};

JobOptions options() {
  JobOptions made;
  made.folder = ::testing::TempDir();
  return made;
}

JobStatus ended(JobTable& jobs, const JobStatus& job) {
  return jobs.wait(job.id, 60, [] { return false; });
}

TEST(JobTable, KeepsTheResultOfAQuery) {
  TextEngine engine;
  JobTable jobs(options());
  JobStatus job = ended(jobs, jobs.submit(engine, QueryRequest{.text = "hello"}));
  ASSERT_EQ(job.state, JobState::done);
  std::array<char, 8> bytes{};
  EXPECT_EQ(job.result->read(0, bytes), 5U);
  EXPECT_EQ(jobs.used_bytes(), 5U);
  EXPECT_FALSE(jobs.remove(job.id));
  EXPECT_EQ(jobs.used_bytes(), 5U);  // a client may still read it
  job.result.reset();
  EXPECT_EQ(jobs.used_bytes(), 0U);
  EXPECT_THROW(jobs.find(job.id), StatusError);
}

TEST(JobTable, TriesAgainIfTooManyLongQueriesWait) {
  TextEngine engine;
  JobTable jobs(options());
  EXPECT_EQ(ended(jobs, jobs.submit(engine, QueryRequest{.text = "busy"})).state, JobState::done);
}

TEST(JobTable, RunsSoManyAtOnceInTheirOrderAndCancels) {
  TextEngine engine;
  JobOptions few = options();
  few.running = 1;
  few.most = 3;
  JobTable jobs(few);
  const JobStatus first = jobs.submit(engine, QueryRequest{.text = "wait"});
  const JobStatus second = jobs.submit(engine, QueryRequest{.text = "wait"}),
                  third = jobs.submit(engine, QueryRequest{.text = "third"});
  EXPECT_THROW(jobs.submit(engine, QueryRequest{.text = "fourth"}), TooManyJobs);
  while (jobs.find(first.id).rounds.number < 2) std::this_thread::yield();
  EXPECT_EQ(jobs.find(first.id).rounds.residual, 0.5);
  EXPECT_EQ(jobs.find(first.id).rounds.frontier, 7U);
  EXPECT_EQ(jobs.find(second.id).state, JobState::waiting);
  EXPECT_EQ(jobs.remove(second.id)->state, JobState::cancelled);
  EXPECT_EQ(jobs.remove(first.id)->state, JobState::cancelled);
  EXPECT_EQ(ended(jobs, third).state, JobState::done);
}

TEST(JobTable, RefusesAResultThatIsTooLarge) {
  TextEngine engine;
  JobOptions small = options();
  small.space_bytes = 10;
  JobTable jobs(small);
  const JobStatus large = ended(jobs, jobs.submit(engine, QueryRequest{.text = "more than ten"}));
  EXPECT_EQ(large.state, JobState::failed);
  EXPECT_EQ(large.failure.status, 507);
  EXPECT_EQ(jobs.used_bytes(), 0U);
  EXPECT_EQ(ended(jobs, jobs.submit(engine, QueryRequest{.text = "exactly 10"})).state, JobState::done);
}

TEST(JobTable, ForgetsEndedJobsAfterATime) {
  TextEngine engine;
  JobOptions brief = options();
  brief.keep_seconds = 0.05;
  JobTable jobs(brief);
  const std::string id = ended(jobs, jobs.submit(engine, QueryRequest{.text = "x"})).id;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_THROW(jobs.find(id), StatusError);
  EXPECT_TRUE(jobs.list().empty());
  EXPECT_EQ(jobs.used_bytes(), 0U);
}

TEST(JobTable, CancelsAllAtItsEnd) {
  TextEngine engine;
  JobTable jobs(options());
  jobs.submit(engine, QueryRequest{.text = "wait"});
  jobs.submit(engine, QueryRequest{.text = "wait"});
  jobs.submit(engine, QueryRequest{.text = "wait"});
  jobs.stop();
  EXPECT_THROW(jobs.submit(engine, QueryRequest{.text = "late"}), StatusError);
}

TEST(JobTable, RemovesAllOfADatabase) {
  TextEngine engine;
  JobTable jobs(options());
  const JobSender of_one{.database = "one", .prefix = "/one"}, of_two{.database = "two"};
  const std::string running = jobs.submit(engine, QueryRequest{.text = "wait"}, of_one).id;
  const JobStatus other = jobs.submit(engine, QueryRequest{.text = "x"}, of_two);
  const JobStatus waiting = jobs.submit(engine, QueryRequest{.text = "wait"}, of_one);
  EXPECT_EQ(waiting.place.address, "/one/jobs/" + waiting.id);
  jobs.remove_all_of("one");
  EXPECT_THROW(jobs.find(running), StatusError);
  EXPECT_THROW(jobs.find(waiting.id), StatusError);
  EXPECT_EQ(ended(jobs, other).state, JobState::done);
}

TEST(JobTable, ShowsTheBeginningOfALongText) {
  TextEngine engine;
  JobTable jobs(options());
  std::string text(199, 'a');
  text += "\u00e9 and more";
  EXPECT_EQ(jobs.submit(engine, QueryRequest{.text = text}).text, std::string(199, 'a') + "...");
}

}  // namespace
}  // namespace quadrille::server
