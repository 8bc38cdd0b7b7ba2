#include "server/operations/request_record.hpp"

#include <array>

namespace quadrille::server {

std::string_view kind_name(RequestKind kind) {
  constexpr std::array<std::string_view, kRequestKinds> kNames{"query", "update", "graph_read", "graph_write",
                                                               "rules", "why",    "jobs",       "administration",
                                                               "state", "page",   "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view stage_name(RunStage stage) {
  constexpr std::array<std::string_view, kRunStages> kNames{"waiting", "planning", "running", "sending"};
  return kNames[static_cast<std::size_t>(stage)];
}

bool is_operation(RequestKind kind) {
  switch (kind) {
    case RequestKind::query:
    case RequestKind::update:
    case RequestKind::graph_read:
    case RequestKind::graph_write:
    case RequestKind::rules:
    case RequestKind::why:
      return true;
    case RequestKind::jobs:
    case RequestKind::administration:
    case RequestKind::state:
    case RequestKind::page:
    case RequestKind::other:
      return false;
  }
  return false;
}

void RequestRecord::restart() {
  id.clear();
  kind = RequestKind::other;
  caller.reset();
  client.clear();
  database.clear();
  text.clear();
  text_bytes = 0;
  began = std::time(nullptr);
  progress.restart(RunStage::waiting);
  cancelled.store(false, std::memory_order_relaxed);
  status = 0;
  sent_bytes = 0;
  cut_off = false;
  logs = {};
  stages.reset();
}

void RequestRecord::end() {
  if (stages) return;
  std::array<double, kRunStages> all;
  for (std::size_t stage = 0; stage < kRunStages; ++stage) all[stage] = progress.seconds(static_cast<RunStage>(stage));
  stages = all;
}

double RequestRecord::seconds(RunStage stage) const {
  return stages ? (*stages)[static_cast<std::size_t>(stage)] : progress.seconds(stage);
}

double RequestRecord::seconds() const {
  double sum = 0;
  for (std::size_t stage = 0; stage < kRunStages; ++stage) sum += seconds(static_cast<RunStage>(stage));
  return sum;
}

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace quadrille::server
