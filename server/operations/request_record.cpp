#include "server/operations/request_record.hpp"

#include <array>

namespace quadrille::server {

std::string_view kind_name(RequestKind kind) {
  constexpr std::array<std::string_view, kRequestKinds> kNames{"query", "update", "graph_read", "graph_write",
                                                               "rules", "why",    "jobs",       "administration",
                                                               "state", "page",   "other"};
  return kNames[static_cast<std::size_t>(kind)];
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
}

double RequestRecord::seconds() const {
  double sum = 0;
  for (std::size_t stage = 0; stage < kRunStages; ++stage) sum += progress.seconds(static_cast<RunStage>(stage));
  return sum;
}

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace quadrille::server
