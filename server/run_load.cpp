#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "loader/build_progress.hpp"
#include "loader/input_quads.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/document_source.hpp"
#include "server/exit_status.hpp"
#include "server/input_options.hpp"
#include "server/lines_ahead.hpp"
#include "server/same_database.hpp"
#include "server/server_request.hpp"
#include "server/standard_output.hpp"
#include "server/store.hpp"

namespace quadrille::server {

namespace {

// The inputs with their progress on standard error, as a build shows it.
class ShownInputs final : public QuadReader {
 public:
  explicit ShownInputs(const LoadOptions& options) : inputs_(with_lists(options)) {
    progress_.tell(inputs_.left_out());
    progress_.begin(BuildStep::read_rdf, inputs_.all_bytes());
  }

  bool read_piece(QuadSink& sink) override {
    const bool has_more = inputs_.read_piece(sink);
    if (progress_.is_due()) progress_.show(inputs_.bytes(), inputs_.quads());
    return has_more;
  }

  const InputQuads& inputs() const { return inputs_; }

  // All has been read.
  void finish() {
    inputs_.finish();
    progress_.end(BuildStep::read_rdf, {watch_.seconds(), inputs_.bytes()});
  }

 private:
  static quadrille::BuildOptions with_lists(const LoadOptions& options) {
    quadrille::BuildOptions input = input_options(options);
    add_paths(read_lists(options), input.inputs);
    if (input.inputs.empty()) refuse_empty_lists(options);
    return input;
  }

  InputQuads inputs_;
  BuildProgress progress_{ProgressDisplay::automatic};
  Stopwatch watch_;
};

// Prints what has become of the inputs, `inserted` of their quads being new. Returns the exit status.
int tell(const InputQuads& inputs, std::uint64_t inserted) {
  std::string text = fmt::format("{} {} read, {} added, {} were there already or repeated\n", inputs.quads(),
                                 inputs.quads() == 1 ? "quad" : "quads", inserted, inputs.quads() - inserted);
  if (inputs.rejects() != 0) {
    text +=
        fmt::format("{} malformed {} skipped\n", inputs.rejects(), inputs.rejects() == 1 ? "statement" : "statements");
  }
  for (const std::string& file : inputs.unread_files()) text += file + '\n';
  print(text);
  return inputs.is_complete() ? 0 : kSkippedStatus;
}

query::TransactionOptions transaction_options(pgas::Job& job, const StopSignal& stop) {
  query::TransactionOptions options;
  options.cancelled = [&stop] { return stop.raised(); };
  options.memory_bytes = job.heap().usage().budget_bytes / 2;
  return options;
}

}  // namespace

std::optional<int> load_by_server(const LoadOptions& options) {
  const auto server = options.server.empty() ? find_server_url(options.database)
                                             : std::optional(parse_server(options.server, "").server);
  if (!server) return std::nullopt;
  const ServerRequest request{*server, "/data", "application/n-quads"};
  ask_server({*server, "/data", "application/n-quads", "\n"});  // a server that takes no updates says so now
  return or_advise_skip("loads", [&] {
    ShownInputs inputs(options);
    LinesAhead lines(inputs);
    const std::string told = send_to_server(request, [&] { return lines.next(); });
    inputs.finish();
    return tell(inputs.inputs(), nlohmann::json::parse(told).at("inserted").get<std::uint64_t>());
  });
}

int run_load(pgas::Job& job, const LoadOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  std::unique_ptr<ShownInputs> inputs;  // the first image's
  return or_advise_skip("loads", [&] {
    team.run([&] {
      require_same_database(team, options.database);
      Manifest::read(options.database);  // first: its errors say what to do
      if (!job.is_first()) return;
      lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "load");
      inputs = std::make_unique<ShownInputs>(options);
    });
    Store store(job, options.database, {.writable = true, .log = {}});
    const ServedState before = store.states().newest();
    query::Transaction transaction(store.writer(team, before), before.data, store.next_blank());
    transaction.begin_request(transaction_options(job, stop));
    const auto source = inputs ? batches_of(*inputs) : nullptr;
    transaction.insert(source.get(), {parser::GraphTargetKind::default_graph, {}});
    const std::uint64_t inserted = transaction.inserted();
    const query::DatasetStatePtr after = query::commit(transaction, store.log());
    int status = 0;
    team.run([&] {
      if (!job.is_first()) return;
      inputs->finish();
      status = tell(inputs->inputs(), inserted);
    });
    return team.max(status);
  });
}

}  // namespace quadrille::server
