#include "bench/lubm/harness/results.hpp"

#include <algorithm>

#include "bench/query/answer_times.hpp"

namespace quadrille::lubm {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json query_json(const QueryResult& query) {
  return {{"query", query.name},
          {"rows", query.rows},
          {"expected_rows", or_null(query.expected_rows)},
          {"median_ms", bench::median(query.ms)},
          {"least_ms", query.ms.front()},
          {"most_ms", query.ms.back()}};
}

Json database_json(const DatabaseResult& database, std::uint64_t quads) {
  Json queries = Json::array();
  for (const QueryResult& query : database.queries) queries.push_back(query_json(query));
  return {{"images", database.images},
          {"build", database.build},
          {"build_seconds", database.build_seconds},
          {"quads_per_second", quads_a_second(quads, database.build_seconds)},
          {"start_seconds", database.start_seconds},
          {"queries", queries}};
}

Json peer_json(const PeerResult& peer, std::uint64_t quads) {
  return {{"name", peer.name},
          {"build_seconds", peer.build_seconds},
          {"quads_per_second", quads_a_second(quads, peer.build_seconds)},
          {"disk_bytes", peer.disk_bytes}};
}

Json size_json(const SizeResult& size) {
  Json databases = Json::array();
  for (const DatabaseResult& database : size.databases) databases.push_back(database_json(database, size.quads));
  return {{"universities", size.universities},
          {"quads", size.quads},
          {"file_bytes", size.file_bytes},
          {"generate_seconds", or_null(size.generate_seconds)},
          {"databases", databases},
          {"peer", size.peer ? peer_json(*size.peer, size.quads) : Json(nullptr)}};
}

}  // namespace

std::size_t Results::wrong_answers() const {
  std::size_t wrong = 0;
  for (const SizeResult& size : sizes) {
    for (const DatabaseResult& database : size.databases) {
      wrong += static_cast<std::size_t>(std::count_if(database.queries.begin(), database.queries.end(),
                                                      [](const QueryResult& query) { return query.is_wrong(); }));
    }
  }
  return wrong;
}

double quads_a_second(std::uint64_t quads, const std::vector<double>& build_seconds) {
  return static_cast<double>(quads) / bench::median(build_seconds);
}

nlohmann::ordered_json to_json(const Results& results) {
  Json sizes = Json::array();
  for (const SizeResult& size : results.sizes) sizes.push_back(size_json(size));
  return {{"program", results.program},
          {"machine", results.machine},
          {"inferred", results.inferred},
          {"builds", results.builds},
          {"warm_up", results.warm_up},
          {"repetitions", results.repetitions},
          {"sizes", sizes}};
}

}  // namespace quadrille::lubm
