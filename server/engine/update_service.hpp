#pragma once

// An UpdateService accepts changes of a database from the threads of many clients and runs them in a writer's lane, one
// batch after another.
//
//   thread of a client        parses, reads documents and fetches those of LOAD to their ends, with their contexts
//                             (stored_document.hpp), waits
//   the first that waits      leads: image 0 posts a WriteCommand to the others, all run the batch (write_batch.hpp)
//
// Small inserts and deletes of data that wait together run as one operation and share a commit and its sync, if image 0
// can read the whole database alone (DataBatch); else they share a commit. A change that may take long has its own.
//
// One object for each database, on image 0; the other images run run_writers() (writer_lanes.hpp).

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/group_commit.hpp"
#include "base/live_value.hpp"
#include "pgas/job.hpp"
#include "server/client/context_places.hpp"
#include "server/client/load_places.hpp"
#include "server/client/service_places.hpp"
#include "server/engine/disk_quota.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/store.hpp"
#include "server/engine/write_batch.hpp"
#include "server/engine/writer_lanes.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

struct UpdateRules {
  bool union_default_graph = false;
  bool has_replicas = false;          // other groups have listeners, which wait for the announcement of batches
  std::uint64_t most_disk_bytes = 0;  // of the folder; 0: no limit
};

class UpdateService {
 public:
  // The places of LOAD, SERVICE and contexts, which may change at any time.
  struct Places {
    const LiveValue<LoadPlaces>& loads;
    const LiveValue<ServicePlaces>& services;
    const LiveValue<ContextPlaces>& contexts;
    std::shared_ptr<ContextCache> context_cache;
  };

  UpdateService(pgas::Job& job, WriterLanes& lanes, DatabaseId id, Store& store, StatePins& pins, const Places& places,
                const UpdateRules& rules, const PrefixRules& prefixes);
  UpdateService(const UpdateService&) = delete;
  UpdateService& operator=(const UpdateService&) = delete;

  // Parses the update.
  void check(const UpdateRequest& request) const;
  WriteResult update(const UpdateRequest& request, const Cancelled& cancelled);
  // `payload`: the documents to store, for put and post; otherwise nullptr.
  WriteResult write_graph(WriteKind kind, const GraphWrite& write, Payload* payload, const Cancelled& cancelled);
  WriteResult change_rules(const RulesChange& change, const Cancelled& cancelled);
  // Updates that wait for the running commit.
  std::size_t waiting() const { return commits_.waiting(); }
  // Waits for the running commit; no commit happens as long as the result lives.
  std::shared_ptr<void> hold();

 private:
  struct Work {
    WriteRequest request;
    WriteInput input;
    Deadline deadline;
    WriteOutcome outcome;
    const UpdateRequest* small = nullptr;  // few quads and no other operations than INSERT DATA and DELETE DATA
  };

  void store(Document& document, const Cancelled& cancelled) const;
  std::vector<LoadedDocument> fetch_loads(const parser::Update& update, const Cancelled& cancelled);
  WriteResult submit(Work& work);
  void run(std::span<Work* const> works);
  static void drop_unwanted(std::vector<Work*>& works);
  void run_requests(const WriterLanes::Held& lane, std::span<Work* const> works);
  void run_data(const WriterLanes::Held& lane, std::span<Work* const> works);
  WriteCommand next_command() const;

  pgas::Job& job_;
  WriterLanes& lanes_;
  const DatabaseId id_;
  Store& store_;
  StatePins& pins_;
  const UpdateRules rules_;
  const PrefixRules prefixes_;
  const Places places_;
  DiskQuota disk_;
  std::mutex writing_;  // one commit at a time
  GroupCommit<Work> commits_;
};

}  // namespace quadrille::server
