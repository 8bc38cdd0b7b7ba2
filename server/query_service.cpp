#include "server/query_service.hpp"

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>

#include "query/results/negotiation.hpp"
#include "query/run_query.hpp"
#include "server/lane_order.hpp"

namespace quadrille::server {

namespace {

// Below this many rows, all operators together, one image is done before several have met.
constexpr double kAloneRows = 100'000;

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

QueryService::QueryService(pgas::Job& job, const ServedDatabase& database, ServiceOptions options)
    : job_(job), database_(database), options_(options) {
  if (job.num_images() == 1) return;
  for (int lane = 0; lane < job.num_lanes(); ++lane) {
    mailboxes_.push_back(std::make_unique<pgas::Mailbox>(job, job.team(lane)));
    free_lanes_.push_back(lane);
  }
}

QueryService::~QueryService() {
  LaneOrder end;
  end.stop = true;
  for (auto& mailbox : mailboxes_) mailbox->post(end.serialise());
}

void QueryService::answer(const QueryRequest& request, AnswerSink& sink) {
  LaneOrder order;
  order.text = request.text;
  order.base = request.base;
  order.dataset = {request.default_graphs, request.named_graphs};
  order.timeout_seconds = request.timeout_seconds;
  order.union_default_graph = options_.union_default_graph;
  order.now_seconds = seconds_now();
  order.seed = std::random_device{}();
  const parser::Query query = order.parse_query();
  order.format = results::choose_format(query::answer_kind(query), request.format, request.accept);
  query::RunOptions options = order.run_options(job_.heap().usage().budget_bytes);
  options.cancelled = [&sink] { return sink.cancelled(); };

  // The status line goes out with the first piece, so that errors before it have theirs.
  bool started = false;
  const query::PieceSink pieces = [&](std::string_view bytes) {
    if (!std::exchange(started, true)) sink.start(results::media_type(order.format));
    return sink.write(bytes);
  };
  const auto solo = job_.make_solo_team();
  const Snapshot& snapshot = database_.snapshot();
  const Dictionary& dictionary = database_.dictionary();
  if (runs_alone(*solo, query, options)) {
    query::run_query(*solo, snapshot, dictionary, query, options, pieces);
  } else {
    const int lane = take_lane(options.deadline, sink);
    try {
      mailboxes_[static_cast<std::size_t>(lane)]->post(order.serialise());
      query::run_query(job_.team(lane), snapshot, dictionary, query, options, pieces);
    } catch (...) {
      free_lane(lane);
      throw;
    }
    free_lane(lane);
  }
  if (!started) sink.start(results::media_type(order.format));  // an answer of no bytes
}

bool QueryService::runs_alone(pgas::Team& solo, const parser::Query& query, const query::RunOptions& options) const {
  if (mailboxes_.empty()) return true;
  if (job_.num_groups() > 1) return false;  // one image does not see what the other groups have
  const auto plan = query::explain_query(solo, database_.snapshot(), database_.dictionary(), query, options, 1);
  return plan.work_rows < kAloneRows;
}

int QueryService::take_lane(const Deadline& deadline, AnswerSink& sink) {
  std::unique_lock lock(mutex_);
  while (free_lanes_.empty()) {
    lane_freed_.wait_for(lock, std::chrono::milliseconds(100));
    if (sink.cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
    if (deadline.passed()) fail(ErrorKind::timeout, "the query did not get to run within its time limit");
  }
  const int lane = free_lanes_.back();
  free_lanes_.pop_back();
  return lane;
}

void QueryService::free_lane(int lane) {
  {
    const std::lock_guard lock(mutex_);
    free_lanes_.push_back(lane);
  }
  lane_freed_.notify_one();
}

std::string QueryService::health_json() {
  const Manifest& manifest = database_.manifest();
  const pgas::HeapUsage usage = job_.heap().usage();
  return nlohmann::json{{"status", "ok"},
                        {"images", job_.num_images()},
                        {"quads", manifest.default_quads + manifest.named_quads},
                        {"heap_bytes", usage.budget_bytes},
                        {"heap_used_bytes", usage.used_bytes}}
      .dump();
}

}  // namespace quadrille::server
