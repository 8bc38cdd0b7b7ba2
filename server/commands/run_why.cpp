#include <fmt/format.h>

#include "base/error.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/engine/why_service.hpp"
#include "server/http/time_limit.hpp"
#include "server/http/url_encoding.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

std::optional<int> why_by_server(const WhyOptions& options) {
  const auto found = server_of(options.database, options.server, "/why", options.client);
  if (!found) return std::nullopt;
  constexpr double kNoLimit = 1e6;  // the server uses its own maximum instead
  const double seconds = options.timeout_seconds > 0 ? options.timeout_seconds : kNoLimit;
  const std::string form = fmt::format("quad={}&all={}&format={}&timeout={}s", encode_url(options.quad), options.more,
                                       options.format, seconds);
  ask_server({found->server, found->path, "application/x-www-form-urlencoded", form}, write_standard_output);
  finish_standard_output();
  return 0;
}

int run_why(pgas::Job& job, const WhyOptions& options, const StopSignal& stop) {
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] { lock = share_database(job.team(), options.database, "why"); });
  const Store store(job, job.team(), options.database, {});
  const ServedState state = store.states().newest();
  WhyService service(job);
  const WhyRequest request{options.quad, options.more, options.timeout_seconds, options.format};
  job.team().run([&] {
    if (!job.is_first()) return;
    const WhyAnswer answer = within_limit(options.timeout_seconds, "set a longer one with --timeout SECONDS", [&] {
      return service.answer(request, state, [&stop] { return stop.raised(); });
    });
    write_standard_output(answer.text);
    finish_standard_output();
  });
  return 0;
}

}  // namespace quadrille::server
