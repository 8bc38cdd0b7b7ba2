#include <fmt/format.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "loader/build/build_progress.hpp"
#include "loader/build/input_quads.hpp"
#include "loader/build/read_quads.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/input_options.hpp"
#include "server/commands/lines_ahead.hpp"
#include "server/commands/rules_input.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/launch/exit_status.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

// The inputs on their way to a server, with the same progress on standard error as in a build.
class ShownInputs final : public QuadReader {
 public:
  explicit ShownInputs(const LoadOptions& options) : inputs_(with_lists(options)) {
    progress_.tell(inputs_.left_out());
    progress_.begin(BuildStep::read_rdf, inputs_.all_bytes());
  }

  // The file of rejects is complete before the server has received everything.
  bool read_piece(QuadSink& sink) override {
    const bool has_more = inputs_.read_piece(sink);
    if (progress_.is_due()) progress_.show(inputs_.bytes(), inputs_.quads());
    if (has_more) return true;
    inputs_.finish();
    progress_.end(BuildStep::read_rdf, {watch_.seconds(), inputs_.bytes()});
    return false;
  }

  // Called after everything has been read.
  BuildReport report() const {
    BuildReport report;
    report.quads_read = inputs_.quads();
    report.skipped.rejects = inputs_.rejects();
    report.skipped.unread_files = inputs_.unread_files();
    report.skipped.warnings = inputs_.warnings();
    return report;
  }

 private:
  static quadrille::InputOptions with_lists(const LoadOptions& options) {
    quadrille::InputOptions input = input_options(options);
    add_lists(options, false, input.inputs);
    return input;
  }

  InputQuads inputs_;
  BuildProgress progress_{ProgressDisplay::automatic};
  Stopwatch watch_;
};

// The quads that all images have read, for the transaction that stores them.
class NumberedInputs final : public query::NumberedQuads {
 public:
  explicit NumberedInputs(ReadQuads& read) : read_(read) {}
  std::uint64_t terms() const override { return read_.terms(); }
  void for_each_term(const std::function<void(const TermView&)>& take) override { read_.for_each_term(take); }
  void take_quads(std::span<const Huri> huris, std::vector<Quad>& out) override { read_.take_quads(huris, out); }

 private:
  ReadQuads& read_;
};

// Prints the result for the inputs; `inserted` of their quads were new.
void tell(const BuildReport& report, std::uint64_t inserted) {
  print(fmt::format("{} {} read, {} added, {} already present or repeated\n{}", report.quads_read,
                    report.quads_read == 1 ? "quad" : "quads", inserted, report.quads_read - inserted,
                    report.skipped.to_text()));
}

int status_of(const BuildReport& report) {
  return report.is_complete() ? 0 : kSkippedStatus;
}

quadrille::BuildOptions reading_options(pgas::Team& team, const LoadOptions& options, const StopSignal& stop) {
  quadrille::BuildOptions reading;
  reading.stop = &stop.flag();
  reading.stopped = "the load was stopped; the database is unchanged";
  static_cast<quadrille::InputOptions&>(reading) = input_options(options, [&stop, message = reading.stopped] {
    if (stop.raised()) fail(ErrorKind::cancelled, "{}", message);
  });
  add_lists(team, options, false, reading.inputs);
  return reading;
}

}  // namespace

int load_to_server(const ServerAccess& server, const LoadOptions& options, const std::function<void()>& check) {
  const ServerRequest request{server, "/data", "application/n-quads"};
  ask_server({server, "/data", "application/n-quads", "\n"});  // a server that refuses updates does so now
  ShownInputs inputs(options);
  LinesAhead lines(inputs);
  const std::string told = send_to_server(request, [&] {
    check();
    return lines.next();
  });
  const BuildReport report = inputs.report();
  tell(report, nlohmann::json::parse(told).at("inserted").get<std::uint64_t>());
  return status_of(report);
}

std::optional<int> load_by_server(const LoadOptions& options) {
  const auto found = server_of(options.database, options.server, "", options.client);
  if (!found) return std::nullopt;
  return or_advise_skip("loads", [&] { return load_to_server(found->server, options, [] {}); });
}

int run_load(pgas::Job& job, const LoadOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  team.run([&] {
    lock = share_database(team, options.database, "load");
    require_shared_folder(team, options.database);
  });
  const quadrille::BuildOptions reading = reading_options(team, options, stop);
  ReadQuads read(job, reading);
  Store store(job, job.team(), options.database,
              {.writable = true, .log = {}});  // no other process writes it from here on
  or_advise_skip("loads", [&] { team.run([&] { read.read(); }); });
  const ServedState before = store.states().newest();
  query::Transaction transaction(store.writer(team, before), before.data, store.next_blank());
  query::TransactionOptions how;
  how.cancelled = [&] {
    if (stop.raised()) fail(ErrorKind::cancelled, "{}", reading.stopped);
    return false;
  };
  transaction.begin_request(how);
  NumberedInputs quads(read);
  transaction.insert(quads);
  transaction.end_request();
  const std::uint64_t inserted = transaction.stated().inserted;
  const query::DatasetStatePtr after = query::commit(transaction, store.log(), query::LinesAfterCommit::freed);
  team.run([&] {
    if (job.is_first()) tell(read.report(), inserted);
  });
  return status_of(read.report());
}

}  // namespace quadrille::server
