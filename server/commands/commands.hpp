#pragma once

// The commands of `quadrille`, which run after the command line has been parsed and the images have started. Each
// returns the exit status or throws Error, the same on every image. `info` and `rules` need no images.

#include <functional>
#include <optional>
#include <string>

#include "pgas/job.hpp"
#include "server/commands/command_line.hpp"
#include "server/commands/stop_signal.hpp"

namespace quadrille::server {

// Functions that run_serve() calls on image 0.
struct ServeEvents {
  std::function<void()> serving;                   // the server accepts queries
  std::function<void(const std::string&)> notify;  // a line for the service manager (service_manager.hpp)
  bool has_terminal = false;                       // a person reads the messages
};

// All are collective.
int run_build(pgas::Job& job, const BuildOptions& options, const StopSignal& stop);
int run_serve(pgas::Job& job, const ServeOptions& options, const StopSignal& stop, const ServeEvents& events);
int run_query(pgas::Job& job, const QueryOptions& options, const StopSignal& stop);
int run_why(pgas::Job& job, const WhyOptions& options, const StopSignal& stop);
int run_load(pgas::Job& job, const LoadOptions& options, const StopSignal& stop);
int run_dump(pgas::Job& job, const DumpOptions& options, const StopSignal& stop);
int run_compact(pgas::Job& job, const CompactOptions& options, const StopSignal& stop);
int run_check(pgas::Job& job, const CheckOptions& options, const StopSignal& stop);
int run_update(pgas::Job& job, const UpdateOptions& options, const StopSignal& stop);
int run_backup(pgas::Job& job, const BackupOptions& options, const StopSignal& stop);
int run_change_rules(pgas::Job& job, const ChangeRulesOptions& options, const StopSignal& stop);
// Opens the database, to count its quads with the updates of the log.
int run_info(pgas::Job& job, const InfoOptions& options);

// Local. If a server on this machine serves the database, sends the query to it: the answer, the error and the exit
// status are those of the command itself. nullopt: there is no such server.
std::optional<int> query_by_server(const QueryOptions& options);
std::optional<int> why_by_server(const WhyOptions& options);
std::optional<int> update_by_server(const UpdateOptions& options);
std::optional<int> load_by_server(const LoadOptions& options);
std::optional<int> dump_by_server(const DumpOptions& options);
std::optional<int> compact_by_server(const CompactOptions& options);
std::optional<int> backup_by_server(const BackupOptions& options);
std::optional<int> change_rules_by_server(const ChangeRulesOptions& options);

// Local. Describes the database by its files and what its server says; nullopt: there is no server, and updates in the
// log must be counted.
std::optional<int> info_without_log(const InfoOptions& options);

// Local. Sends the inputs to a server, with their progress on standard error, and prints the result; returns the exit
// status. `check` is called again and again; what it throws ends the load, and the database stays unchanged.
int load_to_server(const ServerAccess& server, const LoadOptions& options, const std::function<void()>& check);

// Local.
int run_list_algorithms(const ListAlgorithmsOptions& options);
int run_access(const AccessCommandOptions& options);
int run_config(const ConfigOptions& options);
int run_list_rules(const ListRulesOptions& options);
int run_check_rules(const CheckRulesOptions& options);
int run_convert_rules(const ConvertRulesOptions& options);
// On one image.
int run_explain_rules(pgas::Job& job, const ExplainRulesOptions& options);
int run_restore(const RestoreOptions& options);

}  // namespace quadrille::server
