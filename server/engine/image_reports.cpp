#include "server/engine/image_reports.hpp"

#include "server/operations/process_metrics.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kAsk = "report";
constexpr const char* kEnd = "";

}  // namespace

ImageMetrics heap_metrics(pgas::Job& job) {
  const pgas::HeapUsage usage = job.heap().usage();
  return {.image = static_cast<int>(index(job.this_image())),
          .heap_bytes = usage.budget_bytes,
          .heap_used_bytes = usage.used_bytes,
          .heap_high_water_bytes = usage.high_water_bytes};
}

ImageMetrics image_metrics(pgas::Job& job, StoreTable& stores) {
  ImageMetrics mine = heap_metrics(job);
  const ProcessUsage usage = process_usage();
  mine.resident_bytes = usage.resident_bytes;
  mine.cpu_seconds = usage.cpu_seconds;
  stores.visit([&](const Store& store) {
    const UpdateLog* const log = store.log();
    if (log == nullptr) return;
    mine.log_bytes += log->size_bytes();
    mine.log_syncs += log->syncs().number;
    mine.log_sync_seconds += log->syncs().seconds;
  });
  const LaneTraffic::Sum sent = stores.traffic().sum();
  mine.messages = sent.messages;
  mine.sent_bytes = sent.bytes;
  return mine;
}

ImageReports::ImageReports(pgas::Job& job, StoreTable& stores)
    : job_(job), stores_(stores), mailbox_(job, job.team(kReportLane)) {}

ImageReports::~ImageReports() {
  mailbox_.post(kEnd);
}

std::vector<ImageMetrics> ImageReports::collect() {
  const std::lock_guard lock(mutex_);
  if (job_.num_images() == 1) return {image_metrics(job_, stores_)};
  std::vector<ImageMetrics> all;
  mailbox_.lead(kAsk, [&] { all = job_.team(kReportLane).all_gather(image_metrics(job_, stores_)); });
  stores_.traffic().publish(job_.team(kReportLane));
  return all;
}

void run_image_reporter(pgas::Job& job, StoreTable& stores) {
  pgas::Team& team = job.team(kReportLane);
  pgas::Mailbox mailbox(job, team);
  while (mailbox.wait() != kEnd) {
    team.all_gather(image_metrics(job, stores));
    mailbox.reply();
    stores.traffic().publish(team);
  }
}

}  // namespace quadrille::server
