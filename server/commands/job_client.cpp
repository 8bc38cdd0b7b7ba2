#include "server/commands/job_client.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "server/commands/stop_signal.hpp"

namespace quadrille::server {

namespace {

constexpr int kWaitSeconds = 1;  // of a request for the state; a signal waits as long

// Forgets the job at the end, also if the command fails.
class OwnJob {
 public:
  explicit OwnJob(const ServerRequest& request)
      : server_(request.server),
        path_(fmt::format("/jobs/{}", nlohmann::json::parse(ask_server(request)).at("id").get<std::string>())) {}
  ~OwnJob() {
    try {
      while (!ask_server({server_, path_, {}, {}, "DELETE"}).empty()) continue;  // it has been cancelled, but is known
    } catch (const std::exception&) {
      // The server has gone, and the job with it.
    }
  }
  OwnJob(const OwnJob&) = delete;
  OwnJob& operator=(const OwnJob&) = delete;

  bool has_ended() const {
    const std::string json = ask_server({server_, fmt::format("{}?wait={}", path_, kWaitSeconds)});
    const std::string state = nlohmann::json::parse(json).at("state");
    return state != "waiting" && state != "running";
  }
  void fetch(const std::function<void(std::string_view)>& take) const {
    ask_server({server_, path_ + "/result"}, take);
  }

 private:
  const ServerAccess server_;
  const std::string path_;
};

}  // namespace

void run_as_job(const ServerRequest& request, const std::function<void(std::string_view)>& take) {
  const StopSignal stop;
  const OwnJob job(request);
  while (!job.has_ended()) {
    if (stop.raised()) fail(ErrorKind::cancelled, "the command was stopped; its job was cancelled");
  }
  job.fetch(take);
}

}  // namespace quadrille::server
